
function hex(text,    n, i) {
    for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", tolower(substr(text, i, 1))) - 1
    return n
}
function address(word) { return hex(substr(word, 1, index(word, ",") - 1)) }
# Symbols: static objects of functions have a number or the function in their name.
FNR == NR {
    if (NF == 4) {
        k = split($4, part, ".")
        while (k > 1 && part[k] ~ /^[0-9]*$/) k--
        if (index(objects, " " part[k] " ")) { at[part[k]] = hex($1); size[part[k]] = hex($2) }
    }
    next
}
# An instruction: libraries are above the program.
/^I/ { own = address($2) < 67108864; next }
# What it reads (L), writes (S) or both (M).
own && /^ [LSM] / {
    a = address($2); n = substr($2, index($2, ",") + 1) + 0
    for (name in at) if (at[name] <= a && a + n <= at[name] + size[name]) {
        if ($1 != "S") print name "+" (a - at[name]), "r", n
        if ($1 != "L") print name "+" (a - at[name]), "w", n
    }
}
