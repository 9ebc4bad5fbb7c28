#include "environment/cpu_list.hpp"

#include "entry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using berth::impl::cpu_list;
  const auto list = cpu_list::parse(as_text(data, size));
  if (!list) return 0;
  must(list->count() >= 0 && list->count() <= cpu_list::highest + 1);
  must(list->last() <= cpu_list::highest);
  must(cpu_list::parse(list->to_string()) == list);
  return 0;
}
