package actors

import (
	"fmt"
	"strings"
	"testing"
	"time"
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

func TestKindsThatCannotBeAreRefused(t *testing.T) {
	r := NewRegistry()
	for want, err := range map[string]error{
		"defaults must be a struct, not a int":     Register(r, "a", RoleModel, "doc", 3),
		"needs a name and a line of documentation": Register(r, "", RoleModel, "doc", struct{}{}),
		`kind "b" needs a name and a line`:         Register(r, "b", RoleModel, "", struct{}{}),
		"option c.x needs a doc tag": Register(r, "c", RoleModel, "doc", struct {
			X int `option:"x"`
		}{}),
		"field x must be exported": Register(r, "d", RoleModel, "doc", struct {
			x int `option:"x" doc:"x"`
		}{}),
		`option e.x: min "low" is no number`: Register(r, "e", RoleModel, "doc", struct {
			X int `option:"x" doc:"x" min:"low"`
		}{}),
		"option f.x has type map[string]int; expected": Register(r, "f", RoleModel, "doc", struct {
			X map[string]int `option:"x" doc:"x"`
		}{}),
		"option g.x[] has type chan int": Register(r, "g", RoleModel, "doc", struct {
			X []chan int `option:"x" doc:"x"`
		}{}),
		`kind "h": field Y has a port tag but is a int`: Register(r, "h", RoleModel, "doc", struct {
			Y int `port:"y"`
		}{}),
		"option i.group.x needs a doc tag": Register(r, "i", RoleModel, "doc", struct {
			G struct {
				X int `option:"x"`
			} `option:"group" doc:"g"`
		}{}),
	} {
		if err == nil {
			t.Errorf("accepted: %s", want)
			continue
		}
		mustContain(t, err.Error(), want)
	}
	if err := Register(r, "twice", RoleModel, "doc", struct{}{}); err != nil {
		t.Fatal(err)
	}
	if err := Register(r, "twice", RoleDriver, "doc", struct{}{}); err != nil {
		t.Errorf("kinds of two roles may share a name: %v", err)
	}
	if err := Register(r, "twice", RoleModel, "doc", struct{}{}); err == nil || !strings.Contains(err.Error(), `the model kind "twice" is registered already`) {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownKindNamesThoseOfItsRole(t *testing.T) {
	r := NewRegistry()
	for name, role := range map[string]Role{"b": RoleController, "a": RoleController, "c": RoleDriver} {
		if err := Register(r, name, role, "doc", struct{}{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Kind("x", RoleController); err == nil || err.Error() != `type "x" is unknown; known controllers: a, b` {
		t.Errorf("got %v", err)
	}
	if _, err := r.Kind("c", RoleController); err == nil || err.Error() != `type "c" is a driver, not a controller; known controllers: a, b` {
		t.Errorf("got %v", err)
	}
	if got := fmt.Sprint(r.Names("")); got != "[a b c]" {
		t.Errorf("names %s", got)
	}
	if got := r.Kinds(); len(got) != 3 || got[2].Name != "c" {
		t.Errorf("kinds %v", got)
	}
}
