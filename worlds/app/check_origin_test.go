package app

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// exportKind exports the joints of its group.
type exportKind struct {
	JointGroup string                            `option:"joint_group" doc:"joints to export" required:"true"`
	Snapshot   actors.In[messages.Snapshot]      `port:"snapshot"`
	Command    actors.Out[messages.JointCommand] `port:"command"`
}

func (*exportKind) Tick(*actors.Tick) error { return nil }
func (*exportKind) DynamicPorts()           {}
func (*exportKind) Ports(joint string) (command, state string) {
	return "command_" + joint, "state_" + joint
}

// exporting loads an application of worlds that have one joint each, x.
func exporting(t *testing.T, app string) (*Config, error) {
	t.Helper()
	r := testRegistry(t)
	if err := errors.Join(actors.Register(r, "exports", actors.RoleController, "exports joints", exportKind{})); err != nil {
		t.Fatal(err)
	}
	const model = `robot:
  name: slide
  links: [{name: base}, {name: table}]
  joints: [{name: x, type: prismatic, parent: base, child: table, axis: [1, 0, 0], limits: {lower: -1, upper: 1, velocity: 1, acceleration: 1, effort: 10}}]
`
	return Load(fstest.MapFS{"app.yaml": {Data: []byte(app)}, "slide.urdf.yaml": {Data: []byte(model)}}, "app.yaml", r)
}

const (
	exportWorld = ": {rate: 100Hz, models: [{include: slide.urdf.yaml}], joint_groups: {all: [x]}, processors: {exports: {type: exports, options: {joint_group: all}}}"
	exportDrive = ", drives: {bus: {type: sim, joints: [x]}}"
	exportTop   = ": {rate: 100Hz, models: [{include: slide.urdf.yaml}], joint_groups: {all: [x]}, processors: {controller: {type: tracker, options: {joint_group: all, spring: {stiffness: 1}}}}}\n"
	exportPlant = "plant: {type: sim, rate: 1kHz, models: [{include: slide.urdf.yaml}]}\n"
)

func coupled(from, to string) string {
	return "  - {joint: x, command: {from: " + from + ", to: " + to + "/exports, mode: velocity}, state: {from: " + to + "/exports, to: " + from + "}}\n"
}

func TestWhatCanNeverStartIsRejectedWithItsReason(t *testing.T) {
	for name, c := range map[string]struct{ app, want string }{
		"a cycle of two": {"worlds:\n  a" + exportWorld + "}\n  b" + exportWorld + "}\ncouplings:\n" + coupled("a", "b") + coupled("b", "a"),
			"the state of joint \"x\" never begins: a/x waits for b/x, which waits for a/x"},
		"a cycle of three": {"worlds:\n  a" + exportWorld + "}\n  b" + exportWorld + "}\n  c" + exportWorld + "}\ncouplings:\n" + coupled("a", "b") + coupled("b", "c") + coupled("c", "a"),
			"a/x waits for b/x waits for c/x, which waits for a/x"},
		"nobody realises it": {"worlds:\n  top" + exportTop + "  low" + exportWorld + "}\ncouplings:\n" + coupled("top", "low"),
			`nobody moves joint "x"`},
		"two writers": {"worlds:\n  top" + exportTop + "  other" + exportTop + "  low" + exportWorld + exportDrive + "}\n" + exportPlant + "couplings:\n" + coupled("top", "low") + coupled("other", "low"),
			"another coupling writes input low/exports.command_x already"},
		"two controllers": {"worlds:\n  top" + exportTop + "  low" + strings.Replace(exportWorld, "processors: {", "processors: {own: {type: idle, options: {joint_group: all}}, ", 1) + exportDrive + "}\n" + exportPlant + "couplings:\n" + coupled("top", "low"),
			`is commanded by`},
	} {
		_, err := exporting(t, c.app)
		if err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(c.want, `nobody moves joint "x"`, "nobody moves joint x")) && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant a part %q", name, err, c.want)
		}
	}
}

