typedef unsigned long size_t;
typedef long __off_t;
struct _IO_FILE;
typedef struct _IO_FILE FILE;
struct _IO_marker;
typedef void _IO_lock_t;
struct _IO_FILE {
    int _flags;
    char *_IO_read_ptr;
    struct _IO_marker *_markers;
    struct _IO_FILE *_chain;
    __off_t _old_offset;
    _IO_lock_t *_lock;
    char _unused2[15 * sizeof(int) - 4 * sizeof(void *) - sizeof(size_t)];
};
extern FILE *stdout;
extern int fputs(const char *__restrict __s, FILE *__restrict __stream);
int main(void)
{
    fputs("x", stdout);
    return 0;
}
