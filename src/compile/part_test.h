// For tests of the compiler's parts outside the tree: one small model with an object of every kind, and the sections to
// test. Ids: geoms floor 0, ball 1, rod 2, block 3, tip 4; sites s0..s3 0..3; joints slide 0, hinge 1, socket 2; bodies
// world 0, b1, b2, b3, hand 4. Dofs: slide 0, hinge 1, socket 2..4.
#pragma once

#include <string>
#include <vector>

#include "corten/load.h"

namespace corten {

inline Model load_parts(const std::string& sections) {
  return load_text(R"(<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <site name="s0" pos="0 0 1"/>
    <camera name="cam" resolution="4 3"/>
    <body name="b1">
      <joint name="slide" type="slide" axis="1 0 0"/>
      <geom name="ball" size=".1"/>
      <site name="s1" pos=".3 0 0"/>
      <body name="b2" pos="0 0 .5">
        <joint name="hinge" range="-90 90"/>
        <geom name="rod" type="cylinder" size=".1 .2"/>
        <site name="s2" pos="0 .3 0"/>
      </body>
    </body>
    <body name="b3" pos="1 0 0">
      <joint name="socket" type="ball"/>
      <geom name="block" type="box" size=".1 .1 .1"/>
      <site name="s3"/>
    </body>
    <body name="hand" mocap="true" pos="1 2 3" quat="0 1 0 0"><geom name="tip" size=".1"/></body>
  </worldbody>
)" + sections + "</mujoco>");
}

// What is said about sections that cannot be loaded, empty if they can.
inline std::string problem(const std::string& sections) {
  try {
    load_parts(sections);
  } catch (const LoadError& error) {
    return error.what();
  }
  return {};
}

template <class T>
std::vector<int> ints(const Array<T>& array) {
  std::vector<int> values;
  for (const T& value : array) values.push_back(static_cast<int>(value));
  return values;
}

// The numbers of an array of vectors, one after the other.
template <class T>
std::vector<double> numbers(const Array<T>& array) {
  std::vector<double> values;
  for (const T& element : array) {
    if constexpr (requires { element[0]; }) {
      for (int i = 0; i < T::size(); ++i) values.push_back(element[i]);
    } else {
      values.push_back(element);
    }
  }
  return values;
}

}  // namespace corten
