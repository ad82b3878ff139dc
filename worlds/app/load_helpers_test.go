package app

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Kinds of the tests. They declare ports and options, and are never run.
type (
	trackerKind struct {
		JointGroup string                            `option:"joint_group" doc:"joints to command" required:"true"`
		Virtual    string                            `option:"virtual_joint" doc:"joint that is realised"`
		Gain       messages.PerSecond                `option:"gain" doc:"rate of the error" min:"0" max:"50"`
		Shape      string                            `option:"shape" doc:"form of the ramp" one_of:"linear,cubic"`
		Hold       time.Duration                     `option:"hold" doc:"waiting time" min:"0.001" max:"1"`
		Count      int8                              `option:"count" doc:"how often" min:"-100"`
		Port       uint16                            `option:"number" doc:"a number"`
		Logging    bool                              `option:"logging" doc:"whether to tell"`
		Label      string                            `option:"label" doc:"a name"`
		Offset     [3]messages.Meters                `option:"offset" doc:"x, y, z"`
		Spring     springOptions                     `option:"spring" doc:"what holds the joint"`
		Points     []pointOptions                    `option:"points" doc:"the way"`
		Grid       [][]float64                       `option:"grid" doc:"rows of numbers" min:"0"`
		Axes       []string                          `option:"axes" doc:"axes in use" one_of:"x,y,z"`
		Team       string                            `option:"team_group" doc:"no joint group at all" refers:"none"`
		Snapshot   actors.In[messages.Snapshot]      `port:"snapshot"`
		Reference  actors.In[messages.JointState]    `port:"reference" optional:"true"`
		Model      actors.In[messages.Model]         `port:"model" optional:"true"`
		Target     actors.In[messages.JointCommand]  `port:"target" optional:"true"`
		Command    actors.Out[messages.JointCommand] `port:"command"`
		State      actors.Out[messages.VirtualState] `port:"state"`
	}
	springOptions struct {
		Stiffness messages.NewtonMetersPerRadian `option:"stiffness" doc:"torque an angle" min:"0" required:"true"`
		Speed     float64                        `option:"speed" unit:"rad/s|m/s" doc:"greatest speed"`
	}
	pointOptions struct {
		Time  time.Duration `option:"time" doc:"after the start" required:"true"`
		Joint string        `option:"joint" doc:"what moves"`
	}
	plannerKind struct {
		Snapshot  actors.In[messages.Snapshot]       `port:"snapshot"`
		Reference actors.Out[messages.JointState]    `port:"reference"`
		Pose      actors.Out[messages.BodyReference] `port:"pose"`
	}
	modelKind struct {
		Frames   []string                     `option:"frames" doc:"bodies to compute" required:"true"`
		Snapshot actors.In[messages.Snapshot] `port:"snapshot"`
		Model    actors.Out[messages.Model]   `port:"model"`
	}
	dynamicKind struct{}
	idleKind    struct {
		JointGroup string `option:"joint_group" doc:"joints that it does not command" required:"true"`
	}
	busKind struct {
		Silence time.Duration `option:"silence" doc:"how long"`
	}
	plantKind struct {
		Start []pointOptions `option:"start" doc:"where joints begin"`
	}
)

// UsesPlant implements hardware.PlantUser.
func (*busKind) UsesPlant() bool { return true }

func (*trackerKind) Tick(*actors.Tick) error { return nil }

// Configure returns the errors that the label lists, separated by bars. A label without "@" is a
// plain error, and one as path@problem@expected@unknown@known,known an error at an option.
func (k *trackerKind) Configure(*actors.Setup) error {
	var errs []error
	for _, text := range strings.Split(k.Label, "|") {
		parts := append(strings.Split(text, "@"), "", "", "", "")
		switch {
		case text == "":
		case !strings.Contains(text, "@"):
			errs = append(errs, errors.New(text))
		default:
			e := &messages.OptionError{Path: parts[0], Err: errors.New(parts[1]), Expected: parts[2], Unknown: parts[3]}
			if parts[4] != "" {
				e.Known = strings.Split(parts[4], ",")
			}
			errs = append(errs, e)
		}
	}
	return errors.Join(errs...)
}

