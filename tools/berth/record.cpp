#include "berth/record.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "subcommand.hpp"

namespace berth::tool {

void add_record(CLI::App& command, int&) {
  auto directory = std::make_shared<std::string>();
  CLI::App* record_command =
      command.add_subcommand("record", "Write what berth reads here into a directory, for a bug report");
  record_command->add_option("directory", *directory, "A new or empty directory")->required()->type_name("DIR");
  record_command->callback([directory] {
    record(*directory);
    std::cout << "recorded: berth explain --root " << *directory << "\n";
  });
}

}  // namespace berth::tool
