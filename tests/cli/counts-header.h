static int /* the file itself, with its comments */
from_header(void) { return used(); }

#define MORE
