package app

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// decoded reads options of the kind tracker out of the text of a mapping.
func decoded(t *testing.T, text string) (*trackerKind, optionSet, *diagnostics) {
	t.Helper()
	kind, err := testRegistry(t).Kind("tracker", actors.RoleController)
	if err != nil {
		t.Fatal(err)
	}
	c, list := read(t, text)
	set := decodeOptions(kind, c, true, c)
	return set.instance.(*trackerKind), set, list
}

func TestOptionsAreWrittenIntoTheirFields(t *testing.T) {
	k, set, list := decoded(t, `
joint_group: arm
gain: 2.5 1/s
shape: cubic
hold: 500ms
count: -7
number: 65535
logging: true
label: "10"
offset: [1, 2 m, -0.5]
spring: {stiffness: 3 N m/rad, speed: 2 m/s}
points:
  - {time: 1s, joint: j1}
  - {time: 2s}
grid: [[1, 2], [], [3]]
axes: [z, x]
`)
	if list.Len() > 0 {
		t.Fatalf("\n%v", list)
	}
	want := &trackerKind{JointGroup: "arm", Gain: 2.5, Shape: "cubic", Hold: 500 * time.Millisecond, Count: -7, Port: 65535, Logging: true, Label: "10",
		Offset: [3]messages.Meters{1, 2, -0.5}, Spring: springOptions{Stiffness: 3, Speed: 2},
		Points: []pointOptions{{time.Second, "j1"}, {2 * time.Second, ""}}, Grid: [][]float64{{1, 2}, {}, {3}}, Axes: []string{"z", "x"}}
	ignorePorts := cmp.FilterPath(func(p cmp.Path) bool {
		field, ok := p.Last().(cmp.StructField)
		return ok && (field.Name() == "Snapshot" || field.Name() == "Model" || field.Name() == "Reference" || field.Name() == "Target" || field.Name() == "Command" || field.Name() == "State")
	}, cmp.Ignore())
	if diff := cmp.Diff(want, k, ignorePorts); diff != "" {
		t.Error(diff)
	}
	for path, at := range map[string]string{"joint_group": "f.yaml:2:14", "offset[1]": "f.yaml:10:13", "spring.speed": "f.yaml:11:39", "points[1].time": "f.yaml:14:12", "grid[0][1]": "f.yaml:15:12", "grid[1]": "f.yaml:15:16"} {
		if got := set.at[path].at().String(); got != at {
			t.Errorf("%s is at %s, want %s", path, got, at)
		}
	}
}

func TestOptionsThatAreNotGivenKeepTheirDefaults(t *testing.T) {
	k, set, list := decoded(t, "{joint_group: arm, gain: ~, axes: []}")
	if list.Len() > 0 {
		t.Fatalf("\n%v", list)
	}
	if k.Gain != 4 || k.Shape != "linear" || k.Hold != 20*time.Millisecond || k.Spring.Speed != 1 || len(k.Axes) != 0 || k.Axes == nil {
		t.Errorf("the options are %+v", k)
	}
	if len(set.at) != 2 {
		t.Errorf("%d places are kept, want those of joint_group and axes", len(set.at))
	}
}

func TestAListOfAFileNeverReachesTheDefaults(t *testing.T) {
	r := testRegistry(t)
	kind, err := r.Kind("tracker", actors.RoleController)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := read(t, "{joint_group: arm, axes: [y]}")
	decodeOptions(kind, c, true, c)
	if got := kind.Instance().(*trackerKind).Axes; len(got) != 1 || got[0] != "x" {
		t.Errorf("the default is now %v", got)
	}
}

