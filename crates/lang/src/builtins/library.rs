//! Functions of the C library, except the mathematical ones.

use super::Standard::{C11, C23, C90, C95, C99, Gnu};
use super::row::{Row, library};

pub(super) const ROWS: &[Row] = &[
    // <stdlib.h>, <unistd.h>: ending and starting programs.
    library(C90, "void()", "abort").noreturn(),
    library(C90, "void(int)", "exit").noreturn(),
    library(C99, "void(int)", "_Exit").noreturn(),
    library(Gnu, "void(int)", "_exit").noreturn(),
    library(
        Gnu,
        "int(const char*, const char*, ...)",
        "execl execle execlp",
    ),
    library(Gnu, "int(const char*, char*const*)", "execv execvp"),
    library(Gnu, "int(const char*, char*const*, char*const*)", "execve"),
    library(Gnu, "pid()", "fork"),
    // <stdlib.h>: memory.
    library(C90, "void*(size)", "malloc"),
    library(C90, "void*(size, size)", "calloc"),
    library(C90, "void*(void*, size)", "realloc"),
    library(C90, "void(void*)", "free"),
    library(C11, "void*(size, size)", "aligned_alloc"),
    library(Gnu, "int(void**, size, size)", "posix_memalign"),
    library(Gnu, "void*(size)", "alloca"),
    // <stdlib.h>, <inttypes.h>: absolute values.
    library(C90, "int(int)", "abs"),
    library(C90, "long(long)", "labs"),
    library(C99, "llong(llong)", "llabs"),
    library(C99, "intmax(intmax)", "imaxabs"),
    // <string.h>, <strings.h>: memory.
    library(C90, "void*(void*, const void*, size)", "memcpy memmove"),
    library(Gnu, "void*(void*, const void*, size)", "mempcpy"),
    library(C90, "void*(void*, int, size)", "memset"),
    library(C90, "void*(const void*, int, size)", "memchr"),
    library(C90, "int(const void*, const void*, size)", "memcmp"),
    library(Gnu, "int(const void*, const void*, size)", "bcmp"),
    library(Gnu, "void(const void*, void*, size)", "bcopy"),
    library(Gnu, "void(void*, size)", "bzero"),
    // <string.h>, <strings.h>: strings.
    library(C90, "size(const char*)", "strlen"),
    library(Gnu, "size(const char*, size)", "strnlen"),
    library(C90, "char*(char*, const char*)", "strcat strcpy"),
    library(Gnu, "char*(char*, const char*)", "stpcpy"),
    library(C90, "char*(char*, const char*, size)", "strncat strncpy"),
    library(Gnu, "char*(char*, const char*, size)", "stpncpy"),
    library(C90, "int(const char*, const char*)", "strcmp"),
    library(Gnu, "int(const char*, const char*)", "strcasecmp"),
    library(C90, "int(const char*, const char*, size)", "strncmp"),
    library(Gnu, "int(const char*, const char*, size)", "strncasecmp"),
    library(C90, "char*(const char*, int)", "strchr strrchr"),
    library(Gnu, "char*(const char*, int)", "index rindex"),
    library(C90, "char*(const char*, const char*)", "strpbrk strstr"),
    library(C90, "size(const char*, const char*)", "strcspn strspn"),
    library(C23, "char*(const char*)", "strdup"),
    library(C23, "char*(const char*, size)", "strndup"),
    // The forms that check against the object size, as `_FORTIFY_SOURCE` calls them.
    library(
        Gnu,
        "void*(void*, const void*, size, size)",
        "__memcpy_chk __memmove_chk __mempcpy_chk",
    ),
    library(Gnu, "void*(void*, int, size, size)", "__memset_chk"),
    library(
        Gnu,
        "char*(char*, const char*, size)",
        "__stpcpy_chk __strcat_chk __strcpy_chk",
    ),
    library(
        Gnu,
        "char*(char*, const char*, size, size)",
        "__stpncpy_chk __strncat_chk __strncpy_chk",
    ),
    library(Gnu, "int(int, const char*, ...)", "__printf_chk"),
    library(Gnu, "int(int, const char*, va_list)", "__vprintf_chk"),
    library(Gnu, "int(FILE*, int, const char*, ...)", "__fprintf_chk"),
    library(
        Gnu,
        "int(FILE*, int, const char*, va_list)",
        "__vfprintf_chk",
    ),
    library(
        Gnu,
        "int(char*, int, size, const char*, ...)",
        "__sprintf_chk",
    ),
    library(
        Gnu,
        "int(char*, int, size, const char*, va_list)",
        "__vsprintf_chk",
    ),
    library(
        Gnu,
        "int(char*, size, int, size, const char*, ...)",
        "__snprintf_chk",
    ),
    library(
        Gnu,
        "int(char*, size, int, size, const char*, va_list)",
        "__vsnprintf_chk",
    ),
    // <stdio.h>: formatted output and input.
    library(C90, "int(const char*, ...)", "printf scanf"),
    library(Gnu, "int(const char*, ...)", "printf_unlocked"),
    library(C90, "int(const char*, va_list)", "vprintf"),
    library(C99, "int(const char*, va_list)", "vscanf"),
    library(C90, "int(FILE*, const char*, ...)", "fprintf fscanf"),
    library(Gnu, "int(FILE*, const char*, ...)", "fprintf_unlocked"),
    library(C90, "int(FILE*, const char*, va_list)", "vfprintf"),
    library(C99, "int(FILE*, const char*, va_list)", "vfscanf"),
    library(C90, "int(char*, const char*, ...)", "sprintf"),
    library(C90, "int(char*, const char*, va_list)", "vsprintf"),
    library(C99, "int(char*, size, const char*, ...)", "snprintf"),
    library(C99, "int(char*, size, const char*, va_list)", "vsnprintf"),
    library(C90, "int(const char*, const char*, ...)", "sscanf"),
    library(C99, "int(const char*, const char*, va_list)", "vsscanf"),
    // <stdio.h>: characters, strings and blocks.
    library(C90, "int(int)", "putchar"),
    library(Gnu, "int(int)", "putchar_unlocked"),
    library(C90, "int(int, FILE*)", "fputc putc"),
    library(Gnu, "int(int, FILE*)", "fputc_unlocked putc_unlocked"),
    library(C90, "int(const char*)", "puts"),
    library(Gnu, "int(const char*)", "puts_unlocked"),
    library(C90, "int(const char*, FILE*)", "fputs"),
    library(Gnu, "int(const char*, FILE*)", "fputs_unlocked"),
    library(C90, "size(const void*, size, size, FILE*)", "fwrite"),
    library(
        Gnu,
        "size(const void*, size, size, FILE*)",
        "fwrite_unlocked",
    ),
    // <ctype.h>, <wctype.h>.
    library(
        C90,
        "int(int)",
        "isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit \
         tolower toupper",
    ),
    library(C99, "int(int)", "isblank"),
    library(Gnu, "int(int)", "isascii toascii"),
    library(
        C95,
        "int(wint)",
        "iswalnum iswalpha iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace \
         iswupper iswxdigit",
    ),
    library(C99, "int(wint)", "iswblank"),
    library(C95, "wint(wint)", "towlower towupper"),
    // <time.h>, <monetary.h>, <libintl.h>.
    library(C90, "size(char*, size, const char*, const tm*)", "strftime"),
    library(Gnu, "ssize(char*, size, const char*, ...)", "strfmon"),
    library(Gnu, "char*(const char*)", "gettext"),
    library(Gnu, "char*(const char*, const char*)", "dgettext"),
    library(Gnu, "char*(const char*, const char*, int)", "dcgettext"),
];
