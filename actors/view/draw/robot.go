package draw

import (
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// RoomFrame is the frame in which all robots stand.
const RoomFrame = "world"

// Robot is one robot that is drawn: its description, and the newest positions of its joints.
type Robot struct {
	// Name is the prefix of its frames.
	Name string
	// Truth says that the positions are true, of a plant. Otherwise they are estimates.
	Truth bool

	world      *worlds.World
	workspace  *rigidbody.Workspace
	position   []float64 // of all joints, in the layout of the world
	at         messages.Instant
	seen       bool
	grounded   *grounded                 // nil unless the base is placed by what observers know
	transforms []*schemas.FrameTransform // reused, one a link
	stamp      *timestamppb.Timestamp
}

// truePrefix is the prefix of the names of robots that are drawn as they truly are.
const truePrefix = "true/"

// newRobot returns a robot with all joints at zero.
func newRobot(name string, w *worlds.World, truth bool) (*Robot, error) {
	model, err := w.Model()
	if err != nil {
		return nil, err
	}
	r := &Robot{Name: name, Truth: truth, world: w, workspace: model.NewWorkspace(), position: make([]float64, w.NumPositions()), stamp: &timestamppb.Timestamp{}}
	for j := range w.NumJoints() {
		if slot := w.Slot(j); slot.Type == worlds.Floating {
			r.position[slot.Position+3] = 1 // the w of a quaternion
		}
	}
	for _, link := range w.BodyNames() {
		r.transforms = append(r.transforms, &schemas.FrameTransform{
			Timestamp: r.stamp, ParentFrameId: RoomFrame, ChildFrameId: r.frame(link), Translation: &schemas.Vector3{}, Rotation: &schemas.Quaternion{},
		})
	}
	return r, nil
}

// frame returns the frame of a link.
func (r *Robot) frame(link string) string { return r.Name + "/" + link }

// kind returns whether the robot is drawn as it is or as it is believed to be.
func (r *Robot) kind() string {
	if r.Truth {
		return "truth"
	}
	return "estimate"
}

// display returns the name of the robot without the prefix of its frames.
func (r *Robot) display() string { return strings.TrimPrefix(r.Name, truePrefix) }

// setAll takes the positions of all joints. Positions of another length are ignored.
func (r *Robot) setAll(at messages.Instant, position []float64) {
	if len(position) == len(r.position) {
		copy(r.position, position)
		r.at, r.seen = at, true
	}
}

// setSnapshot takes the positions of the joints that are valid. The others stay where they were.
func (r *Robot) setSnapshot(at messages.Instant, s *messages.Snapshot) {
	if len(s.Position) != len(r.position) || len(s.Valid) != r.world.NumJoints() {
		return
	}
	for j, valid := range s.Valid {
		if slot := r.world.Slot(j); valid {
			copy(r.position[slot.Position:slot.Position+slot.PositionLength], s.Position[slot.Position:])
		}
	}
	r.at, r.seen = at, true
}

// setJoint takes the position of one joint.
func (r *Robot) setJoint(j int, position []float64) {
	if slot := r.world.Slot(j); len(position) == slot.PositionLength {
		copy(r.position[slot.Position:], position)
	}
}

// appendTransforms appends the pose of every link in the room, unless the robot has no positions
// yet or they are of no configuration. The transforms are valid until the next call.
func (r *Robot) appendTransforms(to []*schemas.FrameTransform) []*schemas.FrameTransform {
	if !r.seen || r.grounded != nil && r.grounded.place(r) != nil {
		return to
	}
	if !finite(r.position) || r.workspace.SetPosition(r.position) != nil {
		return to
	}
	setTime(r.stamp, r.at)
	for i, t := range r.transforms {
		setPose(t.Translation, t.Rotation, r.workspace.Pose(i))
	}
	return append(to, r.transforms...)
}

// finite reports whether all numbers are finite.
func finite(numbers []float64) bool {
	return !slices.ContainsFunc(numbers, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// setTime writes an instant as Foxglove has times.
func setTime(to *timestamppb.Timestamp, at messages.Instant) {
	to.Seconds, to.Nanos = int64(at)/1e9, int32(int64(at)%1e9)
}

// timestamp returns an instant as Foxglove has times.
func timestamp(at messages.Instant) *timestamppb.Timestamp {
	t := &timestamppb.Timestamp{}
	setTime(t, max(at, 0))
	return t
}

// setPose writes a pose.
func setPose(p *schemas.Vector3, q *schemas.Quaternion, pose spatial.Pose) {
	p.X, p.Y, p.Z = pose.P[0], pose.P[1], pose.P[2]
	turn := pose.R.Quat()
	q.X, q.Y, q.Z, q.W = turn.X, turn.Y, turn.Z, turn.W
}

// poseOf returns a pose as Foxglove has it.
func poseOf(pose spatial.Pose) *schemas.Pose {
	to := &schemas.Pose{Position: &schemas.Vector3{}, Orientation: &schemas.Quaternion{}}
	setPose(to.Position, to.Orientation, pose)
	return to
}
