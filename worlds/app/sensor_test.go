package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/gate"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Edits of the application of the tests: its caster is observed, and its controller reads a sensor.
const (
	lowPeriod  = "    period: 20ms\n"
	observed   = lowPeriod + "    joints: {m_caster: {passive: true, state: controller.state}}\n"
	plainInput = "{type: tracker, options: {joint_group: m_wheels"
	sensorRead = "{type: tracker, inputs: {reference: plant/robot.joints}, options: {joint_group: m_wheels"
)

func TestAActorReadsASensorOfThePlant(t *testing.T) {
	c, err := Load(edited(t, "app.yaml", plainInput, sensorRead), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	in := c.Worlds[1].Actors[0].Inputs
	if len(in) != 1 || in[0].From != "plant/robot.joints" || in[0].MaxAge != 60*time.Millisecond {
		t.Errorf("got %+v", in)
	}
	for _, picture := range []string{c.Mermaid(), c.DOT()} {
		if !strings.Contains(picture, "plant_robot") || !strings.Contains(picture, "joints, at most 60ms old") {
			t.Errorf("the picture lacks the sensor:\n%s", picture)
		}
	}
}

func TestTheStateOfAPassiveJointComesFromItsActor(t *testing.T) {
	c, err := Load(edited(t, "app.yaml", lowPeriod, observed), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	w := &c.Worlds[1]
	caster, err := w.Model.JointIndex("m_caster")
	if err != nil {
		t.Fatal(err)
	}
	j := w.Joints[caster]
	if j.State.From != "low/controller.state" || j.State.MaxAge != 60*time.Millisecond || w.Model.Joint(caster).Role != worlds.Passive {
		t.Fatalf("got %+v", j)
	}
	if !strings.Contains(c.Mermaid(), "m_caster state") {
		t.Errorf("the picture lacks the state:\n%s", c.Mermaid())
	}

	b := &builder{config: c}
	b.perception(1)
	a := b.app.Actors[0].New().(*perception.Actor)
	if !slices.ContainsFunc(a.Virtuals, func(v perception.Virtual) bool { return v.Port == "joint_m_caster" && v.Joint == caster }) {
		t.Errorf("perception takes %+v", a.Virtuals)
	}
	if want := (actors.Link{From: "low/controller.state", To: "low/perception.joint_m_caster", MaxAge: 60 * time.Millisecond}); !slices.Contains(b.app.Links, want) {
		t.Errorf("links %+v", b.app.Links)
	}
}

func TestMistakesAboutSensorsAndEstimatesAreNamed(t *testing.T) {
	read := func(from string) []string {
		return []string{plainInput, strings.Replace(sensorRead, "plant/robot.joints", from, 1)}
	}
	state := func(of string) []string {
		return []string{lowPeriod, strings.Replace(observed, "controller.state", of, 1)}
	}
	checkMistakes(t, map[string]mistake{
		"sensor":  {read("plant/robot.joint"), []string{`the plant (sim) has no sensor named "joint"`}},
		"nearest": {read("plant/robot.joint"), []string{`did you mean "joints"?`}},
		"truth":   {read("plant/robot.truth"), []string{"its other outputs are for reports"}},
		"type":    {read("plant/robot.imu"), []string{`sensor "imu" of the plant (sim) carries messages.Inertial`}},
		"world":   {read("top/controller.state"), []string{`an output of world "low", or a sensor plant/robot.port`}},
		"actor":   {state("controler.state"), []string{`worlds.low.joints.m_caster.state: world "low" has no actor named "controler"`}},
		"output":  {state("controller.stat"), []string{`low/controller (tracker) has no output named "stat"`}},
		"carries": {state("controller.command"), []string{"a port that carries messages.VirtualState"}},
		"port":    {state("controller"), []string{`the output "controller" has no port`}},
		"bus":     {read("wheels.state"), []string{`output "state" of low/wheels carries messages.DriveState`}},
		"no bus":  {read("wheel.state"), []string{`did you mean "wheels"?`}},
		"of bus":  {read("wheels.stat"), []string{`bus "low/wheels" has no output named "stat"`}},
		"at once": {state("plant/robot.imu"), []string{`"plant/robot.imu" is a sensor of the plant`}},
		"driven": {[]string{lowPeriod, lowPeriod + "    joints: {m_wheel: {state: controller.state}}\n"},
			[]string{`joint "m_wheel" is not passive: a drive or a coupling has its state`}},
	})
	text := strings.Replace(testApp, plainInput, sensorRead, 1)
	files := edited(t, "app.yaml")
	files["app.yaml"].Data = []byte(text[:strings.Index(text, "plant:\n")])
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), `the application has no plant, and so no sensor "joints"`)
}

