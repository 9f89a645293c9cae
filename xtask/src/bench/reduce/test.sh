# Whether program.c is interesting: it compiles, runs, shows the defect, and nobody finds it undefined.
#
# Above this stands `suspect`, which is different for each case. Where a program was refused is written to
# $KILN_BENCH_LOG/verdicts; a test that was killed has only a line in `started`. What is interesting is kept, by a name
# that it gets when it is whole: an exit status alone could be that of a test that was killed.

ulimit -f 20000
ulimit -c 0
echo >> "$KILN_BENCH_LOG/started"

refuse() {
    echo "$1" >> "$KILN_BENCH_LOG/verdicts"
    exit 1
}

# Runs ./NAME; what it writes, and its status, go to NAME.out. Fails on a signal, and after 2 s of CPU time (152) or what a
# busy machine may make of them (124).
runs() {
    (ulimit -t 2 && exec timeout 60 "./$1") > "$1.out" 2> /dev/null
    ended=$?
    echo "status $ended" >> "$1.out"
    [ $ended -lt 124 ]
}

# Whether what ran last did not end.
is_endless() {
    [ $ended -eq 124 ] || [ $ended -eq 152 ]
}

# Builds NAME with the rest of the words.
makes() {
    made=$1
    shift
    "$@" -o "$made" 2> /dev/null
}

strict="-Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion
    -Werror=incompatible-pointer-types -Werror=return-type -Werror=builtin-declaration-mismatch"
makes reference gcc -O0 $strict program.c || refuse compile
runs reference || { is_endless && refuse timeout; refuse undefined; }
suspect || refuse "no defect"
gcc -O1 -Wall -Wextra -c program.c -o warned.o 2> warnings
grep -qE "uninitialized|without a cast|control reaches end|defaults to|cast (to|from) pointer|from integer|\
empty declaration|no semicolon|too (few|many) arguments|outside array bounds|integer overflow|division by zero|\
shift count|may be undefined|does not declare anything|returns address" warnings && refuse undefined
makes sanitized gcc -O1 -w -fsanitize=address,undefined -fno-sanitize-recover=all program.c || refuse compile
runs sanitized || refuse undefined
cmp -s sanitized.out reference.out || refuse undefined
cp program.c "$KILN_BENCH_LOG/$$.new" && mv "$KILN_BENCH_LOG/$$.new" "$KILN_BENCH_LOG/$(date +%s%N)-$$.c" || refuse "not kept"
echo interesting >> "$KILN_BENCH_LOG/verdicts"
exit 0
