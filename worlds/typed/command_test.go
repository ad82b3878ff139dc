package typed

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// filled returns quantities with the numbers 1, 2, 3 ... in the order of vectors, and those
// numbers.
func filled[Q any](from float64) (q Q, numbers []float64) {
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Float64:
			v.SetFloat(from)
			numbers = append(numbers, from)
			from++
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				fill(v.Index(i))
			}
		}
	}
	fill(reflect.ValueOf(&q).Elem())
	return q, numbers
}

// untouched is the value of a command wherever nothing was written.
const untouched = -1000

// blank returns a command for three joints, of which the middle one has the given sizes.
func blank(positions, velocities int) Command {
	fill := func(n int) []float64 { return slices.Repeat([]float64{untouched}, n) }
	return Command{&messages.JointCommand{Control: slices.Repeat([]messages.ControlMode{messages.ControlMode(0x40)}, 3),
		Position: fill(positions + 2), Velocity: fill(velocities + 2), Effort: fill(velocities + 2)}}
}

// expect compares the command of the middle joint; nil means an untouched quantity.
func expect(t *testing.T, what string, c Command, control messages.ControlMode, position, velocity, effort []float64) {
	t.Helper()
	v := c.Values()
	if want := []messages.ControlMode{0x40, control, 0x40}; !slices.Equal(v.Control, want) {
		t.Errorf("%s: control modes %v, expected %v", what, v.Control, want)
	}
	for name, p := range map[string]struct{ got, want []float64 }{"position": {v.Position, position}, "velocity": {v.Velocity, velocity}, "effort": {v.Effort, effort}} {
		want := slices.Repeat([]float64{untouched}, len(p.got))
		copy(want[1:], p.want)
		if !slices.Equal(p.got, want) {
			t.Errorf("%s: %s %v, expected %v", what, name, p.got, want)
		}
	}
}

// commandEveryWay calls every method of every target of one type of joint.
func commandEveryWay[P Position, V Velocity, E Effort](t *testing.T) {
	t.Helper()
	q, qs := filled[P](1)
	v, vs := filled[V](11)
	e, es := filled[E](21)
	const position, velocity, effort = messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort
	for what, call := range map[string]struct {
		do      func(Target)
		control messages.ControlMode
	}{
		"ByPosition.SetPosition":                 {func(a Target) { ByPosition[P]{a}.SetPosition(q) }, position},
		"ByVelocity.SetVelocity":                 {func(a Target) { ByVelocity[V]{a}.SetVelocity(v) }, velocity},
		"ByEffort.SetEffort":                     {func(a Target) { ByEffort[E]{a}.SetEffort(e) }, effort},
		"ByPositionVelocity.SetPosition":         {func(a Target) { ByPositionVelocity[P, V]{a}.SetPosition(q) }, position},
		"ByPositionVelocity.SetVelocity":         {func(a Target) { ByPositionVelocity[P, V]{a}.SetVelocity(v) }, velocity},
		"ByPositionVelocity.SetPositionVelocity": {func(a Target) { ByPositionVelocity[P, V]{a}.SetPositionVelocity(q, v) }, position | velocity},
		"ByPositionEffort.SetPosition":           {func(a Target) { ByPositionEffort[P, E]{a}.SetPosition(q) }, position},
		"ByPositionEffort.SetEffort":             {func(a Target) { ByPositionEffort[P, E]{a}.SetEffort(e) }, effort},
		"ByPositionEffort.SetPositionEffort":     {func(a Target) { ByPositionEffort[P, E]{a}.SetPositionEffort(q, e) }, position | effort},
		"ByVelocityEffort.SetVelocity":           {func(a Target) { ByVelocityEffort[V, E]{a}.SetVelocity(v) }, velocity},
		"ByVelocityEffort.SetEffort":             {func(a Target) { ByVelocityEffort[V, E]{a}.SetEffort(e) }, effort},
		"ByVelocityEffort.SetVelocityEffort":     {func(a Target) { ByVelocityEffort[V, E]{a}.SetVelocityEffort(v, e) }, velocity | effort},
		"ByAny.SetPosition":                      {func(a Target) { ByAny[P, V, E]{a}.SetPosition(q) }, position},
		"ByAny.SetVelocity":                      {func(a Target) { ByAny[P, V, E]{a}.SetVelocity(v) }, velocity},
		"ByAny.SetEffort":                        {func(a Target) { ByAny[P, V, E]{a}.SetEffort(e) }, effort},
		"ByAny.SetPositionVelocity":              {func(a Target) { ByAny[P, V, E]{a}.SetPositionVelocity(q, v) }, position | velocity},
		"ByAny.SetPositionEffort":                {func(a Target) { ByAny[P, V, E]{a}.SetPositionEffort(q, e) }, position | effort},
		"ByAny.SetVelocityEffort":                {func(a Target) { ByAny[P, V, E]{a}.SetVelocityEffort(v, e) }, velocity | effort},
		"ByAny.SetPositionVelocityEffort":        {func(a Target) { ByAny[P, V, E]{a}.SetPositionVelocityEffort(q, v, e) }, position | velocity | effort},
		"SetNone":                                {func(a Target) { ByAny[P, V, E]{a}.SetNone() }, messages.ControlNone},
	} {
		c := blank(len(qs), len(vs))
		call.do(c.Target(At(1, 1, 1)))
		wanted := func(quantity messages.ControlMode, numbers []float64) []float64 {
			if call.control.Has(quantity) {
				return numbers
			}
			return nil
		}
		expect(t, what, c, call.control, wanted(position, qs), wanted(velocity, vs), wanted(effort, es))
	}
}

