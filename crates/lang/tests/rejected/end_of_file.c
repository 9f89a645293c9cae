struct s { int x; //~ syntax
