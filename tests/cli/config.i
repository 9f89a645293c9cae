// A configuration that cannot be used is exit status 2, with the place.
//
// FAIL 2[no-toml]: config --check %
// FAIL 2[no-file]: config --check /no/such/file.toml
// FAIL 2[no-options]: fuzz --options nonsense
// RUN[help]: config --help

int x;
