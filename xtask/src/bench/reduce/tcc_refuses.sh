# tcc refuses the program, in the words of $MESSAGE.
suspect() {
    ! tcc -w -c program.c -o refused.o 2> message && grep -qF "$MESSAGE" message
}
