#pragma once
// A machine made up for one test.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

class temporary_tree {
 public:
  temporary_tree() {
    std::string pattern = (std::filesystem::temp_directory_path() / "berth-tree-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
    root_ = pattern;
  }
  ~temporary_tree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  temporary_tree(const temporary_tree&) = delete;
  temporary_tree& operator=(const temporary_tree&) = delete;

  temporary_tree& file(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(at(path).parent_path());
    std::ofstream(at(path), std::ios::binary) << text;
    return *this;
  }
  temporary_tree& directory(const std::string& path) {
    std::filesystem::create_directories(at(path));
    return *this;
  }
  [[nodiscard]] std::filesystem::path at(const std::string& path) const {
    return root_ / std::filesystem::path(path).relative_path();
  }
  [[nodiscard]] std::string root() const { return root_.string(); }

 private:
  std::filesystem::path root_;
};
