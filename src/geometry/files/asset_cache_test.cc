// The cache is shared by the whole process; every test starts from an empty one and leaves the default limit behind.
#include "geometry/files/asset_cache.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <utility>

#include "corten/assets.h"

namespace corten {
namespace {

class AssetCache : public testing::Test {
 protected:
  AssetCache() { clear_asset_cache(); }
  ~AssetCache() override {
    clear_asset_cache();
    set_asset_cache_limit(kDefaultAssetCacheLimit);
  }
};

AssetKey key_of(int number) {
  AssetKey key("number");
  key.add(number);
  return key;
}

// Whether the value had to be made.
bool makes(int number, std::size_t bytes = 1000) {
  bool made = false;
  const auto value = cached_asset<int>(
      key_of(number), [&] { return made = true, number; }, [&](int) { return bytes; });
  EXPECT_EQ(*value, number);
  return made;
}

TEST_F(AssetCache, ValuesAreMadeOnce) {
  EXPECT_TRUE(makes(1));
  EXPECT_FALSE(makes(1));
  EXPECT_TRUE(makes(2));
  EXPECT_EQ(asset_cache_use().entries, 2u);
  clear_asset_cache();
  EXPECT_EQ(asset_cache_use().bytes, 0u);
  EXPECT_TRUE(makes(1));
}

TEST_F(AssetCache, WhatWasUsedLongestAgoGoesFirst) {
  set_asset_cache_limit(3100);
  for (const int i : {1, 2, 3}) makes(i);
  EXPECT_FALSE(makes(1));
  makes(4);  // instead of 2
  EXPECT_LE(asset_cache_use().bytes, 3100u);
  EXPECT_FALSE(makes(1));
  EXPECT_FALSE(makes(3));
  EXPECT_TRUE(makes(2));
  set_asset_cache_limit(0);
  EXPECT_EQ(asset_cache_use().entries, 0u);
  EXPECT_TRUE(makes(1));
  EXPECT_TRUE(makes(1));
}

TEST_F(AssetCache, TooLargeAValueDropsNothing) {
  set_asset_cache_limit(2100);
  makes(1);
  for (const std::size_t bytes : {2101u, 5000u}) {
    EXPECT_TRUE(makes(2, bytes));
    EXPECT_TRUE(makes(2, bytes));
    EXPECT_FALSE(makes(1));
  }
  EXPECT_TRUE(makes(3, 900));  // which fits, together with the first
  EXPECT_FALSE(makes(3, 900));
  EXPECT_FALSE(makes(1));
}

TEST_F(AssetCache, FailuresAreNotKept) {
  const auto fail = [] {
    return cached_asset<int>(
        key_of(1), []() -> int { throw 1; }, [](int) { return 1; });
  };
  EXPECT_THROW(fail(), int);
  EXPECT_TRUE(makes(1));
}

TEST_F(AssetCache, ManyThreads) {
  set_asset_cache_limit(10000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 2000; ++i) makes((i * (t + 1)) % 23);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(asset_cache_use().bytes, 10000u);
}

TEST(AssetKey, EveryBitAndBoundaryCounts) {
  const auto of = [](const std::string& a, const std::string& b) {
    AssetKey key("kind");
    key.add(a), key.add(b);
    return std::pair(key.first(), key.second());
  };
  EXPECT_EQ(of("ab", "c"), of("ab", "c"));
  EXPECT_NE(of("ab", "c"), of("a", "bc"));
  EXPECT_NE(of("", "abc"), of("abc", ""));
  std::set<std::uint64_t> first, second;
  std::string text(100, 'x');
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      text[i] = static_cast<char>(text[i] ^ 1 << bit);
      first.insert(of(text, "").first), second.insert(of(text, "").second);
      text[i] = static_cast<char>(text[i] ^ 1 << bit);
    }
  }
  EXPECT_EQ(first.size(), 800u);
  EXPECT_EQ(second.size(), 800u);
  std::set<std::pair<std::uint64_t, std::uint64_t>> zeros;
  for (std::size_t size = 0; size < 64; ++size) zeros.insert(of(std::string(size, '\0'), ""));
  EXPECT_EQ(zeros.size(), 64u);
}

}  // namespace
}  // namespace corten
