# What tcc makes does something else.
suspect() {
    makes wrong tcc -w program.c && runs wrong && ! cmp -s wrong.out reference.out
}
