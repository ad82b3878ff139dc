package draft

import (
	"fmt"
	"math"
	"strings"
)

// biped is a robot that balances on two wheels at the ends of legs, as an Upkie does.
type biped struct {
	wheels []wheel // left, right
	root   string
	imu    string // body with the inertial measurement unit
	height float64
}

// onTwoLegs reports whether two wheels are at the ends of two legs, one on each side.
func onTwoLegs(w []wheel) bool {
	return len(w) == 2 && len(w[0].legs) > 0 && len(w[1].legs) > 0 && near(w[0].x, w[1].x) && w[0].y*w[1].y < 0
}

// complete fills what follows from the wheels.
func (b *biped) complete(r *robot) {
	b.root, _ = r.description.RootLink() // the world is built
	b.imu = b.root
	mass := 0.0
	for i := range r.description.Links {
		link := &r.description.Links[i]
		mass += link.Inertia.Mass
		if strings.Contains(strings.ToLower(link.Name), "imu") {
			b.imu = link.Name
		}
	}
	r.tip = b.imu
	b.height = b.wheels[0].radius - b.wheels[0].axle + 0.001
	for _, w := range b.wheels {
		r.joints[w.joint].rolls = mass * w.radius * w.radius / 4
	}
}

func (r *robot) writeBalance(line writer) {
	b := r.biped
	left, right := &b.wheels[0], &b.wheels[1]
	wheelOf := func(w *wheel) string {
		return fmt.Sprintf("{joint: %s, signed_radius: %s}", text(r.joints[w.joint].name), short(w.sign*w.radius))
	}
	var legs []string
	for _, name := range append(append([]string{}, left.legs...), right.legs...) {
		legs = append(legs, text(name))
	}
	var posture []string
	for i := range r.joints {
		if i != left.joint && i != right.joint {
			posture = append(posture, number(r.joints[i].start))
		}
	}
	line("      orientation: {type: base_orientation, inputs: {imu: plant/robot.imu}, options: {rotation_base_to_imu: [%s]}}", r.baseToIMU())
	line("      contact: {type: floor_contact, options: {wheel_joints: [%s, %s], upper_leg_joints: [%s]}}", text(r.joints[left.joint].name), text(r.joints[right.joint].name), strings.Join(legs, ", "))
	line("      odometry:")
	line("        type: wheel_odometry")
	line("        inputs: {contact: contact.contact}")
	line("        options: {wheels: [%s, %s]}", wheelOf(left), wheelOf(right))
	line("      balancer: # drives the wheels to where the robot leans, and holds the legs; the robot stays where it is unless an actor feeds its input target")
	line("        type: wheel_balancer")
	line("        inputs: {orientation: orientation.orientation, odometry: odometry.odometry, contact: contact.contact}")
	line("        options:")
	line("          joint_group: all")
	line("          left_wheel: %s", wheelOf(left))
	line("          right_wheel: %s", wheelOf(right))
	line("          contact_radius: %s", short(math.Max(math.Abs(left.y), 0.01)))
	line("          leg_positions: [%s] # of the other joints of the group", strings.Join(posture, ", "))
	line("      controller: # passes on what the balancer commands")
	line("        type: joint_space")
	line("        inputs: {target: balancer.command}")
	line("        options: {joint_group: all, tracking: true, acceleration: 2000, velocity: 50, velocity_share: 1, handover: 1ms}")
}

// baseToIMU is the rotation of the axes of the root into those of the inertial measurement unit,
// row by row.
func (r *robot) baseToIMU() string {
	rows := []string{"1", "0", "0", "0", "1", "0", "0", "0", "1"}
	root, err := r.space.Model().BodyIndex(r.biped.root)
	imu, wrong := r.space.Model().BodyIndex(r.biped.imu)
	if err != nil || wrong != nil {
		return strings.Join(rows, ", ")
	}
	pose := r.space.RelativePose(imu, root)
	for i := range 3 {
		for k := range 3 {
			rows[3*i+k] = number(math.Round(pose.R[3*k+i]*1e6) / 1e6)
		}
	}
	return strings.Join(rows, ", ")
}

// writeFloor writes the ground on which the wheels stand.
func (b *biped) writeFloor(line writer) {
	line("    imu: {body: %s}", text(b.imu))
	line("    ground: {friction: 0.8}")
	line("    contacts: # a tyre is a sphere about its axle")
	for i, w := range b.wheels {
		line("      - {name: %s, body: %s, points: [[0, 0, 0]], radius: %s}", [2]string{"left_tyre", "right_tyre"}[i], text(w.rim), short(w.radius))
	}
}
