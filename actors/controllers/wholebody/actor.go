package wholebody

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options of the actor, as application files name them.
type Options struct {
	JointGroup string `option:"joint_group" doc:"joints to command, the virtual joint of the base among them" required:"true"`
	// Posture of the arm: one entry an axis of ArmGroup, rad, or m of joints that slide.
	ArmGroup    string             `option:"arm_group" doc:"joint group of the arm, whose posture is preferred" required:"true"`
	Posture     []float64          `option:"posture" unit:"rad|m" doc:"preferred positions of the arm's joints" required:"true"`
	PostureGain messages.PerSecond `option:"posture_gain" doc:"rate of return to the posture" min:"0" max:"50"`
	// Weights of axes that are not the arm's.
	BaseWeight    float64 `option:"base_weight" doc:"how dear the base's velocity is against the arm's" min:"0.001" max:"1000"`
	BaseSmoothing float64 `option:"base_smoothing" unit:"s" doc:"time constant with which the base takes up its share" min:"0" max:"10"`
	// Unmoved are axes that nobody can move, of a base that is no free body of the plane.
	Unmoved      []string           `option:"unmoved" doc:"axes of the joint group that commands do not move, by joint and number: planar/1 is the sideways one of a base on two wheels; the other axes do without it"`
	PositionGain messages.PerSecond `option:"position_gain" doc:"rate at which a position error of the gripper decays" min:"0.01" max:"50"`
	RotationGain messages.PerSecond `option:"orientation_gain" doc:"rate at which an orientation error of the gripper decays" min:"0.01" max:"50"`
	Lead         float64            `option:"lead" unit:"s" doc:"lag of the servos that the feed-forward makes up for" min:"0" max:"1"`
	MarginRad    messages.Radians   `option:"limit_margin" doc:"distance from a position limit at which the arm begins to move away; 0: it does not" min:"0" max:"3"`
	Manipulation float64            `option:"manipulability_gain" doc:"gain of the move toward better manipulability" min:"0" max:"100"`
	Acceleration float64            `option:"acceleration" unit:"rad/s^2|m/s^2" doc:"acceleration of axes whose model states none" min:"0.01" max:"1000"`
	Share        float64            `option:"velocity_share" doc:"share of the joints' velocity limits that is used" min:"0.01" max:"1"`
}

// DefaultOptions are those of a file that gives only what is required.
func DefaultOptions() Options {
	return Options{PostureGain: 1, BaseWeight: 1, BaseSmoothing: 0.1, PositionGain: 4, RotationGain: 4, MarginRad: 0.15, Acceleration: 4, Share: 0.95}
}

// Actor is the whole-body controller at velocity level. It moves the first frame of its model along the reference. The
// axes of joints that are not valid or not in a mode that passes commands drop out, and come back without a jump. While
// its reference is too old or its sender gone it keeps the frame in place; without a snapshot or a model it fails.
type Actor struct {
	Options

	Snapshot  actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Model     actors.In[messages.Model]         `port:"model" doc:"pose and Jacobian of the gripper, of one snapshot"`
	Reference actors.In[messages.BodyReference] `port:"reference" doc:"where the gripper should be, in the room"`
	Command   actors.Out[messages.JointCommand] `port:"command" doc:"velocities of the joint group"`

	law     *Law
	world   *worlds.World
	group   *worlds.JointGroup
	columns []int // axis -> column of the model's Jacobian
	joints  []int // axis -> joint of the world
	mimics  []led
	still   []bool // axes that nobody can move
	in      Input
	out     *Output
	active  []bool
	was     []bool
	moved   []float64 // way of each axis from where the model has it to where it is now
	robot   *rigidbody.Model
	way     []float64 // from the model's snapshot to the newest, an entry each velocity of the world
	holds   bool      // the reference in use is the pose at which the last one was lost
}

// led is a mimic joint that an axis moves: its column of the model's Jacobian counts with the axis's.
type led struct {
	axis, column int
	multiplier   float64
}

