package draft

import (
	"fmt"
	"math"
	"strings"
)

// baseJoint is the virtual joint of a base: its motion in the room.
const baseJoint = "base_motion"

// planName is the world that plans the motion of a base.
const planName = "plan"

// height is that of the root over the ground, m.
func (b *base) height() float64 { return b.wheels[0].radius - b.wheels[0].axle }

// limits are those of the virtual joint, in both worlds.
func (b *base) limits() string {
	return fmt.Sprintf("[{velocity: %[1]s, acceleration: %[2]s}, {velocity: %[1]s, acceleration: %[2]s}, {velocity: %[3]s, acceleration: %[4]s}]",
		number(b.speed), number(b.acceleration), number(b.turn), number(b.spin))
}

// body returns the description of the base as the planning world sees it: one body that moves in
// the plane.
func (b *base) body() []byte {
	return []byte(fmt.Sprintf(`# The base as world %s sees it: one body that moves in the plane. Units: m, rad, s, kg.
robot:
  name: base
  links: [{name: world}, {name: %s, inertial: {mass: %s, inertia: {ixx: 1, iyy: 1, izz: 1}}}]
  joints:
    - {name: %s, type: planar, parent: world, child: %s, axis: [0, 0, 1], origin: {xyz: [0, 0, %s]}, limits: %s}
`, planName, text(b.root), number(max(b.mass, 1)), baseJoint, text(b.root), short(b.height()), b.limits()))
}

// writeModel writes the joint by which a base moves in the room.
func (b *base) writeModel(line writer) {
	line("        joint: {parent: world, name: %s, type: planar, axis: [0, 0, 1], origin: {xyz: [0, 0, %s]}, limits: %s} # the motion in the room", baseJoint, short(b.height()), b.limits())
}

func (r *robot) wheelNames() string {
	names := make([]string, len(r.rolling))
	for i := range r.rolling {
		names[i] = text(r.rolling[i].name)
	}
	return strings.Join(names, ", ")
}

// writeBase writes the controller of the wheels.
func (r *robot) writeBase(line writer) {
	b, first := r.base, &r.base.wheels[0]
	line("      base: # turns the wanted motion of the base into wheel speeds, and measures the motion")
	line("        type: %s_base", b.kind)
	line("        options:")
	line("          joint_group: wheels")
	line("          virtual_joint: %s", baseJoint)
	if b.kind == mecanum {
		line("          half_length: %s", short(math.Abs(first.x)))
		line("          half_width: %s", short(math.Abs(first.y)))
		line("          wheel_radius: %s", short(first.radius))
	} else {
		line("          wheel_separation: %s", short(first.y-b.wheels[1].y))
		line("          left_wheel_radius: %s", short(first.radius))
	}
	line("          acceleration: %s", number(b.acceleration))
	line("          angular_acceleration: %s", number(b.spin))
}

// writePlan writes the world that moves the base, and its coupling with the wheels.
func (r *robot) writePlan(line writer, c *Choices) {
	axes, goal, unmoved := "x,y", "[0.5, 0.3, 0]", ""
	if r.base.kind == differential {
		axes, goal, unmoved = "x", "[0.5, 0, 0]", fmt.Sprintf("\n          unmoved: [%s/1] # two wheels on one axle do not move sideways", baseJoint)
	}
	line("  %s: # moves the base: its wheels realise what this world commands", planName)
	line("    rate: 50Hz")
	line("    models: [{include: %s}]", text(c.Base))
	line("    joint_groups: {all: [%s]}", baseJoint)
	line("    processors:")
	line("      controller:")
	line("        type: whole_body")
	line("        options:")
	line("          joint_group: all")
	line("          law: constrained")
	line("          output: velocity%s", unmoved)
	line("          tasks: # robo-actors goal sends another goal, m in the room")
	line("            - {name: drive, kind: frame_position, frame: %s, axes: '%s', gains: {proportional: [2], derivative: [1], velocity_max: [%s], saturation: by_norm}, goal: {position: %s}}",
		text(r.base.root), axes, number(0.8*r.base.speed), goal)
	line("          task_sets: [{name: go, levels: [[drive]]}]")
	line("")
	line("couplings:")
	line("  - joint: %s", baseJoint)
	line("    command: {from: %s, to: %s/base.target, mode: velocity, resample: linear}", planName, c.World)
	line("    state: {from: %s/base.state, to: %s}", c.World, planName)
	line("")
}

func (r *robot) writeWheels(line writer) {
	kind := "standard"
	if r.base.kind == mecanum {
		kind = mecanum
	}
	line("    wheels: [{type: %s, joints: [%s], radius: %s}]", kind, r.wheelNames(), short(r.base.wheels[0].radius))
}
