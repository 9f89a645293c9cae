/* Floating point: the Mandelbrot set, and bodies that attract each other with a square root of their own. */
#include <stdio.h>

#ifdef SMALL
#define N 6
#else
#define N 500
#endif
#define BODIES 5

struct body {
    double x[3], v[3], mass;
};

static struct body bodies[BODIES];

static double root(double a)
{
    double x = a > 1 ? a : 1;
    for (int i = 0; i < 12; ++i)
        x = 0.5 * (x + a / x);
    return x;
}

static void advance(double dt)
{
    for (int i = 0; i < BODIES; ++i)
        for (int j = i + 1; j < BODIES; ++j) {
            struct body *a = &bodies[i], *b = &bodies[j];
            double d[3], distance2 = 0.01;
            for (int k = 0; k < 3; ++k) {
                d[k] = a->x[k] - b->x[k];
                distance2 += d[k] * d[k];
            }
            double pull = dt / (distance2 * root(distance2));
            for (int k = 0; k < 3; ++k) {
                a->v[k] -= d[k] * b->mass * pull;
                b->v[k] += d[k] * a->mass * pull;
            }
        }
    for (int i = 0; i < BODIES; ++i)
        for (int k = 0; k < 3; ++k)
            bodies[i].x[k] += dt * bodies[i].v[k];
}

static int escape(double re, double im)
{
    double x = 0, y = 0;
    for (int i = 0; i < 100; ++i) {
        double x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4)
            return i;
        y = 2 * x * y + im;
        x = x2 - y2 + re;
    }
    return 100;
}

int main(void)
{
    for (int i = 0; i < BODIES; ++i) {
        struct body body = {{i, i * i * 0.5, -i}, {0.1 * i, 0, 0.05}, 1.0 / (i + 1)};
        bodies[i] = body;
    }
    for (int step = 0; step < N * 50; ++step)
        advance(0.001);
    long total = 0;
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x)
            total += escape(x * 3.0 / N - 2.0, y * 2.0 / N - 1.0);
    printf("%ld %.9f %.9f\n", total, bodies[0].x[0], bodies[BODIES - 1].v[2]);
    return 0;
}
