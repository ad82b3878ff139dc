package actors

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// stiffness is a quantity with a unit.
type stiffness float64

func (stiffness) Unit() string { return "N m/rad" }

type commonOptions struct {
	Joints string `option:"joint_group" doc:"joints that it moves" required:"true"`
}

type limitOptions struct {
	Low  float64 `option:"low" doc:"lower limit"`
	High float64 `option:"high" doc:"upper limit"`
}

// springKind has an option of every type.
type springKind struct {
	commonOptions
	Stiffness stiffness      `option:"stiffness" doc:"of the spring" min:"0" max:"1e4"`
	Count     int            `option:"count" doc:"a number"`
	Enabled   bool           `option:"enabled" doc:"whether it acts"`
	Mode      string         `option:"mode" doc:"how it acts" one_of:"soft,hard"`
	Within    time.Duration  `option:"within" doc:"a time"`
	Limits    limitOptions   `option:"limits" doc:"a group"`
	Gains     []stiffness    `option:"gains" doc:"a list"`
	Ranges    []limitOptions `option:"ranges" doc:"a list of groups"`
	hidden    int

	State In[note]  `port:"state" doc:"what is measured"`
	Out   Out[note] `port:"effort" doc:"what is wanted"`
}

func (*springKind) Tick(*Tick) error { return nil }

func TestAKindDescribesItsOptionsAndPorts(t *testing.T) {
	r := NewRegistry()
	defaults := springKind{Stiffness: 20, Mode: "soft", Within: 30 * ms, hidden: 3}
	if err := Register(r, "spring", RoleController, "holds joints as a spring does", defaults); err != nil {
		t.Fatal(err)
	}
	k, err := r.Kind("spring", RoleController)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range k.Options {
		text := fmt.Sprintf("%s %s %q %q", o.Name, o.Type, o.Unit, o.Default)
		if o.Required {
			text += " required"
		}
		if o.Min != nil {
			text += fmt.Sprintf(" %g..%g", *o.Min, *o.Max)
		}
		if o.OneOf != nil {
			text += fmt.Sprint(" ", o.OneOf)
		}
		for _, f := range o.Fields {
			text += " " + f.Name
		}
		got = append(got, text)
	}
	want := []string{
		`joint_group string "" "" required`,
		`stiffness number "N m/rad" "20" 0..10000`,
		`count integer "" "0"`,
		`enabled boolean "" "false"`,
		`mode string "" "soft" [soft hard]`,
		`within duration "" "30ms"`,
		`limits group "" "" low high`,
		`gains list "N m/rad" ""`,
		`ranges list "" "" low high`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("options\n%s\nwant\n%s", indent(strings.Join(got, "\n")), indent(strings.Join(want, "\n")))
	}
	if fmt.Sprint(k.Options[0].Path, k.Options[1].Path) != "[0 0] [1]" {
		t.Errorf("paths %v %v", k.Options[0].Path, k.Options[1].Path)
	}
	if p := k.Ports; len(p) != 2 || p[0].Name != "state" || p[0].Doc != "what is measured" || !strings.HasPrefix(p[0].Type, "In[") || !strings.HasPrefix(p[1].Type, "Out[") {
		t.Errorf("ports %+v", p)
	}
}

func TestEveryIncarnationGetsItsOwnCopy(t *testing.T) {
	r := NewRegistry()
	if err := Register(r, "spring", RoleController, "doc", springKind{Stiffness: 20, hidden: 3}); err != nil {
		t.Fatal(err)
	}
	k, _ := r.Kind("spring", RoleController)
	configured := k.Instance().(*springKind)
	configured.Stiffness = 30
	first, second := Fresh(configured).(*springKind), Fresh(configured).(*springKind)
	first.hidden, first.Stiffness = 7, 1
	if second.Stiffness != 30 || second.hidden != 3 || configured.hidden != 3 || k.Instance().(*springKind).Stiffness != 20 {
		t.Error("copies share something")
	}
}

func TestWithoutARegistryThereAreNoKinds(t *testing.T) {
	var none *Registry
	if k, err := none.Kind("joint", RoleController); k != nil || err == nil || !strings.Contains(err.Error(), `type "joint" is unknown: the registry is nil; make one with`) {
		t.Errorf("got %v, %v", k, err)
	}
	if all := none.Kinds(); len(all) != 0 || len(none.Names("")) != 0 {
		t.Errorf("got %v", all)
	}
}

// copied loses what Configure does.
type copied struct {
	Rate float64 `option:"rate" doc:"a rate"`
}

func (copied) Configure(*Setup) error { return nil }
func (*copied) Tick(*Tick) error      { return nil }

