# 1 "headers.c"
# 1 "<built-in>"
# 1 "/usr/include/stdio.h" 1 3 4
# 28 "/usr/include/stdio.h" 3 4
typedef long unsigned int size_t;
typedef __builtin_va_list __gnuc_va_list;
typedef unsigned long int __dev_t;
typedef long int __off_t;
typedef struct { int __val[2]; } __fsid_t;
typedef _Float128 _Float128_alias;
struct _IO_FILE;
typedef struct _IO_FILE FILE;
struct _IO_marker;
typedef void _IO_lock_t;
struct _IO_FILE
{
  int _flags;
  char *_IO_read_ptr;
  struct _IO_marker *_markers;
  struct _IO_FILE *_chain;
  __off_t _old_offset;
  _IO_lock_t *_lock;
  char _unused2[15 * sizeof (int) - 4 * sizeof (void *) - sizeof (size_t)];
};
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
extern int printf (const char *__restrict __format, ...);
extern int vprintf (const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__format__ (__printf__, 1, 0)));
extern int fclose (FILE *__stream) __attribute__ ((__nonnull__ (1)));
extern FILE *fopen (const char *__restrict __filename, const char *__restrict __modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
extern int fputs (const char *__restrict __s, FILE *__restrict __stream);
extern __inline __attribute__ ((__gnu_inline__)) int
getchar (void)
{
  return (int) vprintf ("", (void *) 0);
}
# 3 "headers.c" 2


# 4 "headers.c"
/* The program itself. */
static int helper(int x)	{ return x; }

int main(void)   // odd  spacing
{
    fputs("x", stdout);  return 0;
}