// Configure looks up the joints and makes the law.
func (a *Actor) Configure(s *actors.Setup) (err error) {
	if a.world, err = actors.Resource[*worlds.World](s); err != nil {
		return err
	}
	if a.group, err = a.world.Group(a.JointGroup); err != nil {
		return messages.InOption("joint_group", err)
	}
	arm, err := a.world.Group(a.ArmGroup)
	if err != nil {
		return messages.InOption("arm_group", err)
	}
	if len(a.Posture) != arm.NumVelocities() {
		return &messages.OptionError{Path: "posture",
			Err: fmt.Errorf("there are %d entries; joint group %q has %d axes", len(a.Posture), a.ArmGroup, arm.NumVelocities())}
	}
	if err := a.checkPosture(arm); err != nil {
		return err
	}
	config := Config{PositionGainPerS: float64(a.PositionGain), OrientationGainPerS: float64(a.RotationGain), LeadS: a.Lead,
		LimitMarginRad: float64(a.MarginRad), ManipulabilityGain: a.Manipulation}
	if a.MarginRad == 0 {
		config.LimitGainPerS = -1 // without a margin there is no level of limits
	}
	a.layOut(arm, &config)
	if err := a.leaveOut(arm, &config); err != nil {
		return err
	}
	if err := a.checkManipulability(arm, &config); err != nil {
		return err
	}
	if a.law, err = New(config); err != nil {
		return err
	}
	if a.robot, err = a.world.Model(); err != nil {
		return err
	}
	a.out = a.law.NewOutput()
	a.allocate(len(config.Axes))
	world, group := perception.Sizes(a.world), groupSizes(a.group)
	s.Size(&a.Snapshot, world)
	s.Size(&a.Model, actors.Sizes{"positions": world["positions"], "velocities": world["velocities"]})
	s.Size(&a.Command, group)
	return nil
}

// checkPosture refuses preferred positions that the limits of the joints do not allow.
func (a *Actor) checkPosture(arm *worlds.JointGroup) error {
	var errs []error
	for k, v := range armAxes(a.world, arm) {
		limit := a.world.Reduction().Limits()[v]
		if q := a.Posture[k]; q < limit.Lower || q > limit.Upper {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("posture[%d]", k),
				Err:      fmt.Errorf("the joint would be at %g", q),
				Expected: fmt.Sprintf("%g to %g, its limits", limit.Lower, limit.Upper)})
		}
	}
	return errors.Join(errs...)
}

// leaveOut finds the axes that nobody can move. Those of the arm are not among them: a joint that does not move belongs in no group.
func (a *Actor) leaveOut(arm *worlds.JointGroup, config *Config) error {
	a.still = make([]bool, len(config.Axes))
	ofArm := armAxes(a.world, arm)
	var names []string
	for i, axis := range config.Axes {
		if !slices.Contains(ofArm, a.columns[i]) {
			names = append(names, axis.Name)
			a.still[i] = slices.Contains(a.Unmoved, axis.Name)
		}
	}
	var errs []error
	for i, name := range a.Unmoved {
		if !slices.Contains(names, name) {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("unmoved[%d]", i),
				Err:      fmt.Errorf("%q is no axis of group %q beside those of the arm", name, a.JointGroup),
				Expected: fmt.Sprintf("some of %v", names)})
		}
	}
	return errors.Join(errs...)
}

// ExcludesAxis reports whether the option unmoved names an axis of the joint.
func (a *Actor) ExcludesAxis(joint string) bool {
	return slices.ContainsFunc(a.Unmoved, func(axis string) bool { return strings.HasPrefix(axis, joint+"/") })
}

// SendsControlMode returns velocity, the only control mode of the commands.
func (a *Actor) SendsControlMode() messages.ControlMode { return messages.ControlVelocity }

// checkManipulability refuses a gain of manipulability where the arm is no serial chain, of which alone its gradient is known.
func (a *Actor) checkManipulability(arm *worlds.JointGroup, config *Config) error {
	if a.Manipulation == 0 {
		return nil
	}
	if config.ArmCount == 0 {
		return &messages.OptionError{Path: "manipulability_gain",
			Err:      fmt.Errorf("group %q has %d axes in group %q, and the manipulability of a pose takes 6 at least", a.ArmGroup, arm.NumVelocities(), a.JointGroup),
			Expected: "0"}
	}
	for _, m := range a.mimics {
		if m.axis >= config.ArmFirst && m.axis < config.ArmFirst+config.ArmCount {
			return &messages.OptionError{Path: "manipulability_gain",
				Err:      fmt.Errorf("axis %s of the arm moves mimic joints, and the gradient is that of a chain without", config.Axes[m.axis].Name),
				Expected: "0"}
		}
	}
	return a.checkChain(arm, config)
}

