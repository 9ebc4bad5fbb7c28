#pragma once
// Objects that several threads make in one piece of raw memory, and what is destroyed when making them fails.
#include <cstddef>
#include <new>
#include <type_traits>

namespace berth::detail {

// The pieces of the memory that hold objects. Any thread adds pieces; when not kept, every object in them is destroyed
// by the destructor, which runs after all threads have left the call. Trivial objects need no book-keeping, and a call
// that ran as one piece keeps none: its one piece cleans up for itself.
template <class R>
class built_pieces {
  struct piece {
    R* begin;
    R* end;
    piece* next;
  };

 public:
  built_pieces() = default;
  built_pieces(const built_pieces&) = delete;
  built_pieces& operator=(const built_pieces&) = delete;
  ~built_pieces() {
    while (piece* p = newest_) {
      if (!kept_) destroy(p->begin, p->end);
      newest_ = p->next;
      delete p;
    }
  }

  // Makes room[begin..end) by make(address, index), in order. Where make throws, what this piece had made is destroyed.
  template <class Make>
  void build(R* room, std::size_t begin, std::size_t end, bool is_whole, Make make) {
    if constexpr (std::is_trivially_destructible_v<R>) {
      for (; begin != end; ++begin) make(room + begin, begin);
    } else {
      unfinished work{room + begin, room + begin, is_whole ? nullptr : new piece{}};
      for (; begin != end; ++begin, ++work.end) make(work.end, begin);
      work.hand_over(*this);
    }
  }

  // Makes objects from `room` on of what push(sink) hands to its sink, one object for each.
  template <class Push>
  void build_from(R* room, bool is_whole, Push push) {
    constexpr bool recorded = !std::is_trivially_destructible_v<R>;
    unfinished work{room, room, recorded && !is_whole ? new piece{} : nullptr};
    push([&work](auto&& x) {
      ::new (static_cast<void*>(work.end)) R(static_cast<decltype(x)>(x));
      ++work.end;
      return true;
    });
    work.hand_over(*this);
  }

  void keep() { kept_ = true; }

 private:
  static void destroy(R* begin, R* end) {
    while (end != begin) (--end)->~R();
  }

  struct unfinished {
    R* begin;
    R* end;
    piece* record;
    unfinished(R* b, R* e, piece* r) : begin(b), end(e), record(r) {}
    unfinished(const unfinished&) = delete;
    unfinished& operator=(const unfinished&) = delete;
    ~unfinished() {
      destroy(begin, end);
      delete record;
    }
    void hand_over(built_pieces& to) {
      if (record) to.add(record, begin, end);
      begin = end;
      record = nullptr;
    }
  };

  // Release, so that whoever walks the list after the call sees whole records; the call's end orders the rest.
  void add(piece* record, R* begin, R* end) {
    record->begin = begin;
    record->end = end;
    record->next = __atomic_load_n(&newest_, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&newest_, &record->next, record, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
  }

  piece* newest_ = nullptr;
  bool kept_ = false;
};

}  // namespace berth::detail
