package constrained

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestEveryFaultOfAConfigurationIsNamedAtOnce(t *testing.T) {
	r := quadruped(t)
	c := r.config()
	c.PeriodS, c.RestDamping, c.WeightStep = 0, -1, 2
	c.Rows = []int{-1}
	c.Unactuated = []int{3, 3}
	c.Limits = Limits{PositionMin: []float64{0}, Velocity: make([]float64, r.model.NV())}
	c.Contacts = []Contact{{Name: "foot", Body: "nobody", Points: [][3]float64{{}, {}}, Friction: 0, PressureMin: -1}, {Name: "foot", Body: "trunk", Points: [][3]float64{{math.NaN(), 0, 0}}, Friction: 1}}
	c.Collisions = []Collision{{A: Shape{Body: "trunk", Radius: -1}, B: Shape{Body: "trunk"}, Margin: -1}}
	c.Boxes = []Box{{Name: "room", Body: "trunk", Rate: -1}}
	_, err := NewTorqueLaw(c)
	if !errors.Is(err, ErrConfig) {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{
		"the period is 0 s", "rest damping is -1", "the step of weights is 2", "level 0 has -1 rows", "unactuated velocities are [3 3]",
		"limits of position min have 1 entries", "limits of position have one side", "the limit of velocity of velocity 0 is 0",
		`contact "foot": `, "trunk", "has 2 points", "the friction coefficient is 0", "the pressure is between -1", `two constraints have the name "foot"`, "point 0 is [NaN",
		"collision 0 has no name", "radius -1", "their distance never changes", "margin -1", "rate -1", `along x it reaches from 0 to 0`,
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in:\n%v", part, err)
		}
	}
	if _, err := NewTorqueLaw(Config{}); !errors.Is(err, ErrConfig) {
		t.Errorf("an empty configuration gives %v", err)
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
	c.Collisions = []Collision{{Name: "hands", A: Shape{Body: "left_arm_6"}, B: Shape{Body: "right_arm_6"}}}
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
		want := []string{"box room along x", "distance of hands", "motion of contact left along rz", "left_thigh_joint"}
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