// checkChain refuses a joint group whose arm is not one run of joints, each carried by the one before it.
func (a *Actor) checkChain(arm *worlds.JointGroup, config *Config) error {
	ofArm := armAxes(a.world, arm)
	for k := range config.ArmCount {
		i := config.ArmFirst + k
		if !slices.Contains(ofArm, a.columns[i]) || k > 0 && !a.carries(a.joints[i-1], a.joints[i]) {
			return &messages.OptionError{Path: "manipulability_gain",
				Err:      fmt.Errorf("%s comes as axis %d of the arm in group %q", config.Axes[i].Name, k+1, a.JointGroup),
				Expected: fmt.Sprintf("the joints of group %q one after the other there, from the base to the gripper", a.ArmGroup)}
		}
	}
	return nil
}

// carries reports whether a joint of the world moves another one.
func (a *Actor) carries(joint, other int) bool {
	bodies := a.world.Bodies()
	for body := bodies[a.world.BodyOfJoint(other)].Parent; body >= 0; body = bodies[body].Parent {
		if body == a.world.BodyOfJoint(joint) {
			return true
		}
	}
	return false
}

// armAxes lists the velocities of the world that the arm's axes are, one an entry of the posture.
func armAxes(w *worlds.World, arm *worlds.JointGroup) []int {
	var axes []int
	for i := range arm.NumJoints() {
		slot := w.Slot(arm.WorldJoint(i))
		for d := range slot.VelocityLength {
			axes = append(axes, slot.Velocity+d)
		}
	}
	return axes
}

// Units tells the units of the posture, which depend on the arm's joints.
func (a *Actor) Units(world *worlds.World) map[string]string {
	units := map[string]string{}
	arm, err := world.Group(a.ArmGroup)
	if err != nil {
		return units
	}
	k := 0
	for i := range arm.NumJoints() {
		t := world.Slot(arm.WorldJoint(i)).Type
		if unit := worlds.UnitOf(t, messages.ControlPosition); unit != "" {
			units[fmt.Sprintf("posture[%d]", k)] = unit
		}
		k += t.Velocities()
	}
	return units
}

func groupSizes(g *worlds.JointGroup) actors.Sizes {
	return actors.Sizes{"joints": g.NumJoints(), "positions": g.NumPositions(), "velocities": g.NumVelocities()}
}

// layOut makes one axis of the law for each velocity of the joint group.
func (a *Actor) layOut(arm *worlds.JointGroup, config *Config) {
	posture := map[int]float64{} // velocity in the world -> preferred position
	for k, v := range armAxes(a.world, arm) {
		posture[v] = a.Posture[k]
	}
	limits := a.world.Reduction().Limits()
	for i := range a.group.NumJoints() {
		joint := a.group.WorldJoint(i)
		slot := a.world.Slot(joint)
		for d := range slot.VelocityLength {
			axis := Axis{Name: fmt.Sprintf("%s/%d", a.world.Joint(joint).Name, d), Weight: a.BaseWeight, SmoothingS: a.BaseSmoothing}
			if q, ok := posture[slot.Velocity+d]; ok {
				axis = Axis{Name: axis.Name, PosturePosition: q, PostureGainPerS: float64(a.PostureGain), Continuous: slot.Type == worlds.Continuous}
				if config.ArmCount++; config.ArmCount == 1 {
					config.ArmFirst = len(config.Axes)
				}
			}
			config.Axes = append(config.Axes, axis)
			a.columns = append(a.columns, slot.Velocity+d)
			a.joints = append(a.joints, joint)
			a.limit(limits[slot.Velocity+d])
		}
	}
	for _, f := range a.world.Reduction().Followers() {
		if axis := slices.Index(a.columns, f.Leader); axis >= 0 {
			a.mimics = append(a.mimics, led{axis, f.Velocity, f.Multiplier})
		}
	}
	if config.ArmCount < 6 {
		config.ArmFirst, config.ArmCount, config.ManipulabilityGain = 0, 0, 0
	}
}

func (a *Actor) limit(l worlds.Limit) {
	if math.IsInf(l.Acceleration, 1) {
		l.Acceleration = a.Acceleration
	}
	if math.IsInf(l.Velocity, 1) {
		l.Velocity = 1
	}
	in := &a.in.Limits
	in.PositionMin = append(in.PositionMin, l.Lower)
	in.PositionMax = append(in.PositionMax, l.Upper)
	in.VelocityMax = append(in.VelocityMax, a.Share*l.Velocity)
	in.AccelerationMax = append(in.AccelerationMax, a.Share*l.Acceleration)
}

func (a *Actor) allocate(n int) {
	a.in.Jacobian = make([]float64, 6*n)
	a.in.AxisPosition, a.in.AxisVelocity = make([]float64, n), make([]float64, n)
	a.in.Previous = make([]float64, n)
	a.active, a.was = make([]bool, n), make([]bool, n)
	a.moved, a.way = make([]float64, n), make([]float64, a.world.NumVelocities())
}

