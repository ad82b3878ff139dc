package wheelodometry

import "github.com/robo-actors/robo-actors/messages"

// Velocity returns the speed forward, m/s, or false where no wheel touches the ground. Radius has
// the signed radii of the wheels, m, and speed how fast they turn, rad/s.
func Velocity(radius, speed []float64, contact []messages.WheelContact) (velocity float64, ok bool) {
	sum, n := 0.0, 0
	for i := range contact {
		if contact[i].Contact {
			sum += radius[i] * speed[i]
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Step advances an odometry by h seconds.
func Step(o messages.WheelOdometry, radius, speed []float64, contact []messages.WheelContact, h float64) messages.WheelOdometry {
	velocity, ok := Velocity(radius, speed, contact)
	if !ok {
		return o
	}
	return messages.WheelOdometry{Position: o.Position + velocity*h, Velocity: velocity}
}
