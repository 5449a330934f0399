// A list of values in the order of their last use, and a table that finds their place in it by key.
//
// The hash takes 16 bytes at a time: each of its halves is multiplied with a word of the input,  h <- fold((h ^ w) k),
// where fold(p) is the exclusive or of the halves of the 128-bit product, and the halves see the words with different
// constants and in different order. It is fast and spreads well; it is not meant to withstand forgery.
#include "geometry/files/asset_cache.h"

#include <cstring>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "corten/assets.h"

namespace corten {

namespace {

__extension__ using Product = unsigned __int128;

constexpr std::uint64_t kMixers[4] = {0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xd6e8feb86659fd93};

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

struct Mix {
  std::uint64_t a, b;
  void words(std::uint64_t u, std::uint64_t v) {
    a = fold(a ^ u ^ kMixers[0], v ^ kMixers[1]) + u;
    b = fold(b ^ v ^ kMixers[2], u ^ kMixers[3]) ^ (v + (b << 23 | b >> 41));
  }
};

class Cache {
 public:
  std::shared_ptr<const void> find(const AssetKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) {
      ++misses_;
      return nullptr;
    }
    ++hits_;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
  }

  void insert(const AssetKey& key, std::shared_ptr<const void> value, std::size_t bytes) {
    std::list<Entry> dropped;  // freed after the lock
    const std::lock_guard lock(mutex_);
    if (bytes > limit_ || places_.contains(key)) return;
    entries_.push_front({key, std::move(value), bytes});
    places_.emplace(key, entries_.begin());
    used_ += bytes;
    shrink(dropped);
  }

  void set_limit(std::size_t bytes) {
    std::list<Entry> dropped;
    const std::lock_guard lock(mutex_);
    limit_ = bytes;
    shrink(dropped);
  }

  void clear() {
    std::list<Entry> dropped;
    const std::lock_guard lock(mutex_);
    dropped.swap(entries_);
    places_.clear();
    used_ = 0;
  }

  AssetCacheUse use() {
    const std::lock_guard lock(mutex_);
    return {used_, entries_.size(), hits_, misses_};
  }

 private:
  struct Entry {
    AssetKey key;
    std::shared_ptr<const void> value;
    std::size_t bytes;
  };
  struct Hash {
    std::size_t operator()(const AssetKey& key) const { return key.first(); }
  };

  void shrink(std::list<Entry>& dropped) {
    while (used_ > limit_) {
      used_ -= entries_.back().bytes;
      places_.erase(entries_.back().key);
      dropped.splice(dropped.begin(), entries_, std::prev(entries_.end()));
    }
  }

  std::mutex mutex_;
  std::list<Entry> entries_;  // the last used first
  std::unordered_map<AssetKey, std::list<Entry>::iterator, Hash> places_;
  std::size_t used_ = 0, limit_ = kDefaultAssetCacheLimit, hits_ = 0, misses_ = 0;
};

// Never destroyed: other objects of static lifetime may load models until the very end.
Cache& cache() {
  static Cache& instance = *new Cache;
  return instance;
}

}  // namespace

void AssetKey::add(std::span<const std::byte> bytes) {
  Mix mix{a_, b_};
  mix.words(bytes.size(), kMixers[0]);
  std::uint64_t words[2];
  for (; bytes.size() >= sizeof(words); bytes = bytes.subspan(sizeof(words))) {
    std::memcpy(words, bytes.data(), sizeof(words));
    mix.words(words[0], words[1]);
  }
  if (!bytes.empty()) {
    words[0] = words[1] = 0;
    std::memcpy(words, bytes.data(), bytes.size());
    mix.words(words[0], words[1]);
  }
  mix.words(mix.b, mix.a);
  a_ = mix.a, b_ = mix.b;
}

std::shared_ptr<const void> find_cached_asset(const AssetKey& key) { return cache().find(key); }
void cache_asset(const AssetKey& key, std::shared_ptr<const void> value, std::size_t bytes) {
  cache().insert(key, std::move(value), bytes);
}

void set_asset_cache_limit(std::size_t bytes) { cache().set_limit(bytes); }
void clear_asset_cache() { cache().clear(); }
AssetCacheUse asset_cache_use() { return cache().use(); }

}  // namespace corten
