/* A tag that a dropped declaration introduced must not become that of a prototype. */
struct S;
struct S *dropped(void);
extern struct T *also_dropped;
int use(struct S *, struct T *);
int call(struct S *s, struct T *t) { return use(s, t); }
struct U *unused(void);
struct U { int x; };
int size(void) { return sizeof(struct U); }
