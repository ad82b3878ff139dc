// Package floatingbase estimates the pose and velocity of a robot's floating base from an inertial
// measurement unit on the base and a sensor of its pose, such as motion capture.
//
// # The filter
//
// The state is the sensor point s of the unit (m, world), its velocity v (m/s, world), and the
// orientation R of the base. With angular velocity w and specific force f of the unit, in axes of
// the base, and gravity g, a step of dt predicts
//
//	R <- R exp(w dt)
//	a  = R f + g
//	s <- s + v dt + a dt^2/2
//	v <- v + a dt
//
// and each pose (s_m, R_m), measured h seconds after the previous one, corrects
//
//	s <- s + alpha (s_m - s)        alpha = 1 - theta^2,  theta = exp(-PositionRate h)
//	v <- v + beta/h (s_m - s)       beta = (1 - theta)^2
//	R <- R exp((1 - exp(-OrientationRate h)) log(R^T R_m))
//
// If a pose is more than 1 m from the estimate, or the estimate is not finite, the estimate begins
// anew with that pose: something was wrong before, or the base was moved.
//
// It is an alpha-beta filter with fading memory: errors of position have two equal poles at
// theta, stable for every h. Since the sensor point is followed and not the base's origin, no
// angular acceleration is needed. References: E. Brookner, Tracking and Kalman filtering made
// easy, Wiley 1998, sections 1.2 and 1.3; R. Mahony, T. Hamel, J.-M. Pflimlin, Nonlinear
// complementary filters on the special orthogonal group, IEEE TAC 53, 2008, whose passive filter
// the rotation is, without an estimate of bias: a bias b of the gyro leaves the error
// b/OrientationRate, one of the acceleration b/PositionRate^2.
package floatingbase