func TestAJointWithADriveCanBeExportedThroughAChain(t *testing.T) {
	c, err := exporting(t, "worlds:\n  top"+exportTop+"  mid"+exportWorld+"}\n  low"+exportWorld+exportDrive+"}\n  seen: {rate: 10Hz, models: [{include: slide.urdf.yaml}]}\n"+exportPlant+
		"couplings:\n"+coupled("top", "mid")+coupled("mid", "low")+"  - {joints: [x], state: {from: low/exports, to: seen}}\n")
	if err != nil {
		t.Fatal(err)
	}
	low, mid := c.World("low").Joints[0], c.World("mid").Joints[0]
	if low.Virtual || low.Realised || !low.Exported || !mid.Virtual || !mid.Exported || mid.Realised {
		t.Errorf("low %+v, mid %+v", low, mid)
	}
	if top, middle := c.Couplings[0].State.MaxAge, c.Couplings[1].State.MaxAge; top != 2*middle {
		t.Errorf("a state may be %v old in mid and %v in top; expected twice as much", middle, top)
	}
	if c.Couplings[2].Path != "couplings[2]" || c.Couplings[2].State.From.Port != "state_x" {
		t.Errorf("the observer's coupling is %+v", c.Couplings[2])
	}
}

// The word all of a coupling stands for the joints that the actor exports, also where its group is
// all, and where the world of the actor comes later.
func TestTheWordAllOfACouplingStandsForTheExportedJoints(t *testing.T) {
	for _, group := range []string{"[x]", "all"} {
		low := strings.Replace(exportWorld, "[x]", group, 1)
		c, err := exporting(t, "worlds:\n  top"+exportTop+"  low"+low+exportDrive+"}\n"+exportPlant+
			"couplings:\n"+strings.Replace(coupled("top", "low"), "joint: x", "joints: all", 1))
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Couplings) != 1 || c.Couplings[0].Joint != "x" || c.Couplings[0].Command.To.Port != "command_x" || !c.World("low").Joints[0].Exported {
			t.Errorf("group %s: the couplings are %+v", group, c.Couplings)
		}
	}
}

func TestMistakesOfExportsAreNamed(t *testing.T) {
	good := "worlds:\n  top" + exportTop + "  low" + exportWorld + exportDrive + "}\n" + exportPlant + "couplings:\n" + coupled("top", "low")
	for name, c := range map[string]struct{ old, now, want string }{
		"joint and joints": {"{joint: x, command", "{joint: x, joints: [x], command", "the coupling has a list of joints too"},
		"no joints":        {"{joint: x, command", "{joints: [], command", "the list is empty"},
		"all of an actor without a group": {"{joint: x, command: {from: top, to: low/exports, mode: velocity}, state: {from: low/exports", "{joints: all, state: {from: low/idle",
			`"low/idle" has no option joint_group, whose joints all stands for`},
		"all of a group that is missing": {"options: {joint_group: all}}}, drives", "options: {joint_group: some}}}, drives", `has no joint group named "some"`},
		"no exporter":                    {"{from: low/exports, to: top}", "{from: low/bus, to: top}", `no actor of world "low" is named "bus"`},
		"other port":                     {"to: low/exports, mode", "to: low/exports.state_x, mode", `port "state_x" of low/exports is not that of joint "x"`},
		"a kind with one port": {"processors: {exports: {type: exports, options: {joint_group: all}}}", "processors: {exports: {type: tracker, options: {joint_group: all, spring: {stiffness: 1}}}}",
			"low/exports (tracker) has no port for each joint"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%s: %q is not in the file", name, c.old)
		}
		_, err := exporting(t, strings.Replace(good, c.old, c.now, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant a part %q", name, err, c.want)
		}
	}
	if _, err := exporting(t, good); err != nil {
		t.Error(err)
	}
}
