package draw

import (
	"math"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// jointList makes JointStates of the joints of a world or joint group. A joint of one degree of
// freedom has its own name, and a planar joint the names JOINT.x, JOINT.y and JOINT.theta, with the
// body twist as velocities. The poses of floating joints are in /tf only.
type jointList struct {
	message *schemas.JointStates // reused
	places  []place              // one an entry of the message
	at      messages.Instant
	seen    bool
}

// place has the indices of an entry in vectors of positions and velocities, and the joint.
type place struct{ joint, position, velocity int }

var planarAxes = [...]string{".x", ".y", ".theta"}

// newJointList returns the list of joints that follow each other in vectors.
func newJointList(joints []worlds.Joint) *jointList {
	l := &jointList{message: &schemas.JointStates{Timestamp: &timestamppb.Timestamp{}}}
	position, velocity := 0, 0
	for j := range joints {
		t := joints[j].Type
		switch t.Velocities() {
		case 1:
			l.add(joints[j].Name, place{j, position, velocity})
		case len(planarAxes):
			for k, axis := range planarAxes {
				l.add(joints[j].Name+axis, place{j, position + k, velocity + k})
			}
		}
		position, velocity = position+t.Positions(), velocity+t.Velocities()
	}
	return l
}

func (l *jointList) add(name string, p place) {
	l.places = append(l.places, p)
	l.message.Joints = append(l.message.Joints, &schemas.JointState{Name: name})
}

// setSnapshot takes the state of all joints. A joint that is not valid has no values.
func (l *jointList) setSnapshot(at messages.Instant, s *messages.Snapshot) {
	for i, p := range l.places {
		to := l.message.Joints[i]
		if p.joint >= len(s.Valid) || !s.Valid[p.joint] {
			to.Position, to.Velocity, to.Effort = nil, nil, nil
			continue
		}
		setNumber(&to.Position, s.Position, p.position)
		setNumber(&to.Velocity, s.Velocity, p.velocity)
		setNumber(&to.Effort, s.Effort, p.velocity)
	}
	l.at, l.seen = at, true
}

// setCommand takes a command. A joint has the quantities that its control mode names.
func (l *jointList) setCommand(at messages.Instant, c *messages.JointCommand) {
	for i, p := range l.places {
		to := l.message.Joints[i]
		to.Position, to.Velocity, to.Effort = nil, nil, nil
		if p.joint >= len(c.Control) {
			continue
		}
		control := c.Control[p.joint]
		if control.Has(messages.ControlPosition) {
			setNumber(&to.Position, c.Position, p.position)
		}
		if control.Has(messages.ControlVelocity) {
			setNumber(&to.Velocity, c.Velocity, p.velocity)
		}
		if control.Has(messages.ControlEffort) {
			setNumber(&to.Effort, c.Effort, p.velocity)
		}
	}
	l.at, l.seen = at, true
}

// setNumber gives a field one number of a vector, or nothing if the vector has no such number or it
// is not finite.
func setNumber(to **float64, from []float64, i int) {
	if i >= len(from) || math.IsNaN(from[i]) || math.IsInf(from[i], 0) {
		*to = nil
		return
	}
	if *to == nil {
		*to = new(float64)
	}
	**to = from[i]
}
