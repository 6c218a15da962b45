// A stand-in for a GPU that runs one block after another, its threads as fibers in turn. Tests only.
//
// It knows barriers, shuffles down and __syncwarp, reports threads that wait for each other for ever, misaligned loads and
// indices beyond an array (by hooks of g++'s -fsanitize=alignment,bounds), and arguments of a wrong size. It sees no races
// and no reads of uninitialised memory.

#include <csetjmp>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <ucontext.h>

struct Dim { unsigned int x, y, z; };
static Dim threadIdx, blockIdx, blockDim, gridDim;

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)

namespace lockstep {

enum Error { none, divergence, misaligned, out_of_bounds, wrong_arguments };
enum State { ready, at_warp, at_block, done };

struct Fiber {
    ucontext_t start;
    jmp_buf here;
    State state;
    bool begun;
    int phase;
    char value[2][8];  // what its lane hands on, of this shuffle and of the one before
    char stack[32768];
};

static Fiber fibers[1024];
static Fiber* current;
static jmp_buf scheduler, aborted;
static void (*work)();

static void yield(State state)
{
    current->state = state;
    if (!_setjmp(current->here)) _longjmp(scheduler, 1);
}

static void run()
{
    for (;;) {
        work();
        yield(done);
    }
}

static void resume(Fiber& fiber)
{
    current = &fiber;
    threadIdx.x = &fiber - fibers;
    if (_setjmp(scheduler)) return;
    if (fiber.begun) _longjmp(fiber.here, 1);
    fiber.begun = true;
    getcontext(&fiber.start);
    fiber.start.uc_stack = {fiber.stack, 0, sizeof fiber.stack};
    makecontext(&fiber.start, run, 0);
    setcontext(&fiber.start);
}

// Let those go on who have waited for all the others that are not done.
static bool release(unsigned int from, unsigned int to, State state)
{
    for (unsigned int t = from; t < to; ++t)
        if (fibers[t].state != state && fibers[t].state != done) return false;
    bool any = false;
    for (unsigned int t = from; t < to; ++t)
        if (fibers[t].state == state) fibers[t].state = ready, any = true;
    return any;
}

static bool run_block()
{
    for (unsigned int t = 0; t < blockDim.x; ++t) fibers[t].state = ready;
    for (;;) {
        bool left = false, released = false;
        for (unsigned int t = 0; t < blockDim.x; ++t) {
            if (fibers[t].state == ready) resume(fibers[t]);
            left |= fibers[t].state != done;
        }
        if (!left) return true;
        for (unsigned int t = 0; t < blockDim.x; t += 32) released |= release(t, t + 32, at_warp);
        if (!released && !release(0, blockDim.x, at_block)) return false;
    }
}

template <typename V>
V take(const char* arguments, size_t& at)
{
    V value;
    at = (at + alignof(V) - 1) / alignof(V) * alignof(V);
    memcpy(&value, arguments + at, sizeof value);
    at += sizeof value;
    return value;
}

template <typename... P>
int launch(void (*kernel)(P...), unsigned int blocks, unsigned int threads, const char* arguments, size_t size)
{
    static void (*function)(P...);
    static std::tuple<P...> values;
    size_t at = 0;
    function = kernel;
    values = std::tuple<P...>{take<P>(arguments, at)...};
    if (at != size) return wrong_arguments;
    work = [] { std::apply(function, values); };
    gridDim = {blocks, 1, 1};
    blockDim = {threads, 1, 1};
    int error = _setjmp(aborted);
    for (blockIdx.x = 0; !error && blockIdx.x < blocks; ++blockIdx.x)
        if (!run_block()) error = divergence;
    if (error)
        for (Fiber& fiber : fibers) fiber.begun = false;
    return error;
}

template <typename V>
struct shuffles { static constexpr bool allowed = std::is_arithmetic_v<V>; };

}  // namespace lockstep

static void __syncthreads() { lockstep::yield(lockstep::at_block); }
[[maybe_unused]] static void __syncwarp() { lockstep::yield(lockstep::at_warp); }

template <typename V>
V __shfl_down_sync(unsigned int, V value, int step)
{
    static_assert(lockstep::shuffles<V>::allowed, "no shuffle takes this type");
    lockstep::Fiber* lane = lockstep::current;
    int phase = lane->phase;
    memcpy(lane->value[phase], &value, sizeof value);
    lane->phase = 1 - phase;
    lockstep::yield(lockstep::at_warp);
    if (threadIdx.x % 32 + step < 32) memcpy(&value, lane[step].value[phase], sizeof value);
    return value;
}

extern "C" {
void __ubsan_handle_type_mismatch_v1(void*, void*) { _longjmp(lockstep::aborted, lockstep::misaligned); }
void __ubsan_handle_out_of_bounds(void*, void*) { _longjmp(lockstep::aborted, lockstep::out_of_bounds); }
}
