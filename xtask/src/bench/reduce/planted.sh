# The assembly that gcc makes at $LEVEL is changed by $CHANGE. As it was, it has to be right.
suspect() {
    gcc -w "$LEVEL" -S program.c -o right.s 2> /dev/null || return 1
    sed -E "$CHANGE" right.s > wrong.s
    ! cmp -s right.s wrong.s && makes wrong gcc wrong.s && runs wrong && ! cmp -s wrong.out reference.out &&
        makes right gcc right.s && runs right && cmp -s right.out reference.out
}
