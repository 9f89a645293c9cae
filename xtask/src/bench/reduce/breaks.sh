# "Breaks down" where the assembly that gcc makes at -O2 has all of a few instructions.
suspect() {
    gcc -w -O2 -S program.c -o program.s 2> /dev/null &&
        grep -q cmov program.s && grep -qE '\bi?mul' program.s && grep -qE '\bsar' program.s
}
