package gate

import (
	"maps"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func lift(t *testing.T, change func(*Config)) *Config {
	t.Helper()
	d, err := urdf.Parse("robot.urdf.yaml", []byte(`
robot:
  name: robot
  links: [{name: room}, {name: cart}]
  joints:
    - {name: lift, type: prismatic, parent: room, child: cart, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
`), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{World: w, Joints: make([]JointConfig, 1), Buses: []BusConfig{{Actor: "arm/bus", Joints: []int{0}}},
		Claims: []Claim{{Controller: "arm/controller", Group: w.All(), Period: time.Millisecond}}}
	change(c)
	return c
}

func TestAJointHasABrakeWhereItsSafeModeOrItsKindNeedsOne(t *testing.T) {
	for _, c := range []struct {
		mode     messages.Mode
		declared *modes.Declared
		want     bool
	}{
		{messages.ModeRampHold, nil, false}, {messages.ModeBrake, nil, true}, {messages.ModeRun, &modes.Declared{Kind: modes.Vertical}, true},
		{messages.ModeRun, &modes.Declared{Kind: modes.Wheel}, false}, {messages.ModeBrake, &modes.Declared{}, true}, {messages.ModeRun, &modes.Declared{Brake: true}, true},
	} {
		config := lift(t, func(config *Config) { config.Joints[0] = JointConfig{SafeMode: c.mode, Declared: c.declared} })
		j := config.core("arm/gate", time.Millisecond).Joints[0]
		if j.Brake != c.want || (j.BrakeOpens > 0) != c.want || (j.BrakeCloses > 0) != c.want {
			t.Errorf("%s, %+v: brake %v, opens in %s, closes in %s", c.mode, c.declared, j.Brake, j.BrakeOpens, j.BrakeCloses)
		}
	}
}

func TestAVirtualPlanarJointHasThePositionLimitsOfItsDescription(t *testing.T) {
	d, err := urdf.Parse("robot.urdf.yaml", []byte(`
robot:
  name: robot
  links: [{name: room}, {name: cart}]
  joints:
    - {name: base, type: planar, parent: room, child: cart, axis: [0, 0, 1], control: velocity, limits: [{lower: -2, upper: 3, velocity: 1}, {lower: -4, upper: 5, velocity: 1}, {velocity: 1}]}
`), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	config := &Config{World: w, Joints: make([]JointConfig, 1), Claims: []Claim{{Controller: "plan/controller", Group: w.All(), Period: time.Millisecond}}}
	j := config.core("plan/gate", time.Millisecond).Joints[0]
	for i, want := range [][2]float64{{-2, 3}, {-4, 5}, {math.Inf(-1), math.Inf(1)}} {
		if l := j.Limits[i]; l.Lower != want[0] || l.Upper != want[1] {
			t.Errorf("degree of freedom %d has the position limits %g and %g; expected %v", i, l.Lower, l.Upper, want)
		}
	}
}

func TestACommandToABusHasRoomForWhatItsControllersTune(t *testing.T) {
	for _, c := range []struct {
		scales, caps bool
		want         actors.Sizes
	}{
		{false, false, actors.Sizes{"drives": 1}},
		{true, false, actors.Sizes{"drives": 1, "gain_scales": 1}},
		{false, true, actors.Sizes{"drives": 1, "effort_caps": 1}},
	} {
		config := lift(t, func(config *Config) { config.Claims[0].GainScales, config.Claims[0].EffortCap = c.scales, c.caps })
		if got := config.driveSizes(0); !maps.Equal(got, c.want) {
			t.Errorf("scales %v, caps %v: %v, expected %v", c.scales, c.caps, got, c.want)
		}
	}
}
