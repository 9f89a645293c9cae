/* Quicksort by hand: recursion, comparisons and swaps through a pointer and indices. */
#include <stdio.h>

#ifdef SMALL
#define N 200
#else
#define N 450000
#endif

static int values[N];

static void swap(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

static void sort(int *v, int low, int high)
{
    while (low < high) {
        int pivot = v[low + (high - low) / 2], i = low, j = high;
        while (i <= j) {
            while (v[i] < pivot)
                ++i;
            while (v[j] > pivot)
                --j;
            if (i <= j)
                swap(&v[i++], &v[j--]);
        }
        if (j - low < high - i) {
            sort(v, low, j);
            low = i;
        } else {
            sort(v, i, high);
            high = j;
        }
    }
}

int main(void)
{
    unsigned state = 12345;
    for (int i = 0; i < N; ++i) {
        state = state * 1664525u + 1013904223u;
        values[i] = (int)(state >> 8) - (1 << 23);
    }
    sort(values, 0, N - 1);
    unsigned check = 0;
    int n_wrong = 0;
    for (int i = 0; i < N; ++i) {
        check = check * 31u + (unsigned)values[i];
        n_wrong += i > 0 && values[i - 1] > values[i];
    }
    printf("%u %d\n", check, n_wrong);
    return 0;
}