// The world that tells the state of a joint may be slower than the gate that uses it: how old a
// state may be, the coupling or the joint says.
func TestTheGateTakesStatesAsOldAsTheFileSays(t *testing.T) {
	c, err := Load(edited(t, "app.yaml", lowPeriod, observed), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	for _, want := range []struct {
		world int
		joint string
		age   time.Duration
	}{{0, "m_planar", 55 * time.Millisecond}, {1, "m_planar", 55 * time.Millisecond}, {1, "m_caster", 60 * time.Millisecond}, {1, "m_wheel", 0}} {
		b := &builder{config: c}
		b.gate(want.world)
		joint, err := c.Worlds[want.world].Model.JointIndex(want.joint)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.app.Actors[0].New().(*gate.Actor).Config.Joints[joint].StateMaxAge; got != want.age {
			t.Errorf("joint %s of world %d may be %v old; expected %v", want.joint, want.world, got, want.age)
		}
	}
}

// monitor reads the states of the drives of a bus.
type monitor struct {
	Wheels actors.In[messages.DriveState] `port:"wheels" doc:"states of the drives of the wheels"`
}

func (*monitor) Tick(*actors.Tick) error { return nil }

func TestAnActorReadsTheStatesOfABus(t *testing.T) {
	r := testRegistry(t)
	if err := actors.Register(r, "monitor", actors.RoleObserver, "reads the states of a bus", monitor{}); err != nil {
		t.Fatal(err)
	}
	const processor = "options: {joint_group: m_wheels, virtual_joint: m_planar}}\n"
	with := func(input string) string { return processor + "      monitor: {type: monitor" + input + "}\n" }
	c, err := Load(edited(t, "app.yaml", processor, with(", inputs: {wheels: wheels.state}")), "app.yaml", r)
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	in := c.Worlds[1].Actors[1].Inputs
	if len(in) != 1 || in[0].From != "low/wheels.state" || in[0].MaxAge != 60*time.Millisecond {
		t.Errorf("got %+v", in)
	}
	for _, picture := range []string{c.Mermaid(), c.DOT()} {
		if !strings.Contains(picture, "state, at most 60ms old") {
			t.Errorf("the picture lacks the states of the bus:\n%s", picture)
		}
	}
	e := &actors.LinkError{To: "low/monitor.wheels", Carries: "messages.DriveState", Err: errors.New("no link")}
	wantErrors(t, problems(t, c.located(e)), "expected: inputs: {wheels: wheels.state}")
}

// sensingKind is a driver whose bus carries a thermometer.
type sensingKind struct{ toy }

func (*sensingKind) Sensors(any) (hardware.SensorList, error) {
	return hardware.SensorList{{Name: "motor", Kind: messages.TemperatureSensor, Link: "m_body"}}, nil
}

func TestSensorsOfABusReachPerceptionAndTheActorsOfItsWorld(t *testing.T) {
	c, err := Load(testFiles(), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	w := &c.Worlds[1]
	w.Drives[0].Instance = &sensingKind{toy{driver: func(hardware.DriverContext) (func() (hardware.Driver, error), error) {
		return func() (hardware.Driver, error) { return &slowDriver{}, nil }, nil
	}}}
	l := &loader{config: c, list: &diagnostics{}}
	l.listSensors(w)
	in := &Input{Port: "temperature", From: "low/wheels.motor"}
	if period, ok := l.checkSource(w, in, "inputs", "messages.Temperature"); !ok || period != w.Drives[0].Period {
		t.Errorf("an input that a sensor feeds: %v %t", period, ok)
	}
	if _, ok := l.checkSource(w, in, "inputs", "messages.Wrench"); ok {
		t.Error("an input takes what the sensor does not carry")
	}
	in.From = "low/wheels.moter"
	if _, ok := l.checkSource(w, in, "inputs", "messages.Temperature"); ok || !strings.Contains(fmt.Sprint(l.list.All()), `no output named "moter"`) {
		t.Errorf("an unknown sensor: %v", l.list.All())
	}
	c.Plants, c.Worlds, c.Couplings = nil, c.Worlds[1:], nil
	built, err := Build(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(built.Links, func(k actors.Link) bool {
		return k.From == "low/wheels.motor" && k.To == "low/perception.sensor_wheels_motor"
	}) {
		t.Errorf("no link from the sensor to perception: %+v", built.Links)
	}
	resources := built.ActorResources["low/controller"]
	if list, ok := resources[1].(hardware.SensorList); !ok || len(list) != 1 {
		t.Errorf("the actors of the world get %v", resources)
	}
}
