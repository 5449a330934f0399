// Models A to L of item 4: spatial tendons, straight and wrapped.
//
// The slide bodies of C, D and I have a geom that the specification lacks: a moving body needs mass.
#pragma once

namespace corten::spatial_tendon {

inline constexpr const char* kStraight = R"(
  <mujoco>
    <worldbody>
      <body pos="0 0 1">
        <joint axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5"/><site name="s1"/>
        <body pos="0 0 -0.5">
          <joint axis="0 1 0"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/><site name="s2" pos="0 0 -0.2"/>
        </body>
      </body>
    </worldbody>
    <tendon>
      <spatial name="t1" stiffness="100" damping="10"><site site="s1"/><site site="s2"/></spatial>
    </tendon>
    <actuator><motor tendon="t1" gear="1"/></actuator>
    <sensor><tendonpos tendon="t1"/><tendonvel tendon="t1"/></sensor>
  </mujoco>)";  // A

inline constexpr const char* kSphere = R"(
  <mujoco>
    <worldbody>
      <body pos="-0.3 0.05 0"><joint axis="0 0 1"/><geom size="0.02"/><site name="origin"/></body>
      <body><geom name="wrap" size="0.1"/></body>
      <body pos="0.3 0.05 0"><joint axis="0 0 1"/><geom size="0.02"/><site name="insertion"/></body>
    </worldbody>
    <tendon>
      <spatial stiffness="200"><site site="origin"/><geom geom="wrap"/><site site="insertion"/></spatial>
    </tendon>
  </mujoco>)";  // B

inline constexpr const char* kCylinder = R"(
  <mujoco>
    <worldbody>
      <body pos="-0.3 0.1 0.2"><joint type="slide" axis="1 0 0"/><geom size="0.02"/><site name="s1"/></body>
      <body><geom name="wrap" type="cylinder" size="0.08 0.3"/></body>
      <body pos="0.3 -0.05 -0.2"><joint type="slide" axis="1 0 0"/><geom size="0.02"/><site name="s2"/></body>
    </worldbody>
    <tendon><spatial><site site="s1"/><geom geom="wrap"/><site site="s2"/></spatial></tendon>
  </mujoco>)";  // C

inline constexpr const char* kPulley = R"(
  <mujoco>
    <worldbody>
      <body pos="0 0 0.5"><joint type="slide" axis="0 0 1"/><geom size="0.02"/><site name="s1"/></body>
      <body><site name="s2"/><site name="s3"/></body>
      <body pos="0 0 -0.5"><joint type="slide" axis="0 0 1"/><geom size="0.02"/><site name="s4"/></body>
    </worldbody>
    <tendon>
      <spatial stiffness="100">
        <site site="s1"/><site site="s2"/><pulley divisor="2"/><site site="s3"/><site site="s4"/>
      </spatial>
    </tendon>
  </mujoco>)";  // D

inline constexpr const char* kSphereSide = R"(
  <mujoco>
    <worldbody>
      <body pos="-0.3 0.15 0"><joint axis="0 0 1"/><geom size="0.02"/><site name="origin"/></body>
      <body><geom name="wrap" size="0.1"/><site name="side" pos="0 0.3 0"/></body>
      <body pos="0.3 -0.05 0"><joint axis="0 0 1"/><geom size="0.02"/><site name="insertion"/></body>
    </worldbody>
    <tendon>
      <spatial><site site="origin"/><geom geom="wrap" sidesite="side"/><site site="insertion"/></spatial>
    </tendon>
  </mujoco>)";  // E

inline constexpr const char* kThreeSites = R"(
  <mujoco>
    <worldbody>
      <body pos="0 0 1">
        <joint axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5"/><site name="s1"/>
        <body pos="0 0 -0.5">
          <joint axis="0 1 0"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/><site name="s2" pos="0 0 -0.2"/>
          <body pos="0 0 -0.4">
            <joint axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.3"/>
            <site name="s3" pos="0 0 -0.15"/>
          </body>
        </body>
      </body>
    </worldbody>
    <tendon>
      <spatial stiffness="100" damping="10"><site site="s1"/><site site="s2"/><site site="s3"/></spatial>
    </tendon>
  </mujoco>)";  // F

