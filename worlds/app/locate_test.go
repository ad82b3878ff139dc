package app

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// good loads the application of the tests with edits that are no mistakes to the loader.
func good(t *testing.T, edits ...string) *Config {
	t.Helper()
	c, err := Load(edited(t, "app.yaml", edits...), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatAnActorRefusesIsReportedAtItsOption(t *testing.T) {
	for name, c := range map[string]struct{ options, label, want, expected, hint string }{
		"an option":               {"gain: 3", "gain@it is low@5", "app.yaml:27:43: worlds.top.processors.controller.options.gain: it is low", "5", ""},
		"one of a group":          {"spring: {stiffness: 4}", "spring.stiffness@it is soft", "app.yaml:27:57: worlds.top.processors.controller.options.spring.stiffness: it is soft", "", ""},
		"one of a list":           {"points: [{time: 1s}, {time: 2s}]", "points[1].time@it is late", "app.yaml:27:65: worlds.top.processors.controller.options.points[1].time: it is late", "", ""},
		"one that is not there":   {"points: [{time: 1s}]", "points[0].joint@it is missing", "app.yaml:27:46: worlds.top.processors.controller.options.points[0].joint: it is missing", "", ""},
		"one that nobody gave":    {"gain: 3", "hold@it is short", "app.yaml:22:7: worlds.top.processors.controller.options.hold: it is short", "", ""},
		"no option":               {"gain: 3", "the period is long: it is 3 s", "app.yaml:22:7: worlds.top.processors.controller: the period is long: it is 3 s", "", ""},
		"an option in words only": {"gain: 3", "gain: it is low; expected 5; did you mean \"x\"?", "app.yaml:22:7: worlds.top.processors.controller: gain: it is low; expected 5; did you mean \"x\"?", "", ""},
		"an unknown name":         {"gain: 3", `gain@no axis "zz1"@@zz1@zz2,yy1`, "app.yaml:27:43: worlds.top.processors.controller.options.gain: no axis \"zz1\"", `one of "zz2", "yy1"`, `did you mean "zz2"?`},
		"a name near to none":     {"gain: 3", `gain@no axis "q"@@q@x,y`, "app.yaml:27:43: worlds.top.processors.controller.options.gain: no axis \"q\"", `one of "x", "y"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			config := good(t, "options: {joint_group: all}", fmt.Sprintf("options: {joint_group: all, %s, label: %q}", c.options, c.label))
			config.Plants = nil
			_, err := New(config)
			var found bool
			for _, d := range problems(t, err).All() {
				if d.Path == "top/arm.type" || d.Path == "low/wheels.type" {
					continue // kinds of the tests that make no drivers
				}
				found = true
				if d.Excerpt == "" || d.Summary() != c.want || d.Expected != c.expected || d.Hint != c.hint {
					t.Errorf("got\n%s\nexpected %q, hint %q, excerpt %q; want\n%s\nexpected %q, hint %q", d.Summary(), d.Expected, d.Hint, d.Excerpt, c.want, c.expected, c.hint)
				}
			}
			if !found {
				t.Errorf("nothing is said but\n%v", err)
			}
		})
	}
}

func TestAnErrorOfAPortIsReportedAtItsActor(t *testing.T) {
	config := good(t)
	err := errors.Join(errors.New("first"), &actors.ActorError{Actor: "top/controller", Err: errors.Join(errors.New("output top/controller.phase: it has no size"), errors.New("two"))})
	got := problems(t, config.located(err))
	wantErrors(t, got, "app.yaml: first", "app.yaml:22:7: worlds.top.processors.controller: output top/controller.phase: it has no size", "app.yaml:22:7: worlds.top.processors.controller: two")
}

func TestEveryJoinedErrorIsReportedByItself(t *testing.T) {
	config := good(t)
	inner := errors.Join(errors.New("it is soft"), messages.InOption("speed", errors.New("it is slow")))
	err := messages.InOption("spring", errors.Join(inner, fmt.Errorf("%w and %w", errors.New("one"), errors.New("two"))))
	got := problems(t, config.located(&actors.ConfigureError{Actor: "top/controller", Err: err}))
	wantErrors(t, got, "controller.options.spring: it is soft", "controller.options.spring: one and two", "controller.options.spring.speed: it is slow")
}

func TestAnErrorOfAJointNamedStartIsReportedAtThatJointUnchanged(t *testing.T) {
	files := edited(t, "app.yaml")
	for name, file := range files {
		files[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(file.Data), "a_j2", "a_Start"))}
		files[name].Data = []byte(strings.ReplaceAll(string(files[name].Data), `"j2"`, `"Start"`))
	}
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	refused := messages.InOption("silence", &messages.OptionError{Joint: "a_Start", Err: errors.New(`joint "Start": limits: it is short; expected more; known: a`)})
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "top/arm", Err: refused})),
		`worlds.top.drives.arm.options.silence: joint "a_Start": joint "Start": limits: it is short; expected more; known: a`)
	atJoint := &messages.OptionError{Joint: "a_Start", Err: errors.New("start: out of range")}
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "top/arm", Err: atJoint})), `app.yaml:32:24: worlds.top.drives.arm: joint "a_Start": start: out of range`)
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "top/gate", Err: atJoint})), `a_Start: top/gate: joint "a_Start": start: out of range`)
}

func TestActorsAreAskedAboutTheirOptionsBesideOtherMistakes(t *testing.T) {
	files := edited(t, "app.yaml", "options: {joint_group: all}", `options: {joint_group: all, gain: 3, label: "gain@it is low"}`, "seed: 7", "seed: x",
		"options: {joint_group: m_wheels,", `options: {joint_grup: m_wheels, label: "of an actor that is wrong itself",`)
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), "app.yaml:1:40: app.seed", "app.yaml:27:43: worlds.top.processors.controller.options.gain: it is low", "joint_grup", "joint_group")
}

func TestAnInvalidLinkIsReportedWhereItIsDeclared(t *testing.T) {
	c := good(t, "path: {type: planner}", "path: {type: planner}\n      second: {type: kinematics, options: {frames: [a_tip]}}\n      third: {type: planner}")
	for name, l := range map[string]struct {
		err  actors.LinkError
		want string
	}{
		"an input of the file":  {actors.LinkError{From: "top/path.reference", To: "top/controller.reference", Err: errors.New("too old")}, "app.yaml:27:29: worlds.top.processors.controller.inputs.reference: link top/path.reference -> top/controller.reference: too old"},
		"an input of an actor":  {actors.LinkError{From: "top/perception.snapshot", To: "top/path.snapshot", Err: errors.New("no")}, "app.yaml:21:7: worlds.top.processors.path: "},
		"a drive":               {actors.LinkError{From: "top/arm.state", To: "top/gate.arm_state", Err: errors.New("no")}, "app.yaml:31:7: worlds.top.drives.arm: "},
		"a coupling":            {actors.LinkError{From: "top/gate.joint_m_planar", To: "low/coupling_m_planar.in", Err: errors.New("no")}, "app.yaml:50:5: couplings[0]: "},
		"a world":               {actors.LinkError{From: "top/perception.snapshot", To: "top/gate.snapshot", Err: errors.New("no")}, "app.yaml:4:3: worlds.top: "},
		"two that would do":     {actors.LinkError{To: "top/controller.model", Carries: "messages.Model", Err: errors.New("no")}, `nothing feeds input "model", which takes messages.Model: 2 outputs of world "top" would do`},
		"one that would do":     {actors.LinkError{To: "top/second.reference", Carries: "messages.VirtualState", Err: errors.New("no")}, `expected: inputs: {reference: controller.state}`},
		"one that options need": {actors.LinkError{To: "top/controller.model", Carries: "messages.Model", Why: "option model is actor, not own", Err: errors.New("no")}, `takes messages.Model; it is needed, since option model is actor, not own: 2 outputs`},
		"none":                  {actors.LinkError{To: "top/controller.reference", Carries: "messages.Wrench", Err: errors.New("no")}, `no actor of world "top" gives messages.Wrench: add one`},
		"one that a kind gives": {actors.LinkError{To: "top/controller.reference", Carries: "messages.JointCommand", Err: errors.New("no")}, `add one under processors, of type "tracker"`},
		"the snapshot":          {actors.LinkError{To: "top/path.seen", Carries: "messages.Snapshot", Err: errors.New("no")}, "expected: an input with the name snapshot"},
	} {
		wantErrors(t, problems(t, c.located(errors.Join(&l.err))), l.want)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func TestWhatActorsOfAWorldRefuseIsReportedAtTheJoint(t *testing.T) {
	c := good(t)
	gate := &actors.ConfigureError{Actor: "low/gate", Err: &messages.OptionError{Joint: "m_wheel", Err: errors.New("no limits"), Expected: "some"}}
	wantErrors(t, problems(t, c.located(gate)), `wheels.urdf.yaml:7:`)
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "low/gate", Err: errors.New("no memory")})), "app.yaml:36:3: worlds.low: low/gate: no memory")
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "top/arm", Err: &messages.OptionError{Joint: "a_j2", Err: errors.New("its drive is gone")}})), "app.yaml:32:24: worlds.top.drives.arm: joint \"a_j2\": its drive is gone")
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "top/arm", Err: messages.InOption("silence", errors.New("too short"))})), "app.yaml:29:7: worlds.top.drives.arm.options.silence: too short")
	wantErrors(t, problems(t, c.located(&actors.ConfigureError{Actor: "low/coupling_m_planar", Err: errors.New("no limits")})), "app.yaml:48:5: couplings[0]: low/coupling_m_planar: no limits")
	wantErrors(t, problems(t, c.located(errors.New("two actors are named x"))), "app.yaml: two actors are named x")
}

func TestAUnitThatIsNotTheJointsIsRefused(t *testing.T) {
	checkMistakes(t, map[string]mistake{
		"unit":     {[]string{"options: {joint_group: all}", "options: {joint_group: all, spring: {stiffness: 1, speed: 3 rad/s}}"}, []string{`options.spring.speed: the unit of "3 rad/s" is "rad/s"`}},
		"no unit":  {[]string{"options: {joint_group: all}", "options: {joint_group: all, spring: {stiffness: 1, speed: 3 deg/s}}"}, []string{`options.spring.speed: the unit of "3 deg/s" is "deg/s"`}},
		"the unit": {[]string{"options: {joint_group: all}", "options: {joint_group: all, count: x, spring: {stiffness: 1, speed: 3 m/s}}"}, []string{`options.count: the value "x"`}},
	})
}
