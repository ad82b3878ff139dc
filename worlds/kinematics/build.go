package kinematics

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// builder makes a manipulator and collects the errors of its spec.
type builder struct {
	spec     *Spec
	model    *rigidbody.Model
	m        *Manipulator
	held     []float64
	problems []error
}

func (b *builder) reject(format string, arguments ...any) {
	b.problems = append(b.problems, fmt.Errorf(format, arguments...))
}

func (b *builder) build() {
	b.m.base, b.m.tip = -1, b.body("tip", b.spec.Tip)
	if b.spec.Base != "" {
		b.m.base = b.body("base", b.spec.Base)
	}
	if b.m.tool.R == (spatial.Rotation{}) {
		b.m.tool.R = spatial.IdentityRotation()
	}
	if !validPose(&b.m.tool) {
		b.reject("the pose of the tool is invalid: expected finite numbers and a rotation")
	}
	b.hold()
	if err := b.spec.Followers.Check(b.model); err != nil {
		b.reject("followers: %w", err)
	}
	if len(b.problems) > 0 {
		return
	}
	path, ok := b.path()
	if !ok {
		b.reject("base %q does not carry tip %q; expected one of: %s", b.spec.Base, b.spec.Tip, strings.Join(b.carriers(), ", "))
		return
	}
	b.chooseJoints(path)
	if len(b.problems) > 0 {
		return
	}
	b.lay(path)
	b.limit()
}

func (b *builder) body(what, name string) int {
	i, err := b.model.BodyIndex(name)
	if err != nil {
		b.reject("%s: %w", what, err)
	}
	return i
}

// hold takes the position of joints that do not move.
func (b *builder) hold() {
	b.held = make([]float64, b.model.NQ())
	if b.spec.Held == nil {
		_ = b.model.Neutral(b.held) // its length is right
		return
	}
	if err := b.model.Check(b.spec.Held, make([]float64, b.model.NV())); err != nil {
		b.reject("held: %w", err)
		return
	}
	copy(b.held, b.spec.Held)
}

// path returns the bodies between base and tip, without the base.
func (b *builder) path() (bodies []int, ok bool) {
	for i := b.m.tip; i >= 0; i = b.model.Body(i).Parent {
		if i == b.m.base {
			slices.Reverse(bodies)
			return bodies, true
		}
		bodies = append(bodies, i)
	}
	slices.Reverse(bodies)
	return bodies, b.m.base < 0
}

// carriers returns the names of the bodies that carry the tip.
func (b *builder) carriers() (names []string) {
	for i := b.m.tip; i >= 0; i = b.model.Body(i).Parent {
		names = append(names, fmt.Sprintf("%q", b.model.Body(i).Name))
	}
	return names
}

// leader returns the relation of the joint of a body to the one that it follows: itself, if none.
func (b *builder) leader(body int) (position int, multiplier, offset float64) {
	position, _ = b.model.PositionRange(body)
	for _, f := range b.spec.Followers {
		if f.Position == position {
			return f.LeaderPosition, f.Multiplier, f.Offset
		}
	}
	return position, 1, 0
}

// chooseJoints fills the names and places of the joints that move.
func (b *builder) chooseJoints(path []int) {
	candidates := map[string]int{} // name -> body
	var known []string
	for _, i := range path {
		body := b.model.Body(i)
		start, _ := b.model.PositionRange(i)
		position, _, _ := b.leader(i)
		if body.Kind.Positions() == 1 && position == start {
			candidates[body.JointName] = i
			known = append(known, body.JointName)
		}
	}
	names := b.spec.Joints
	if len(names) == 0 {
		names = known
		b.refuseMulti(path)
	}
	for _, name := range names {
		body, ok := candidates[name]
		switch {
		case !ok:
			b.reject("joint %q does not move the tip by itself, with one degree of freedom; expected of: %s", name, strings.Join(known, ", "))
			continue
		case slices.Contains(b.m.joints, name):
			b.reject("joint %q is listed twice", name)
			continue
		}
		start, _ := b.model.PositionRange(body)
		b.m.joints = append(b.m.joints, name)
		b.m.positions = append(b.m.positions, start)
		b.m.prismatic = append(b.m.prismatic, b.model.Body(body).Kind == rigidbody.Prismatic)
	}
	if len(b.m.joints) == 0 && len(b.problems) == 0 {
		b.reject("no joint moves tip %q against base %q", b.spec.Tip, b.spec.Base)
	}
}

