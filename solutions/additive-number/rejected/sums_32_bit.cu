// expect: wrong-answer
// why: reads and adds in 32 bits and wraps: wrong from 2**32 on, both ways

// How many digits of c the sum of a and b takes; 0: c differs.
__device__ unsigned int read(const char* s, int n)
{
    unsigned int number = 0;
    for (int k = 0; k < n; ++k) number = number * 10 + (s[k] - '0');
    return number;
}

__device__ int sum_length(const char* a, int la,
                          const char* b, int lb,
                          const char* c, int room)
{
    unsigned int sum = read(a, la) + read(b, lb);
    int n = 1;
    for (unsigned int left = sum / 10; left > 0; left /= 10) ++n;
    if (n > room) return 0;
    for (int k = n - 1; k >= 0; --k) {
        if (c[k] - '0' != (int)(sum % 10)) return 0;
        sum /= 10;
    }
    return n;
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
            if (q > 1 && s[p] == '0') break;  // leading zero
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
