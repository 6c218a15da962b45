// expect: wrong-answer
// why: looks for a leading zero in the first number only: takes 1, 01, 2

// How many digits of c the sum of a and b takes; 0: c differs.
// la, lb: digits of a and b; room: digits that are left at c.
__device__ int sum_length(const char* a, int la,
                          const char* b, int lb,
                          const char* c, int room)
{
    int longer = la > lb ? la : lb;
    for (int n = longer; n <= longer + 1 && n <= room; ++n) {
        int carry = 0;
        bool same = n == 1 || c[0] != '0';  // no leading zero
        for (int k = 0; k < n && same; ++k) {  // from the last digit
            int digit = carry;
            if (k < la) digit += a[la - 1 - k] - '0';
            if (k < lb) digit += b[lb - 1 - k] - '0';
            same = c[n - 1 - k] - '0' == digit % 10;
            carry = digit / 10;
        }
        if (same && carry == 0) return n;
    }
    return 0;
}

extern "C" __global__ void additive_number(
    const char* text, const long long* start,
    unsigned char* answer, unsigned int count)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const char* s = text + start[i];
    int n = (int)(start[i + 1] - start[i]);
    bool found = false;
    for (int p = 1; 2 * p < n && !found; ++p) {
        if (p > 1 && s[0] == '0') break;  // leading zero
        for (int q = 1; 2 * p + q <= n && p + 2 * q <= n; ++q) {
            int a = 0, b = p, c = p + q;  // two numbers, and the next
            int sum = 1;
            while (c < n && sum > 0) {
                sum = sum_length(s + a, b - a, s + b, c - b,
                                 s + c, n - c);
                a = b;
                b = c;
                c += sum;
            }
            if (sum > 0) {  // c == n: the sums end where s ends
                found = true;
                break;
            }
        }
    }
    answer[i] = found;
}
