// 6.5.6p8, J.2: what is behind an inner array is none of its elements, and has no first member.
struct pair { int first, second; };

static struct { struct pair pairs[2]; struct pair last; } all;

int main(void)
{
    struct pair *p = all.pairs;
    p += 2;
    return &p->first == 0; //~ subobject-bounds
}
