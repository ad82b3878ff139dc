package constrained

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/geometry"
)

func TestEveryFaultOfAConfigurationIsNamedAtOnce(t *testing.T) {
	r := quadruped(t)
	c := r.config()
	c.PeriodS, c.RestDamping, c.WeightStep = 0, -1, 2
	c.Rows = []int{-1}
	c.Unactuated = []int{3, 3}
	c.Limits = Limits{PositionMin: []float64{0}, Velocity: make([]float64, r.model.NV())}
	c.Contacts = []Contact{{Name: "foot", Body: "nobody", Points: [][3]float64{{}, {}}, Friction: 0, PressureMin: -1}, {Name: "foot", Body: "trunk", Points: [][3]float64{{math.NaN(), 0, 0}}, Friction: 1}}
	c.Collisions = []Collision{{A: Shape{Body: "trunk"}, B: Shape{Body: "trunk", Shape: geometry.NewPlane()}, Margin: -1}}
	c.Boxes = []Box{{Name: "room", Body: "trunk", Rate: -1}}
	_, err := NewTorqueLaw(c)
	if !errors.Is(err, ErrConfig) {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{
		"the period is 0 s", "rest_damping: -1", "weight_step: 2", "level 0 has -1 rows", "unactuated velocities are [3 3]",
		"limits of position min have 1 entries", "limits of position have one side", "the limit of velocity of velocity 0 is 0",
		`contacts[0].frame: contact "foot": `, "trunk", "contacts[0].points: ", "there are 2 points", "the friction coefficient is 0", "the pressure is between -1", `two constraints have the name "foot"`, "contacts[1].points[0]: contact \"foot\": [NaN",
		"collisions[0].name: the collision has no name", "a: collision \"\": the shape is missing", "b: collision \"\": the pose of the shape", "their distance never changes", "margin: collision \"\": -1", "rate: box \"room\": -1", `along x it reaches from 0 to 0`,
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in:\n%v", part, err)
		}
	}
	if _, err := NewTorqueLaw(Config{}); !errors.Is(err, ErrConfig) {
		t.Errorf("an empty configuration gives %v", err)
	}
}

func TestAConfigurationThatCannotBeMeantIsRefused(t *testing.T) {
	inf := math.Inf(1)
	line := [][3]float64{{0.1, 0, 0}, {0.2, 0.1, 0}, {0.4, 0.3, 0}}
	for name, c := range map[string]struct {
		spoil func(c *Config)
		text  string
	}{
		"rows without end":       {func(c *Config) { c.Rows = []int{1 << 20} }, "level 0 has 1048576 rows; expected 0 to 1024"},
		"no room above":          {func(c *Config) { c.Limits.PositionMin[7], c.Limits.PositionMax[7] = inf, inf }, "the position limits of velocity 7 are +Inf and +Inf"},
		"no room below":          {func(c *Config) { c.Limits.PositionMin[7], c.Limits.PositionMax[7] = -inf, -inf }, "the position limits of velocity 7 are -Inf and -Inf"},
		"the same point thrice":  {func(c *Config) { c.Contacts[0].Points = [][3]float64{{}, {}, {}} }, "lie on a line"},
		"points on a line":       {func(c *Config) { c.Contacts[0].Points = line }, "lie on a line"},
		"pressure without bound": {func(c *Config) { c.Contacts[0].PressureMin = inf }, "the pressure is between +Inf"},
	} {
		r := quadruped(t)
		config := r.config()
		c.spoil(&config)
		if _, err := NewTorqueLaw(config); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got %v; expected %q in it", name, err, c.text)
		}
	}
	if !spanSurface(append(line, [3]float64{0.2, 0, 0})) {
		t.Error("three points on a line and one beside it span no surface")
	}
}