// refuseMulti reports joints with several degrees of freedom, which move only where Joints says
// that they hold.
func (b *builder) refuseMulti(path []int) {
	for _, i := range path {
		if body := b.model.Body(i); body.Kind.Positions() > 1 {
			b.reject("joint %q is %v, and joints of a manipulator have one degree of freedom: choose a base behind it, or list the joints that move", body.JointName, body.Kind)
		}
	}
}

// lay fills the chain: fixed and held joints become parts of fixed poses.
func (b *builder) lay(path []int) {
	pose := spatial.IdentityPose()
	for _, i := range path {
		body := b.model.Body(i)
		pose = pose.Times(&body.Placement)
		column, multiplier, offset := -1, 1.0, 0.0
		if body.Kind.Positions() == 1 {
			var position int
			position, multiplier, offset = b.leader(i)
			column = slices.Index(b.m.positions, position)
		}
		if column < 0 {
			moved := b.heldPose(i)
			pose = pose.Times(&moved)
			continue
		}
		turn := spatial.Pose{R: zTo(spatial.VecOf(body.Axis))}
		b.m.chain = append(b.m.chain, segment{fixed: pose.Times(&turn), prismatic: body.Kind == rigidbody.Prismatic, column: column, multiplier: multiplier, offset: offset})
		pose = turn.Inverse()
	}
	b.m.end = pose.Times(&b.m.tool)
}

// heldPose returns the pose of a body's frame in the frame of its joint at the held position.
func (b *builder) heldPose(body int) spatial.Pose {
	w := b.model.NewWorkspace()
	held := slices.Clone(b.held)
	b.spec.Followers.Positions(held)
	_ = w.SetPosition(held) // its length is right
	parent := spatial.IdentityPose()
	if p := b.model.Body(body).Parent; p >= 0 {
		parent = w.Pose(p)
	}
	placement := b.model.Body(body).Placement
	joint := parent.Times(&placement)
	pose := w.Pose(body)
	return joint.InverseTimes(&pose)
}

// limit fills the limits.
func (b *builder) limit() {
	for i := range b.m.joints {
		b.m.lower = append(b.m.lower, math.Inf(-1))
		b.m.upper = append(b.m.upper, math.Inf(1))
		if len(b.spec.Lower) == len(b.m.joints) {
			b.m.lower[i] = b.spec.Lower[i]
		}
		if len(b.spec.Upper) == len(b.m.joints) {
			b.m.upper[i] = b.spec.Upper[i]
		}
		if !(b.m.lower[i] <= b.m.upper[i]) {
			b.reject("joint %q: limits %g to %g hold no value", b.m.joints[i], b.m.lower[i], b.m.upper[i])
		}
	}
	b.checkCount("lower", len(b.spec.Lower))
	b.checkCount("upper", len(b.spec.Upper))
}

func (b *builder) checkCount(what string, given int) {
	if given != 0 && given != len(b.m.joints) {
		b.reject("%s has %d entries, expected none or one a joint: %s", what, given, strings.Join(b.m.joints, ", "))
	}
}

// zTo returns the rotation about an axis in the plane of x and y that turns z to the unit vector a.
func zTo(a spatial.Vec) spatial.Rotation {
	z := spatial.Vec{Z: 1}
	if a.Z <= -1 {
		return spatial.RotationFromRPY([3]float64{math.Pi, 0, 0})
	}
	cross := z.Cross(a)
	sine := cross.Norm()
	if sine == 0 {
		return spatial.IdentityRotation()
	}
	return spatial.Exp(cross.Scale(math.Atan2(sine, a.Z) / sine)).Rotation()
}

// validPose reports whether a pose has finite numbers and a rotation.
func validPose(p *spatial.Pose) bool {
	return finite(p.P[:]...) && p.R.Valid()
}

// finite reports whether all numbers are finite.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
