#pragma once
// Ten jobs that every library of the pages does once, on the
// same input. Each program defines them (JavaStreams.java
// does the same in Java); main.cpp makes the input, calls
// them and prints what came out, which is to be answers.txt.
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace jobs {

struct order {
  int id;
  std::string customer;
  double price;
};

struct folder {
  long bytes;
  std::unique_ptr<folder> left, right;  // both or none
};

using counts = std::map<std::string, std::size_t>;

// Takes a while. Asks for a stop where it finds something
// wrong; counts its calls, and how many are made at a time.
// Any thread may call it.
void audit(const order& o, std::stop_source& stop);

std::vector<double> with_tax(
    const std::vector<order>& orders);
void take_out(std::vector<long>& stock,
              const std::vector<long>& sold);
double revenue(const std::vector<order>& orders);
std::vector<std::string> dear_ones(
    const std::vector<order>& orders);
counts by_customer(const std::vector<order>& orders);
void dearest_first(std::vector<order>& orders);
std::optional<std::size_t> first_at(
    const std::vector<order>& orders, double price);
std::vector<long> ends_of(const std::vector<long>& lengths);
long all_bytes(const folder& root);
void audit_all(const std::vector<order>& orders,
               std::stop_source& stop);

// Prints a line for each thing that the library's page says
// of it beside the snippets, and that is not so.
void say_what_is_wrong_on_the_page();

}  // namespace jobs