func TestOptionsThatWillNotDoAreNamed(t *testing.T) {
	for text, wants := range map[string][]string{
		"{}":                                                   {`f.yaml:1:1: joint_group: the key "joint_group" is missing`},
		"{joint_group: a, gian: 2}":                            {`did you mean "gain"?`},
		"{joint_group: a, gain: -1}":                           {"the value -1 1/s is out of range"},
		"{joint_group: a, gain: 51 1/s}":                       {"0 1/s to 50 1/s"},
		"{joint_group: a, gain: 5 Hz}":                         {`the unit of "5 Hz" is "Hz"`},
		"{joint_group: a, gain: .inf}":                         {"numbers are finite"},
		"{joint_group: a, shape: cubik}":                       {`did you mean "cubic"?`},
		"{joint_group: a, hold: 5}":                            {"it has no unit"},
		"{joint_group: a, hold: 2s}":                           {"the value 2 s is out of range"},
		"{joint_group: a, hold: -1ms}":                         {"0.001 s to 1 s"},
		"{joint_group: a, count: 128}":                         {"a value that fits into int8"},
		"{joint_group: a, count: -101}":                        {"at least -100"},
		"{joint_group: a, count: 1.5}":                         {"no whole number"},
		"{joint_group: a, number: -1}":                         {"a value that fits into uint16"},
		"{joint_group: a, number: 65536}":                      {"a value that fits into uint16"},
		"{joint_group: a, logging: 1}":                         {"true or false"},
		"{joint_group: a, label: 10}":                          {`write it in quotes: "10"`},
		"{joint_group: [a]}":                                   {"this is a list"},
		"{joint_group: a, offset: [1, 2]}":                     {"the list has 2 elements"},
		"{joint_group: a, offset: 1}":                          {"this is a single value"},
		"{joint_group: a, offset: [1, 2, 3 rad]}":              {"offset[2]"},
		"{joint_group: a, spring: {speed: 1}}":                 {`spring.stiffness: the key "stiffness" is missing`},
		"{joint_group: a, spring: {stiffnes: 1}}":              {`the key "stiffness" is missing`, `did you mean "stiffness"?`},
		"{joint_group: a, spring: {stiffness: 1, speed: 1 m}}": {"without the unit rad/s or m/s"},
		"{joint_group: a, points: {time: 1s}}":                 {"points: this is a mapping"},
		"{joint_group: a, points: [{time: 1s}, {}]}":           {`points[1].time: the key "time" is missing`},
		"{joint_group: a, points: [1s]}":                       {"points[0]: this is a single value"},
		"{joint_group: a, grid: [[1], [-1]]}":                  {"grid[1][0]: the value -1 is out of range"},
		"{joint_group: a, grid: [1]}":                          {"grid[0]: this is a single value"},
		"{joint_group: a, axes: [x, w]}":                       {`axes[1]: the value "w" is unknown`},
		"[a]":                                                  {"this is a list"},
	} {
		_, _, list := decoded(t, text)
		wantErrors(t, &list.Diagnostics, wants...)
	}
}

func TestOptionsThatAreMissingAltogetherAreMissingFromTheirOwner(t *testing.T) {
	kind, err := testRegistry(t).Kind("tracker", actors.RoleController)
	if err != nil {
		t.Fatal(err)
	}
	owner, list := read(t, "{type: tracker}")
	owner.path = "worlds.w.processors.p"
	decodeOptions(kind, cursor{}, false, owner)
	wantErrors(t, &list.Diagnostics, `f.yaml:1:1: worlds.w.processors.p.options.joint_group: the key "joint_group" is missing`)
}

func TestTheNameOfAnOptionSaysWhatItNames(t *testing.T) {
	for name, want := range map[string]referent{
		"joint_group": groupReferent, "arm_group": groupReferent, "group": groupReferent, "joint": jointReferent, "virtual_joint": jointReferent,
		"joints": jointReferent, "frames": bodyReferent, "tool_body": bodyReferent, "grouping": noReferent, "jointed": noReferent, "name": noReferent,
	} {
		if got := referentOf(name, ""); got != want {
			t.Errorf("%s names a %q, want %q", name, got, want)
		}
	}
	if got := referentOf("team_group", `refers:"none"`); got != noReferent {
		t.Errorf("an option that names nothing names a %q", got)
	}
	files := edited(t, "app.yaml", "{joint_group: all}", "{joint_group: all, team_group: reds, points: [{time: 0s, joint: a_j9}]}")
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), `options.points[0].joint: world "top" has no joint named "a_j9"`)
}