func TestATargetWritesItsOwnEntriesAndControlMode(t *testing.T) {
	t.Run("rotary", func(t *testing.T) {
		commandEveryWay[messages.Radians, messages.RadiansPerSecond, messages.NewtonMeters](t)
	})
	t.Run("linear", func(t *testing.T) { commandEveryWay[messages.Meters, messages.MetersPerSecond, messages.Newtons](t) })
	t.Run("planar", func(t *testing.T) { commandEveryWay[PlanarPosition, PlanarVelocity, PlanarEffort](t) })
	t.Run("floating", func(t *testing.T) { commandEveryWay[messages.Pose, messages.Twist, Wrench](t) })
}

func TestAGroupIsCommandedAsAWhole(t *testing.T) {
	w := robot(t)
	g, _ := groupOf(t, w, "mixed") // arm, base, finger, cart, lift: base is passive, finger mimics arm
	c := g.NewCommand()
	c.Values().Control[1] = messages.ControlEffort // what a command had before does not stay
	_, numbers := filled[[12]float64](1)
	position := append(numbers, 13)
	g.Set(c, messages.ControlPositionVelocity, position, numbers[:12], nil)
	const set, none = messages.ControlPositionVelocity, messages.ControlNone
	if want := []messages.ControlMode{set, none, none, set, set}; !slices.Equal(c.Values().Control, want) {
		t.Errorf("control modes %v, expected %v", c.Values().Control, want)
	}
	if !slices.Equal(c.Values().Position, position) || !slices.Equal(c.Values().Velocity, numbers[:12]) || !slices.Equal(c.Values().Effort, make([]float64, 12)) {
		t.Errorf("commanded %+v, expected the vectors that were given", c.Values())
	}
}

func TestACommandOfAnotherGroupIsRefused(t *testing.T) {
	g, _ := groupOf(t, robot(t), "mixed")
	if _, err := g.Command(g.NewCommand().Values()); err != nil {
		t.Errorf("its own command is refused: %v", err)
	}
	for name, change := range map[string]func(*messages.JointCommand){
		"a control mode too few": func(c *messages.JointCommand) { c.Control = c.Control[1:] },
		"a position too many":    func(c *messages.JointCommand) { c.Position = append(c.Position, 0) },
		"a velocity too few":     func(c *messages.JointCommand) { c.Velocity = c.Velocity[1:] },
		"an effort too few":      func(c *messages.JointCommand) { c.Effort = c.Effort[1:] },
	} {
		v := g.NewCommand().Values()
		change(v)
		if _, err := g.Command(v); err == nil || !strings.Contains(err.Error(), "joint group robot/mixed") || !strings.Contains(err.Error(), "5 joints with 13 positions and 12 velocities") {
			t.Errorf("%s: error %v, expected one with the group and its sizes", name, err)
		}
	}
	if _, err := g.Command(nil); err == nil {
		t.Error("no command at all is taken")
	}
}
