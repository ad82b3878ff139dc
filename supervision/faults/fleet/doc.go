// Package fleet draws applications from seeds, for campaigns over many robots.
//
// A seed determines the application: its robots, their worlds and rates, the control modes, the
// couplings, the policies of restarts and re-arms, and the length of a run. The result is files: an
// application file and robot descriptions, as a person would write them, with kinds of the standard
// registry. They load without an error, and without faults every joint runs and follows.
//
// The robots:
//
//	arm        2 to 5 joints that carry weight: revolute, one of them perhaps prismatic, and one
//	           perhaps mimicking an earlier one, as a parallel linkage does
//	gripper    1 or 2 fingers that slide; the second one may mimic the first one, and a dial the
//	           second one; some hold a ring from the inside, and a switch on their bus reports it
//	lift       a vertical axis with a spring brake
//	turntable  a continuous joint without weight
//	base       a cart on two wheels, or on four with rollers at 45 degrees or somewhat beside, with a
//	           planar virtual joint
//	biped      a robot that balances on two wheels at the ends of legs, in half of the cases with
//	           joints of kind balancing; many have a unit with noise, a filter of the floating base
//	           and hands that push them
//
// The joints of a robot have drives in one world, its home. Others command them there directly,
// through a chain of worlds, half by one world and half by another, or from the home of another
// robot, whose joints are commanded in return. Any world may observe joints of another one, joints
// that mimic others among them.
//
// [Wrong] makes one of the mistakes that people make in such files.
package fleet
