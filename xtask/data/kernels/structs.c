/* Structures: arrays of them, passed and returned by value, copied, with nested members and bit-fields. */
#include <stdio.h>

#ifdef SMALL
#define N 3
#else
#define N 5000
#endif
#define COUNT 512

struct vector {
    int x, y, z;
};

struct particle {
    struct vector position, velocity;
    unsigned hits : 12, color : 3;
    long weight;
};

static struct particle particles[COUNT];

static struct vector sum(struct vector a, struct vector b)
{
    struct vector result = {a.x + b.x, a.y + b.y, a.z + b.z};
    return result;
}

static int bounce(int *position, int velocity)
{
    if (*position >= 0 && *position < 1000)
        return velocity;
    *position = *position < 0 ? -*position : 1998 - *position;
    return -velocity;
}

static struct particle moved(struct particle p)
{
    p.position = sum(p.position, p.velocity);
    struct vector before = p.velocity;
    p.velocity.x = bounce(&p.position.x, p.velocity.x);
    p.velocity.y = bounce(&p.position.y, p.velocity.y);
    p.velocity.z = bounce(&p.position.z, p.velocity.z);
    if (before.x != p.velocity.x || before.y != p.velocity.y || before.z != p.velocity.z) {
        p.hits++;
        p.color ^= 5;
    }
    return p;
}

int main(void)
{
    for (int i = 0; i < COUNT; ++i) {
        struct particle p = {{i, i * 2 % 1000, i * 3 % 1000}, {i % 7 - 3, i % 11 - 5, i % 13 - 6}, 0, i & 7, i};
        particles[i] = p;
    }
    for (int step = 0; step < N; ++step)
        for (int i = 0; i < COUNT; ++i)
            particles[i] = moved(particles[i]);
    unsigned long check = 0;
    for (const struct particle *p = particles; p < particles + COUNT; ++p) {
        struct vector v = sum(p->position, p->velocity);
        check = check * 31 + (unsigned long)(v.x + v.y * 1000L + v.z * 1000000L + p->weight);
        check += p->hits * 8u + p->color;
    }
    printf("%lu\n", check);
    return 0;
}
