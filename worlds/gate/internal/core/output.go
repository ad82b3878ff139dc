package core

import "github.com/robo-actors/robo-actors/messages"

// Drive writes the newest decision for the drives of a bus and reports whether it may be sent: not
// before every drive of the bus has answered once. The command must have one entry for each drive;
// Drive fills a shorter one as far as possible and reports false.
func (g *Gate) Drive(bus int, out *messages.DriveCommand) bool {
	b := &g.buses[bus]
	n := min(len(out.Mode), len(out.Control), len(out.Position), len(out.Velocity), len(out.Effort), len(out.Arm), len(b.joints))
	for d, i := range b.joints[:n] {
		j := &g.joints[i]
		out.Mode[d], out.Arm[d] = j.state.Mode, j.arm
		out.Control[d] = j.sent.control
		out.Position[d], out.Velocity[d], out.Effort[d] = j.sent.position[0], j.sent.velocity[0], j.sent.effort[0]
		j.tune(out, d)
		if !j.sent.control.Has(messages.ControlEffort) {
			out.Effort[d] = 0
		}
		if !j.sent.control.Has(messages.ControlVelocity) {
			out.Velocity[d] = 0
		}
	}
	return b.ready && n == len(b.joints)
}

// Virtual writes the newest decision for a virtual joint and reports whether it may be sent;
// otherwise the caller withdraws the previous command. The command must have the sizes of the
// joint.
func (g *Gate) Virtual(joint int, out *messages.JointCommand) bool {
	j := &g.joints[joint]
	if j.Role != Virtual || len(out.Control) != 1 || len(out.Position) != j.nq || len(out.Velocity) != j.nv || len(out.Effort) != j.nv {
		return false
	}
	s := &j.sent
	out.Control[0] = s.control
	copy(out.Position, s.position[:])
	copy(out.Velocity, s.velocity[:])
	copy(out.Effort, s.effort[:])
	if !s.control.Has(messages.ControlVelocity) {
		clear(out.Velocity)
	}
	if !s.control.Has(messages.ControlEffort) {
		clear(out.Effort)
	}
	return s.active
}

// Arm returns the number of a joint's newest re-arm.
func (g *Gate) Arm(joint int) uint32 { return g.joints[joint].arm }

// Following reports whether commands of a joint's controller pass unchanged.
func (g *Gate) Following(joint int) bool {
	j := &g.joints[joint]
	return j.state.Mode.Passes() && j.phase == following
}
