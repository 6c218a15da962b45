// expect: divergence
// why: of a warp that only writes its slot, the lane that writes comes to the barrier alone
// needs: checker

// Sum over the 32 lanes of a warp; right in lane 0 only.
template <typename A>
__device__ A warp_sum(A value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffff, value, step);
    return value;
}

// Sum over a block; right in thread 0 only. Once a kernel: a second
// call would write slots that the first warp may still read.
template <typename A>
__device__ A block_sum(A value)
{
    __shared__ A slot[32];  // one a warp: 1024 threads are 32 warps
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int warps = blockDim.x / 32;

    value = warp_sum(value);
    if (lane == 0) slot[warp] = value;
    if (warp == 0 || lane == 0) __syncthreads();
    if (warp == 0) {
        value = lane < warps ? slot[lane] : A(0);
        value = warp_sum(value);
    }
    return value;
}
// 16 bytes: what one thread loads at once.
template <typename T>
struct alignas(16) Pack { T item[16 / sizeof(T)]; };

// One level: partial[b] becomes the sum of block b's share of x.
template <typename T, typename A>
__device__ void sum_level(const T* x, long long n, A* partial)
{
    const int WIDE = 16 / sizeof(T);  // elements of a pack
    const int LOADS = 4;  // packs that a thread loads at a time

    // Packs begin at multiples of 16 bytes: head, packs, tail.
    int head = (16 - (size_t)x % 16) % 16 / sizeof(T);
    if (head > n) head = n;
    long long packs = (n - head) / WIDE;
    int tail = n - head - packs * WIDE;
    const Pack<T>* pack = (const Pack<T>*)(x + head);

    // A block's turn is a tile of packs in a row, and so is a warp's
    // part of it; its lanes lie side by side in each load.
    long long tile = LOADS * blockDim.x;
    long long i = blockIdx.x * tile
                + threadIdx.x / 32 * 32 * LOADS + threadIdx.x % 32;
    A sum[WIDE] = {};
    for (; i + 32 * (LOADS - 1) < packs; i += gridDim.x * tile) {
        Pack<T> p[LOADS];
        for (int k = 0; k < LOADS; ++k) p[k] = pack[i + 32 * k];
        for (int k = 0; k < LOADS; ++k)
            for (int w = 0; w < WIDE; ++w) sum[w] += p[k].item[w];
    }
    for (; i < packs; i += 32)  // a last turn that is not full
        for (int w = 0; w < WIDE; ++w) sum[w] += pack[i].item[w];

    A total = 0;
    for (int w = 0; w < WIDE; ++w) total += sum[w];
    int edge = blockIdx.x == 0 ? threadIdx.x : WIDE;
    if (edge < head) total += x[edge];
    if (edge < tail) total += x[n - 1 - edge];
    total = block_sum(total);
    if (threadIdx.x == 0) partial[blockIdx.x] = total;
}
// 1024 threads of a block share 65536 registers; the bound keeps to them.

extern "C" __launch_bounds__(1024) __global__ void sum_float32(const float* x, long long n, float* partial)
{
    sum_level(x, n, partial);
}

extern "C" __launch_bounds__(1024) __global__ void sum_float64(const double* x, long long n, double* partial)
{
    sum_level(x, n, partial);
}

extern "C" __launch_bounds__(1024) __global__ void sum_int32(const int* x, long long n, long long* partial)
{
    sum_level(x, n, partial);
}

// The second level of sum_int32.
extern "C" __launch_bounds__(1024) __global__ void sum_int64(const long long* x, long long n, long long* partial)
{
    sum_level(x, n, partial);
}
