// Whitebox: the strict readers of small texts.

#include <doctest/doctest.h>

#include "budget/quota.hpp"
#include "environment/cgroup_membership.hpp"
#include "environment/cpu_list.hpp"
#include "environment/group_details.hpp"
#include "environment/quota_level.hpp"
#include "environment/scan.hpp"
#include "runtime/json_writer.hpp"

using namespace berth;
using namespace berth::impl;

TEST_CASE("a whole number is digits and nothing else") {
  CHECK(whole_number("0") == 0);
  CHECK(whole_number("004") == 4);
  CHECK(whole_number("9223372036854775807") == 9223372036854775807);
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.0", "1e9", "0x10", "9223372036854775808", "18446744073709551617"})
    CHECK_FALSE(whole_number(text));
}

TEST_CASE("a duration needs its unit") {
  CHECK(duration("50us") == std::chrono::microseconds(50));
  CHECK(duration("1.5ms") == std::chrono::microseconds(1500));
  CHECK(duration("0s") == std::chrono::nanoseconds(0));
  for (const char* text : {"50", "us", "", "-1us", "1 us", "1us ", "1.us", ".5us", "1..5us", "1min", "99999999999999999999s", "86401s"})
    CHECK_FALSE(duration(text));
}

TEST_CASE("a CPU list is numbers and rising ranges") {
  CHECK(cpu_list::parse("0-3,8\n")->count() == 5);
  CHECK(cpu_list::parse("1-2,3-4")->to_string() == "1-4");
  CHECK(cpu_list::parse("5,1,3-4,2")->to_string() == "1-5");
  CHECK(cpu_list::parse("0-1919")->count() == 1920);
  CHECK(cpu_list::parse("")->empty());
  for (const char* text : {"a", "1-", "-1", "3-1", "1,,2", "1,", "1 2", "0-99999999999", "0x3"}) CHECK_FALSE(cpu_list::parse(text));
}

TEST_CASE("a mask becomes a list") {
  CHECK(cpu_list::from_mask({0xFUL, 0x1UL}).to_string() == "0-3,64");
  CHECK(cpu_list::from_mask({~0UL, ~0UL}).to_string() == "0-127");
}

TEST_CASE("one list is inside another or not") {
  CHECK(cpu_list::parse("0-7")->contains_all_of(*cpu_list::parse("1,3-4")));
  CHECK_FALSE(cpu_list::parse("0-7")->contains_all_of(*cpu_list::parse("7-8")));
}

TEST_CASE("v2 limits") {
  const auto kind = [](const char* text) { return parse_cpu_max(text).kind; };
  CHECK(kind("max 100000\n") == level_kind::unlimited);
  CHECK(kind("max") == level_kind::unlimited);
  CHECK(kind("-1 100000") == level_kind::unlimited);
  CHECK(parse_cpu_max("150000 100000").quota_us == 150000);
  CHECK(parse_cpu_max("250000\n").period_us == 100000);
  for (const char* text : {"", "\n", "abc", "0 100000", "100000 0", "1 2 3", "100000 -5", "1.5 2", "max max", "9223372036854775808 1"})
    CHECK(kind(text) == level_kind::malformed);
}

TEST_CASE("v1 limits need their period") {
  CHECK(parse_cfs("-1", "100000").kind == level_kind::unlimited);
  CHECK(parse_cfs("-1", std::nullopt).kind == level_kind::unlimited);
  CHECK(parse_cfs("200000", std::nullopt).kind == level_kind::malformed);
  CHECK(parse_cfs("200000", "0").kind == level_kind::malformed);
  CHECK(parse_cfs("150000\n", "100000\n").raw == "150000 100000");
}

TEST_CASE("the controller's name counts as a whole word, and a path may hold colons") {
  const auto own = parse_membership("3:cpuset:/a\n2:cpuacct:/b\n1:name=cpu:/c\n5:cpuacct,cpu:/x:y:z\n0::/u\n", "cpu");
  REQUIRE(own);
  CHECK(own->version == 1);
  CHECK(own->path == "/x:y:z");
  CHECK(parse_membership("3:freezer:/f\n0::/u v\n", "cpu")->path == "/u v");
  CHECK_FALSE(parse_membership("", "cpu"));
  CHECK_FALSE(parse_membership("nonsense\n0:\n:::\n0::relative\n", "cpu"));
}

TEST_CASE("threads are rounded exactly, and there is always one") {
  CHECK(threads_for(300001, 100000, {1, 1}, quota_rounding::up) == 4);
  CHECK(threads_for(700000, 100000, {1, 1}, quota_rounding::up) == 7);
  CHECK(threads_for(150000, 100000, {1, 1}, quota_rounding::down) == 1);
  CHECK(threads_for(150000, 100000, {1, 1}, quota_rounding::nearest) == 2);
  CHECK(threads_for(149999, 100000, {1, 1}, quota_rounding::nearest) == 1);
  CHECK(threads_for(1000, 1000000, {1, 65535}, quota_rounding::down) == 1);
  CHECK(threads_for(800000, 100000, {1, 8}, quota_rounding::up) == 1);
  CHECK(threads_for(9223372036854775807, 1, {1, 1}, quota_rounding::up) == cpu_list::highest);
}

TEST_CASE("throttling is read from either version's cpu.stat") {
  const auto v2 = parse_cpu_stat("usage_usec 5\nnr_periods 40\nnr_throttled 23\nthrottled_usec 1500000\n");
  REQUIRE(v2);
  CHECK(v2->throttled == 23);
  CHECK(v2->seconds == 1.5);
  CHECK(parse_cpu_stat("nr_periods 4\nnr_throttled 2\nthrottled_time 250000000\n")->seconds == 0.25);
  CHECK_FALSE(parse_cpu_stat("usage_usec 5\n"));
}

TEST_CASE("JSON strings are valid whatever the bytes are") {
  json_writer json;
  json.open_object();
  json.value("a", std::string("\xff\xc0\x80 \"\\\n\x01 \xe2\x82\xac\xed\xa0\x80"));
  json.close_object();
  const std::string text = json.finish();
  CHECK(text.find("\xff") == std::string::npos);
  CHECK(text.find("\\u0001") != std::string::npos);
  CHECK(text.find("\xe2\x82\xac") != std::string::npos);
  CHECK(utf8_length("\xf4\x90\x80\x80") == 0);
  CHECK(utf8_length("\xe0\x80\x80") == 0);
}