// Unmoved says what a count of minus one asks for.
func (k *trackerKind) Unmoved() string {
	if k.Count == -1 {
		return "along y"
	}
	return ""
}

// ExcludesAxis excludes an axis of one joint for a count of seven.
func (k *trackerKind) ExcludesAxis(joint string) bool { return k.Count == 7 && joint == "m_planar" }

// SendsControlMode returns the mode for a count of eight.
func (k *trackerKind) SendsControlMode(*worlds.World, worlds.JointRole) messages.ControlMode {
	if k.Count == 8 {
		return messages.ControlPosition
	}
	return messages.ControlNone
}

// UsesControlModes returns modes for a count of minus three.
func (k *trackerKind) UsesControlModes(port string) (messages.ControlMode, string) {
	if k.Count == -3 && port == "target" {
		return messages.ControlPosition | messages.ControlEffort, `task "press", a hybrid,`
	}
	return messages.ControlNone, ""
}

// AcceptsControlMode returns the mode for a count of minus two.
func (k *trackerKind) AcceptsControlMode() messages.ControlMode {
	if k.Count == -2 {
		return messages.ControlEffort
	}
	return messages.ControlNone
}

// Units tells the unit of a speed.
func (k *trackerKind) Units(*worlds.World) map[string]string {
	return map[string]string{"spring.speed": "m/s", "points[7].time": "rad"}
}
func (*plannerKind) Tick(*actors.Tick) error { return nil }
func (*modelKind) Tick(*actors.Tick) error   { return nil }
func (*dynamicKind) Tick(*actors.Tick) error { return nil }
func (*idleKind) Tick(*actors.Tick) error    { return nil }
func (*dynamicKind) DynamicPorts()           {}
func (*plantKind) Sensors() []hardware.Sensor {
	return []hardware.Sensor{{Port: "joints", Carries: "messages.JointState"}, {Port: "imu", Carries: "messages.Inertial"}}
}

// testRegistry has the kinds of the tests.
func testRegistry(t testing.TB) *actors.Registry {
	t.Helper()
	r := actors.NewRegistry()
	defaults := trackerKind{Gain: 4, Shape: "linear", Hold: 20 * time.Millisecond, Spring: springOptions{Speed: 1}, Axes: []string{"x"}}
	if err := errors.Join(
		actors.Register(r, "tracker", actors.RoleController, "follows a reference", defaults),
		actors.Register(r, "idle", actors.RoleController, "commands nothing", idleKind{}),
		actors.Register(r, "planner", actors.RolePlanner, "makes a reference", plannerKind{}),
		actors.Register(r, "kinematics", actors.RoleModel, "computes poses", modelKind{}),
		actors.Register(r, "dynamic", actors.RoleObserver, "has ports of its own", dynamicKind{}),
		actors.Register(r, "sim", actors.RoleDriver, "a simulated bus", busKind{}),
		actors.Register(r, "sim", actors.RolePlant, "a simulated robot", plantKind{}),
	); err != nil {
		t.Fatal(err)
	}
	return r
}

