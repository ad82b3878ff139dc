// Package messages defines the values that ports carry and the terms that all packages of
// robo-actors share.
//
// Values are plain Go structs. Between actors of one process they are copied, never marshalled;
// package messages/pb has the same values as protobuf for other processes and for logs.
//
// # Conventions
//
// Units are SI: metres, radians, seconds, kilograms, newtons, newton-metres. Frames follow ROS REP
// 103 (x forward, y left, z up). Quaternions are ordered w, x, y, z. Rotation matrices are 3x3 in
// row-major order. Six-vectors (twists, wrenches) are linear first, angular last.
//
// Joint vectors are concatenations over the joints of a world or joint group, in its order. A joint
// takes
//
//	type                              in Position                          in Velocity, Acceleration, Effort
//	revolute, continuous, prismatic   1: rad, rad, m                       1: rad/s, rad/s, m/s (N m, N m, N)
//	planar                            3: x m, y m, theta rad               3: vx m/s, vy m/s, omega rad/s (body twist)
//	floating                          7: x y z m, quaternion w x y z       6: linear m/s, angular rad/s (body twist)
//	fixed                             0                                    0
//
// The position of a planar or floating joint is that of the moved body in the joint's frame; its
// velocity is the twist of the moved body expressed in the moved body's own frame, as ROS odometry
// has it.
//
// # Sizes
//
// A slice field has a dimension, named in its `dim` tag. Its capacity is fixed when the application
// is built, and every slot of every link owns its arrays, so that a value can be copied without
// allocating.
package messages