func TestKindsThatCannotBeAreRefused(t *testing.T) {
	r := NewRegistry()
	for want, err := range map[string]error{
		"defaults must be a struct, not a int":                                                          Register(r, "a", RoleModel, "doc", 3),
		`kind "": expected a name of small letters`:                                                     Register(r, "", RoleDriver, "doc", struct{}{}),
		`kind "a b/../c": expected a name of small`:                                                     Register(r, "a b/../c", RoleDriver, "doc", struct{}{}),
		`kind "b": its line of documentation is missing`:                                                Register(r, "b", RoleDriver, "", struct{}{}),
		`kind "b": the registry is nil; make one with`:                                                  Register(nil, "b", RoleDriver, "doc", struct{}{}),
		`kind "b": role "pilot" is unknown; known: controller, model, observer, planner, driver, plant`: Register(r, "b", "pilot", "doc", struct{}{}),
		`kind "b": *struct {} is not an actor: it needs a method Tick`:                                  Register(r, "b", RolePlanner, "doc", struct{}{}),
		`kind "b": method Configure of actors.copied has a value receiver, so that it would work on a copy of the actor and its ports; expected func (x *copied) Configure`: Register(r, "b", RolePlanner, "doc", copied{}),
		"option j.A b: expected a name of small letters": Register(r, "j", RoleDriver, "doc", struct {
			X int `option:"A b" doc:"x"`
		}{}),
		"option k.x: two fields have this name": Register(r, "k", RoleDriver, "doc", struct {
			X int `option:"x" doc:"x"`
			Y int `option:"x" doc:"x"`
		}{}),
		"option l.in.x: no number is at least 2 and at most 1": Register(r, "l", RoleDriver, "doc", struct {
			In []struct {
				X float64 `option:"x" doc:"x" min:"2" max:"1"`
			} `option:"in" doc:"x"`
		}{}),
		`option m.x: its default "c" is not one of a, b`: Register(r, "m", RoleDriver, "doc", struct {
			X string `option:"x" doc:"x" one_of:"a,b"`
		}{"c"}),
		"option n.x: its default 3 is not within its own bounds": Register(r, "n", RoleDriver, "doc", struct {
			X int `option:"x" doc:"x" max:"2"`
		}{3}),
		"option o.x: its default 0.5 is not within": Register(r, "o", RoleDriver, "doc", struct {
			X time.Duration `option:"x" doc:"x" min:"1"`
		}{500 * time.Millisecond}),
		"option p.x: its default NaN is not within": Register(r, "p", RoleDriver, "doc", struct {
			X float64 `option:"x" doc:"x"`
		}{math.NaN()}),
		`option q.x: one_of "1,2" is for strings, not for int`: Register(r, "q", RoleDriver, "doc", struct {
			X int `option:"x" doc:"x" one_of:"1,2"`
		}{}),
		`option r.x: min "1" is for numbers and durations, not for string`: Register(r, "r", RoleDriver, "doc", struct {
			X string `option:"x" doc:"x" min:"1"`
		}{}),
		`option s.x: max "1" is for numbers and durations, not for []bool`: Register(r, "s", RoleDriver, "doc", struct {
			X []bool `option:"x" doc:"x" max:"1"`
		}{}),
		`option t.x: one_of "a, b" has the word " b"; expected words without blanks around them`: Register(r, "t", RoleDriver, "doc", struct {
			X []string `option:"x" doc:"x" one_of:"a, b"`
		}{}),
		`option u.x: unit "deg", but messages.Radians is in rad; expected no unit tag`: Register(r, "u", RoleDriver, "doc", struct {
			X [2]messages.Radians `option:"x" doc:"x" unit:"deg"`
		}{}),
		"option c.x needs a doc tag": Register(r, "c", RoleDriver, "doc", struct {
			X int `option:"x"`
		}{}),
		"field x must be exported": Register(r, "d", RoleDriver, "doc", struct {
			x int `option:"x" doc:"x"`
		}{}),
		`option e.x: min "low" is not a number`: Register(r, "e", RoleDriver, "doc", struct {
			X int `option:"x" doc:"x" min:"low"`
		}{}),
		`option e.t: min "100ms" is not a number; expected seconds, as 0.1`: Register(r, "e", RoleDriver, "doc", struct {
			T time.Duration `option:"t" doc:"t" min:"100ms"`
		}{}),
		"option f.x has type map[string]int; expected": Register(r, "f", RoleDriver, "doc", struct {
			X map[string]int `option:"x" doc:"x"`
		}{}),
		"option g.x[] has type chan int": Register(r, "g", RoleDriver, "doc", struct {
			X []chan int `option:"x" doc:"x"`
		}{}),
		`kind "h": field Y has a port tag but is a int`: Register(r, "h", RoleDriver, "doc", struct {
			Y int `port:"y"`
		}{}),
		"option i.group.x needs a doc tag": Register(r, "i", RoleDriver, "doc", struct {
			G struct {
				X int `option:"x"`
			} `option:"group" doc:"g"`
		}{}),
	} {
		if err == nil {
			t.Errorf("accepted: %s", want)
			continue
		}
		testkit.MustContain(t, err.Error(), want)
	}
	if err := Register(r, "twice", RolePlant, "doc", struct{}{}); err != nil {
		t.Fatal(err)
	}
	if err := Register(r, "twice", RoleDriver, "doc", struct{}{}); err != nil {
		t.Errorf("kinds of two roles may share a name: %v", err)
	}
	if err := Register(r, "twice", RolePlant, "doc", struct{}{}); err == nil || !strings.Contains(err.Error(), `the plant kind "twice" is registered already`) {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownKindNamesThoseOfItsRole(t *testing.T) {
	r := NewRegistry()
	for name, role := range map[string]Role{"b": RoleDriver, "a": RoleDriver, "c": RolePlant} {
		if err := Register(r, name, role, "doc", struct{}{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Kind("x", RoleDriver); err == nil || err.Error() != `type "x" is unknown; known drivers: a, b` {
		t.Errorf("got %v", err)
	}
	if _, err := r.Kind("c", RoleDriver); err == nil || err.Error() != `type "c" is a plant, not a driver; known drivers: a, b` {
		t.Errorf("got %v", err)
	}
	if got := fmt.Sprint(r.Names("")); got != "[a b c]" {
		t.Errorf("names %s", got)
	}
	if got := r.Kinds(); len(got) != 3 || got[2].Name != "c" {
		t.Errorf("kinds %v", got)
	}
}

// branch holds branches: a reader of its options would never come to an end.
type branch struct {
	Length   float64  `option:"length" doc:"of the branch"`
	Branches []branch `option:"branches" doc:"that grow from it"`
}

type tree struct {
	Root branch `option:"root" doc:"first branch"`
}

func (*tree) Tick(*Tick) error { return nil }

type forest struct {
	Roots [][]branch `option:"roots" doc:"first branches"`
}

func (*forest) Tick(*Tick) error { return nil }

type dated struct {
	At time.Time `option:"at" doc:"when"`
}

func (*dated) Tick(*Tick) error { return nil }

type demanding struct {
	X float64 `option:"x" doc:"a number" required:"yes"`
}

func (*demanding) Tick(*Tick) error { return nil }

func TestOptionsThatNoFileCouldGiveAreRefused(t *testing.T) {
	r := NewRegistry()
	for want, err := range map[string]error{
		"option tree.root has type actors.branch, which contains itself":        Register(r, "tree", RoleController, "grows", tree{}),
		"option forest.roots[][] has type actors.branch, which contains itself": Register(r, "forest", RoleController, "grows", forest{}),
		"option dated.at has type time.Time, a struct without options":          Register(r, "dated", RoleController, "waits", dated{}),
		`option demanding.x: required "yes"; expected true or false`:            Register(r, "demanding", RoleController, "asks", demanding{}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
}

func TestARegistryThatNobodyMadeTakesKinds(t *testing.T) {
	var r Registry
	if err := Register(&r, "listed", RoleController, "has lists", listed{}); err != nil || len(r.Names(RoleController)) != 1 {
		t.Errorf("error %v, kinds %v", err, r.Names(RoleController))
	}
}

// listed writes into its options, as an actor does whose goal can be changed while it runs.
type listed struct {
	Goal  []float64 `option:"goal" doc:"where to"`
	Gains struct {
		Each []float64 `option:"each" doc:"of each joint"`
	} `option:"gains" doc:"of the law"`
	Legs [2]struct {
		Reach []float64 `option:"reach" doc:"of a leg"`
	} `option:"legs" doc:"two"`
	Empty []float64 `option:"empty" doc:"nothing"`
	own   []float64
}

func (*listed) Tick(*Tick) error { return nil }

func TestAnIncarnationFindsTheOptionsThatWereGivenAndNotWhatAnotherWroteThere(t *testing.T) {
	given := &listed{Goal: []float64{1}, own: []float64{1}}
	given.Gains.Each = []float64{1}
	given.Legs[1].Reach = []float64{1}
	first := Fresh(given).(*listed)
	first.Goal[0], first.Gains.Each[0], first.Legs[1].Reach[0] = 2, 2, 2
	second := Fresh(given).(*listed)
	if second.Goal[0] != 1 || second.Gains.Each[0] != 1 || second.Legs[1].Reach[0] != 1 {
		t.Errorf("the second incarnation finds %+v", second)
	}
	if second.Empty != nil || &second.own[0] != &given.own[0] {
		t.Errorf("what is no option was changed: %+v", second)
	}
}