func TestANormalMayHaveAnyLength(t *testing.T) {
	want := frameOf([3]float64{-0.3, 0.2, 0.9})
	for _, size := range []float64{1e-200, 1e-3, 1e3, 1e200} {
		got := frameOf([3]float64{-0.3 * size, 0.2 * size, 0.9 * size})
		for i := range got {
			if off := got[i].Sub(want[i]).Norm(); !(off <= 1e-14) {
				t.Errorf("a normal of length %g makes the frame %v; expected %v", size, got, want)
			}
		}
	}
}

func TestALevelOfAWrongShapeIsRefused(t *testing.T) {
	b := reacher(t, fadingTasks()...)
	q, v := []float64{0.2, 0.3, -0.4}, []float64{0.5, -0.2, 0.1}
	b.at(t, q, v)
	for name, spoil := range map[string]func(l *taskspace.Level){
		"rows below none":   func(l *taskspace.Level) { l.Rows = -1 },
		"too many rows":     func(l *taskspace.Level) { l.Rows = 7 },
		"short Jacobian":    func(l *taskspace.Level) { l.Jacobian = l.Jacobian[:2] },
		"no scale":          func(l *taskspace.Level) { l.Scale = nil },
		"no drift":          func(l *taskspace.Level) { l.Drift = nil },
		"nothing wanted":    func(l *taskspace.Level) { l.Acceleration = nil },
		"no weight":         func(l *taskspace.Level) { l.Weight = nil },
		"no activation":     func(l *taskspace.Level) { l.Activation = nil },
		"activation NaN":    func(l *taskspace.Level) { l.Activation = []float64{math.NaN()} },
		"activation beyond": func(l *taskspace.Level) { l.Activation = []float64{1.1} },
	} {
		in := Input{Workspace: b.w, Position: q, Velocity: v, Levels: append([]taskspace.Level(nil), b.e.Levels()...)}
		spoil(&in.Levels[1])
		if err := b.law.Solve(&in, b.out); !errors.Is(err, ErrInput) || !strings.Contains(err.Error(), "level 1") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAPositionLimitOfAFloatingJointIsRefused(t *testing.T) {
	r := quadruped(t)
	r.limits.PositionMax[2] = 1
	if _, err := NewTorqueLaw(r.config()); err == nil || !strings.Contains(err.Error(), "use a box") {
		t.Errorf("got %v", err)
	}
}

func TestConstraintsHaveNamesForPeople(t *testing.T) {
	r := humanoid(t)
	c := r.config()
	c.Boxes = []Box{{Name: "room", Body: "pelvis", Min: [3]float64{-1, math.Inf(-1), math.Inf(-1)}, Max: [3]float64{1, math.Inf(1), math.Inf(1)}}}
	c.Collisions = []Collision{{Name: "hands", A: segment("left_arm_6", [3]float64{}, [3]float64{}, 0), B: segment("right_arm_6", [3]float64{}, [3]float64{}, 0)}}
	for _, make_ := range []func(Config) (*Law, error){NewTorqueLaw, NewVelocityLaw} {
		l, err := make_(c)
		must(t, err)
		var all []string
		for i := range l.constraints.Rows() + l.constraints.Size() {
			name := l.Name(i)
			if strings.HasPrefix(name, "row ") || strings.HasPrefix(name, "variable ") || name == "" {
				t.Errorf("constraint %d is called %q", i, name)
			}
			all = append(all, name)
		}
		want := []string{"bound of " + map[bool]string{false: "acceleration", true: "velocity"}[l.velocity] + " of left_thigh_joint", "box room along x", "distance of hands", "motion of contact left along rz", "left_thigh_joint"}
		if !l.velocity {
			want = append(want, "no drive at pelvis_joint/0", "effort of left_thigh_joint", "friction of contact right at point 3", "pressure of contact left at point 0")
		}
		for _, name := range want {
			if !strings.Contains(strings.Join(all, "\n"), name) {
				t.Errorf("no %q in\n%s", name, strings.Join(all, "\n"))
			}
		}
	}
}
