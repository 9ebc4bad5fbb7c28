// Who catches what a stopped call throws needs no header but the verb's.
#include <berth/sort.hpp>

template <class Range>
bool sorted_in_time(Range& items, const berth::hints& with) {
  try {
    berth::sort(items, with);
    return true;
  } catch (const berth::cancelled&) {
    return false;
  } catch (const berth::deadline_exceeded&) {
    return false;
  }
}

bool check(int (&row)[3]) { return sorted_in_time(row, {.grain = 8}); }