inline constexpr const char* kLimited = R"(
  <mujoco>
    <worldbody>
      <body pos="0 0 1">
        <joint axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5"/><site name="s1"/>
        <body pos="0 0 -0.5">
          <joint axis="0 1 0"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/><site name="s2" pos="0 0 -0.2"/>
        </body>
      </body>
    </worldbody>
    <tendon>
      <spatial name="t" stiffness="100" damping="10" limited="true" range="0.35 0.9">
        <site site="s1"/><site site="s2"/>
      </spatial>
    </tendon>
    <actuator><muscle tendon="t" force="100" lengthrange="0.35 0.9"/></actuator>
  </mujoco>)";  // G

inline constexpr const char* kCollinear = R"(
  <mujoco>
    <worldbody>
      <body pos="-0.3 0 0"><joint type="slide" axis="0 1 0"/><geom size="0.02"/><site name="s1"/></body>
      <body><geom name="wrap" size="0.1"/></body>
      <body pos="0.3 0 0"><joint type="slide" axis="0 1 0"/><geom size="0.02"/><site name="s2"/></body>
    </worldbody>
    <tendon><spatial><site site="s1"/><geom geom="wrap"/><site site="s2"/></spatial></tendon>
  </mujoco>)";  // H

inline constexpr const char* kCylinderSide = R"(
  <mujoco>
    <worldbody>
      <body pos="-0.3 0.1 0.2"><joint type="slide" axis="1 0 0"/><geom size="0.02"/><site name="s1"/></body>
      <body><geom name="wrap" type="cylinder" size="0.08 0.3"/><site name="side" pos="0 0.2 0"/></body>
      <body pos="0.3 -0.05 -0.2"><joint type="slide" axis="1 0 0"/><geom size="0.02"/><site name="s2"/></body>
    </worldbody>
    <tendon><spatial><site site="s1"/><geom geom="wrap" sidesite="side"/><site site="s2"/></spatial></tendon>
  </mujoco>)";  // I

inline constexpr const char* kForcedSide = R"(
  <mujoco>
    <worldbody>
      <body pos="-0.3 0.2 0"><joint axis="0 0 1"/><geom size="0.02"/><site name="s1"/></body>
      <body><geom name="wrap" size="0.1"/><site name="side" pos="0 -0.3 0"/></body>
      <body pos="0.3 0.2 0"><joint axis="0 0 1"/><geom size="0.02"/><site name="s2"/></body>
    </worldbody>
    <tendon><spatial><site site="s1"/><geom geom="wrap" sidesite="side"/><site site="s2"/></spatial></tendon>
  </mujoco>)";  // J

inline constexpr const char* kFreeBody = R"(
  <mujoco>
    <worldbody>
      <site name="anchor"/>
      <body pos="1 0 0" euler="0 45 0"><freejoint/><geom size="0.05"/><site name="attach" pos="0.2 0.1 0"/></body>
    </worldbody>
    <tendon><spatial stiffness="100"><site site="anchor"/><site site="attach"/></spatial></tendon>
  </mujoco>)";  // K

inline constexpr const char* kMixed = R"(
  <mujoco>
    <worldbody>
      <body pos="0 0 1">
        <joint axis="0 1 0"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.5"/><site name="s1" pos="0 0.3 0"/>
        <body pos="0 0 -0.5">
          <joint axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.4"/><site name="s2" pos="0 0.15 0"/>
          <body pos="0 0 -0.2"><geom name="wrap" size="0.08"/></body>
          <body pos="0 0 -0.4">
            <joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.3"/><site name="s3"/>
          </body>
        </body>
      </body>
    </worldbody>
    <tendon>
      <spatial stiffness="100"><site site="s1"/><site site="s2"/><geom geom="wrap"/><site site="s3"/></spatial>
    </tendon>
  </mujoco>)";  // L

}  // namespace corten::spatial_tendon
