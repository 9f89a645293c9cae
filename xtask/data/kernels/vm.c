/* A little virtual machine: a switch in a loop, a stack and registers. */
#include <stdio.h>

#ifdef SMALL
#define N 20
#else
#define N 1700000
#endif

enum op { PUSH, LOAD, STORE, ADD, SUB, MUL, XOR, LESS, JUMP_IF, CALL, RETURN, STOP };

struct insn {
    enum op op;
    int operand;
};

/* r0 counts, r1 has the sum, r2 the bound; the function at 16 adds the square of r0. */
static const struct insn program[] = {
    {PUSH, 0},  {STORE, 0}, {PUSH, 7},   {STORE, 1},   {PUSH, N},  {STORE, 2}, {CALL, 16}, {LOAD, 0},
    {PUSH, 1},  {ADD, 0},   {STORE, 0},  {LOAD, 0},    {LOAD, 2},  {LESS, 0},  {JUMP_IF, 6}, {STOP, 0},
    {LOAD, 1},  {LOAD, 0},  {LOAD, 0},   {MUL, 0},     {XOR, 0},   {LOAD, 0},  {SUB, 0},   {STORE, 1},
    {RETURN, 0},
};

static unsigned registers[4];

static unsigned long run(void)
{
    unsigned stack[32];
    int calls[8], n_stack = 0, n_calls = 0, pc = 0;
    unsigned long n_insns = 0;
    for (;;) {
        const struct insn *insn = &program[pc++];
        ++n_insns;
        switch (insn->op) {
        case PUSH: stack[n_stack++] = (unsigned)insn->operand; break;
        case LOAD: stack[n_stack++] = registers[insn->operand]; break;
        case STORE: registers[insn->operand] = stack[--n_stack]; break;
        case ADD: --n_stack; stack[n_stack - 1] += stack[n_stack]; break;
        case SUB: --n_stack; stack[n_stack - 1] -= stack[n_stack]; break;
        case MUL: --n_stack; stack[n_stack - 1] *= stack[n_stack]; break;
        case XOR: --n_stack; stack[n_stack - 1] ^= stack[n_stack]; break;
        case LESS: --n_stack; stack[n_stack - 1] = stack[n_stack - 1] < stack[n_stack]; break;
        case JUMP_IF:
            if (stack[--n_stack] != 0)
                pc = insn->operand;
            break;
        case CALL:
            calls[n_calls++] = pc;
            pc = insn->operand;
            break;
        case RETURN: pc = calls[--n_calls]; break;
        case STOP: return n_insns;
        default: return 0;
        }
    }
}

int main(void)
{
    unsigned long n_insns = run();
    printf("%lu %u\n", n_insns, registers[1]);
    return 0;
}
