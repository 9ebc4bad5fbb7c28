#include <berth/detail/large_memory.hpp>
#include <berth/detail/open_string.hpp>

namespace berth::impl {
namespace {

constexpr std::size_t huge_text = std::size_t{4} << 20;

#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI

// libstdc++ has a member that says where a string ends, for its own use. It has had it in every version of this string;
// with one that had not this would not compile. An explicit instantiation may name it, and the friend hands it on.
struct private_member {
  using type = void (std::string::*)(std::size_t);
  friend type set_length(private_member);
};
template <private_member::type Member>
struct handed_on {
  friend private_member::type set_length(private_member) { return Member; }
};
template struct handed_on<&std::string::_M_set_length>;

void end_at(std::string& text, std::size_t length) { (text.*set_length(private_member{}))(length); }

#else

void end_at(std::string& text, std::size_t length) { text.resize(length); }

#endif

}  // namespace
}  // namespace berth::impl

namespace berth::detail {

void open_text(std::string& text, std::size_t length) {
  if (length > text.capacity()) {
    text.reserve(length);
    if (length >= impl::huge_text) want_huge_pages(text.data(), length);
  }
  impl::end_at(text, length);
}

}  // namespace berth::detail