// Tick commands the velocities that bring the gripper to its reference.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.Snapshot.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	model, err := a.Model.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	reference, err := a.Reference.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	a.read(t, s)
	if err := errors.Join(a.catchUp(model, s), a.locate(model)); err != nil {
		return err
	}
	a.aim(reference)
	a.in.PeriodS = t.Step.Seconds()
	if err := a.law.Step(&a.in, a.out); err != nil {
		return err
	}
	copy(a.in.Previous, a.out.Velocity)
	c := a.Command.Loan()
	copy(c.Velocity, a.out.Velocity)
	for i := range c.Control {
		c.Control[i] = messages.ControlVelocity
	}
	return a.Command.Publish(t)
}

// read takes the axes' states and finds out which may be used.
func (a *Actor) read(t *actors.Tick, s *messages.Snapshot) {
	copy(a.was, a.active)
	for i, column := range a.columns {
		joint := a.joints[i]
		slot := a.world.Slot(joint)
		a.active[i] = s.Valid[joint] && s.Mode[joint].Passes() && !a.still[i]
		a.in.AxisVelocity[i] = s.Velocity[column]
		a.in.AxisPosition[i] = s.Position[slot.Position+min(column-slot.Velocity, slot.PositionLength-1)]
		a.moved[i] = 0
		if s.Valid[joint] {
			a.moved[i] = s.Velocity[column] * t.Now.Sub(s.Time[joint]).Seconds()
		}
		if !s.Valid[joint] {
			a.in.AxisVelocity[i] = 0
		}
	}
	a.in.Active = a.active
	Seed(a.in.Previous, a.in.AxisVelocity, a.in.Limits.VelocityMax, a.was, a.active)
}

// catchUp adds the way that the axes have gone since the model's snapshot: a model actor may be slower than the controller.
// A model that names no snapshot is taken for one of the newest.
func (a *Actor) catchUp(model *messages.Model, s *messages.Snapshot) error {
	if of := model.SnapshotSequence; of == 0 || of == a.Snapshot.Stamp().Sequence {
		return nil
	}
	if len(model.Position) != len(s.Position) {
		return fmt.Errorf("the model of snapshot %d has %d positions; expected %d: those of its snapshot", model.SnapshotSequence, len(model.Position), len(s.Position))
	}
	if err := a.robot.Difference(a.way, model.Position, s.Position); err != nil {
		return err
	}
	for i, column := range a.columns {
		if s.Valid[a.joints[i]] {
			a.moved[i] += a.way[column]
		}
	}
	return nil
}

// locate carries the gripper's pose from where the model has the joints to now.
func (a *Actor) locate(model *messages.Model) error {
	n, columns := len(a.columns), a.world.NumVelocities()
	if len(model.Pose) < 1 || len(model.Jacobian) < 6*columns {
		return fmt.Errorf("the model has %d frames and %d Jacobian entries; expected the gripper as the first frame, with 6 x %d", len(model.Pose), len(model.Jacobian), columns)
	}
	for r := range 6 {
		for i, column := range a.columns {
			a.in.Jacobian[r*n+i] = model.Jacobian[r*columns+column]
		}
		for _, m := range a.mimics {
			a.in.Jacobian[r*n+m.axis] += m.multiplier * model.Jacobian[r*columns+m.column]
		}
	}
	var err error
	a.in.Position, a.in.Rotation, err = PredictPose(model.Pose[0].Position, spatial.QuatOf(model.Pose[0].Orientation).Rotation(), a.in.Jacobian, a.moved, 1)
	return err
}

// aim sets the reference. Without one the gripper stays where it was when the last one was lost: whoever planned the path
// may come back, and nothing that this controller needs for its own work is missing.
func (a *Actor) aim(reference *messages.BodyReference) {
	if reference == nil {
		if !a.holds {
			a.in.Reference = Reference{Position: a.in.Position, Rotation: a.in.Rotation}
		}
		a.holds = true
		return
	}
	a.holds = false
	a.in.Reference = Reference{Position: reference.Pose.Position, Rotation: spatial.QuatOf(reference.Pose.Orientation).Rotation(), Acceleration: reference.Acceleration}
	copy(a.in.Reference.Twist[:3], reference.Twist.Linear[:])
	copy(a.in.Reference.Twist[3:], reference.Twist.Angular[:])
}
