#include "algorithms/leaf.hpp"

namespace algorithms {
namespace {

void sum(work& w) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (std::size_t i = 0; i < w.n; ++i) total += w.d[i];
  w.answer = bits_of(total);
}

// g++ 12 takes its own copies of the scanned variable for uninitialised ones.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
template <class T>
void scan(const std::vector<T>& in, std::vector<T>& out) {
  T total{};
#pragma omp parallel for reduction(inscan, + : total)
  for (std::size_t i = 0; i < in.size(); ++i) {
    total += in[i];
#pragma omp scan inclusive(total)
    out[i] = total;
  }
}
#pragma GCC diagnostic pop

void collect(work& w) {
  std::vector<double> made(w.n);
#pragma omp parallel for
  for (std::size_t i = 0; i < w.n; ++i) made[i] = affine{}(w.d[i]);
  answer_with(w, made);
}

void histogram(work& w) {
  std::vector<u64> made(256);
  u64* const bins = made.data();
#pragma omp parallel for reduction(+ : bins[ : 256])
  for (std::size_t i = 0; i < w.n; ++i) ++bins[low_byte{}(w.a[i])];
  answer_with(w, made);
}

void map_into(work& w) {
#pragma omp parallel for
  for (std::size_t i = 0; i < w.n; ++i) w.out_d[i] = affine{}(w.d[i]);
}

void reduce(work& w) {
  u64 total = 0;
#pragma omp parallel for reduction(+ : total)
  for (std::size_t i = 0; i < w.n; ++i) total += w.a[i];
  w.answer = total;
}

void map_reduce(work& w) {
  u64 total = 0;
#pragma omp parallel for reduction(+ : total)
  for (std::size_t i = 0; i < w.n; ++i) total += mixed{}(w.a[i]);
  w.answer = total;
}

void count_if(work& w) {
  u64 total = 0;
#pragma omp parallel for reduction(+ : total)
  for (std::size_t i = 0; i < w.n; ++i) total += is_odd{}(w.a[i]);
  w.answer = total;
}

const bool added = add({"openmp",
                        {
                            {"sum_f64", sum},
                            {"scan_u64", [](work& w) { scan(w.a, w.out); }},
                            {"scan_f64", [](work& w) { scan(w.d, w.out_d); }},
                            {"collect_vector", collect},
                            {"collect_buffer", collect},
                            {"map", collect},
                            {"histogram_dense", histogram},
                            {"histogram", histogram},
                            {"map_into", map_into},
                            {"for_each_index", map_into},
                            {"sum", sum},
                            {"inclusive_scan_into", [](work& w) { scan(w.a, w.out); }},
                            {"reduce", reduce},
                            {"map_reduce", map_reduce},
                            {"count_if", count_if},
                        }});

}  // namespace
}  // namespace algorithms
