// dialect: gnu
// flags: -mgeneral-regs-only
// What a processor pushes for an interrupt, with an error code on top, and then the handler begins.
int printf(const char *, ...);
void exit(int);
struct frame {
    unsigned long ip, cs, flags, sp, ss;
};
__attribute__((interrupt, used)) void handler(struct frame *frame, unsigned long error)
{
    printf("%lx %lx %lx %lx %lx %lx\n", error, frame->ip, frame->cs, frame->flags, frame->sp, frame->ss);
    exit(0);
}
int main(void)
{
    __asm__("push $0x15; push $0x14; push $0x13; push $0x12;\n push $0x11; push $16; jmp handler");
    return 1;
}