// Models of the tests.
const (
	armModel = `<robot name="arm">
  <link name="base"/>
  <joint name="j1" type="revolute"><parent link="base"/><child link="l1"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" velocity="1.5" effort="10"/></joint>
  <link name="l1"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="j2" type="prismatic"><parent link="l1"/><child link="l2"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.5" velocity="0.4" effort="50"/></joint>
  <link name="l2"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="tip_mount" type="fixed"><parent link="l2"/><child link="tip"/></joint>
  <link name="tip"/>
</robot>
`
	baseModel = `robot:
  name: base
  links: [{name: room}, {name: body}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], control: velocity,
       limits: [{velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}]}
`
	wheelsModel = `robot:
  name: base
  links: [{name: room}, {name: body}, {name: wheel}, {name: caster}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], control: velocity,
       limits: [{velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}, {velocity: 1, acceleration: 2}]}
    - {name: wheel, type: continuous, parent: body, child: wheel, axis: [0, 1, 0], limits: {velocity: 20, effort: 5}}
    - {name: caster, type: continuous, parent: body, child: caster, axis: [0, 1, 0], role: passive}
  joint_groups: {wheels: [wheel]}
`
	testApp = `app: {name: test, duration: 10s, seed: 7, job_threads: 3, faults: allowed, clock: virtual}
domains: {fast: {priority: 80, spin: 20us}}
worlds:
  top:
    rate: 100Hz
    models:
      - include: base.urdf.yaml
        namespace: m
      - path: arm.urdf
        namespace: a
        joint: {parent: m_body, origin: {xyz: [0, 0, 0.5 m], rpy: [0, 0, 1.5 rad]}}
    joint_groups:
      all: [m_planar, a_j1, a_j2]
    limits:
      a_j1: {acceleration: 10 rad/s^2}
      a_j2: {velocity: 0.3 m/s}
    joints:
      a_j2: {safe_mode: brake, rearm: reset}
    processors:
      model: {type: kinematics, rate: 50Hz, options: {frames: [a_tip]}}
      path: {type: planner}
      controller:
        type: tracker
        execution: 200us
        inputs: {reference: path.reference}
        max_age: {reference: 30ms}
        options: {joint_group: all}
    drives:
      arm:
        type: sim
        rate: 1kHz
        joints: [a_j1, a_j2]
        rearm: auto
        start: auto
        restart: {policy: one_for_all, max: 5, backoff: {min: 1s}}
  low:
    period: 20ms
    domain: fast
    on_overrun: {missed: 10, recover_per: 20, hang_after: 60ms}
    models:
      - include: wheels.urdf.yaml
        namespace: m
    processors:
      controller: {type: tracker, options: {joint_group: m_wheels, virtual_joint: m_planar}}
    drives:
      wheels: {type: sim, joints: [m_wheel], safe_mode: damp, max_age: 40ms}
couplings:
  - joint: m_planar
    command: {from: top, to: low/controller.target, mode: velocity}
    state: {from: low/controller.state, to: top, max_age: 55ms}
plant:
  type: sim
  rate: 1kHz
  models: [{include: wheels.urdf.yaml, namespace: m}]
  options: {start: [{time: 0s, joint: m_wheel}]}
supervision:
  defaults: {within: 20s}
  top: {strategy: rest_for_one, max: 2}
recording: {enabled: true, exclude: ["top/model.*"]}
view: {address: 127.0.0.1:0, control: true, hosts: [robot.example], origins: ["https://app.foxglove.dev"]}
`
)

// testFiles are an application without a mistake, and its models.
func testFiles() fstest.MapFS {
	return fstest.MapFS{
		"app.yaml":         {Data: []byte(testApp)},
		"arm.urdf":         {Data: []byte(armModel)},
		"base.urdf.yaml":   {Data: []byte(baseModel)},
		"wheels.urdf.yaml": {Data: []byte(wheelsModel)},
	}
}

// edited returns the files of testFiles with replacements in one of them: old, new, old, new.
func edited(t testing.TB, file string, pairs ...string) fstest.MapFS {
	t.Helper()
	files := testFiles()
	text := string(files[file].Data)
	for i := 0; i+1 < len(pairs); i += 2 {
		if strings.Count(text, pairs[i]) != 1 {
			t.Fatalf("%q stands %d times in %s", pairs[i], strings.Count(text, pairs[i]), file)
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	files[file] = &fstest.MapFile{Data: []byte(text)}
	return files
}

// problems returns the errors of a load, none for a good file.
func problems(t testing.TB, err error) *source.Diagnostics {
	t.Helper()
	var list *source.Diagnostics
	switch {
	case err == nil:
		return &source.Diagnostics{}
	case !errors.As(err, &list):
		t.Fatalf("the error is a %T, not a list of diagnostics", err)
	}
	return list
}
