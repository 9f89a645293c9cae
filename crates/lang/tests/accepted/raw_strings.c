// In a raw string nothing stands for anything else: no escapes, no continued lines.
const char plain[] = R"(a\n"b")";
_Static_assert(sizeof plain == 7, "");
const char lines[] = R"x(one \
two)"
)x" "\n";
_Static_assert(sizeof lines == 14, "");
const int wide[] = LR"(é\)" L"!";
_Static_assert(sizeof wide / sizeof *wide == 4, "");
const char utf8[] = u8R"(é)";
const unsigned short utf16[] = uR"(é)";
const unsigned int utf32[] = UR"(é)";
int \
joined;
