package srdf

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// armWorld is a robot with two hinges, a fixed tool, two fingers of which one mimics the other, and
// a wheel.
func armWorld(t testing.TB) *worlds.World {
	t.Helper()
	d := &worlds.Description{Name: "arm"}
	for _, name := range []string{"base", "upper", "lower", "tool", "finger_link", "thumb_link", "wheel_link"} {
		d.Links = append(d.Links, worlds.Link{Name: name})
	}
	limit := worlds.Unlimited()
	limit.Lower, limit.Upper = -2, 2
	add := func(name string, kind worlds.JointType, parent, child string, mimic *worlds.Mimic) {
		j := worlds.Joint{Name: name, Type: kind, Parent: parent, Child: child, Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Mimic: mimic}
		if kind == worlds.Revolute || kind == worlds.Prismatic {
			j.Limits = []worlds.Limit{limit}
		}
		d.Joints = append(d.Joints, j)
	}
	add("shoulder", worlds.Revolute, "base", "upper", nil)
	add("elbow", worlds.Revolute, "upper", "lower", nil)
	add("mount", worlds.Fixed, "lower", "tool", nil)
	add("finger", worlds.Prismatic, "tool", "finger_link", nil)
	add("thumb", worlds.Prismatic, "tool", "thumb_link", &worlds.Mimic{Joint: "finger", Multiplier: 1})
	add("wheel", worlds.Continuous, "base", "wheel_link", nil)
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func sound(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/arm.srdf")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAFileIsRead(t *testing.T) {
	s, err := Parse("arm.srdf", []byte(sound(t)), armWorld(t))
	if err != nil {
		t.Fatal(err)
	}
	arm := s.Group("arm")
	if !reflect.DeepEqual(arm.Joints, []string{"shoulder", "elbow"}) || !reflect.DeepEqual(arm.Links, []string{"base", "upper", "lower", "tool"}) ||
		!reflect.DeepEqual(arm.Chains, []Chain{{"base", "tool"}}) {
		t.Errorf("the arm is %+v", arm)
	}
	if all := s.Group("all"); !reflect.DeepEqual(all.Joints, []string{"shoulder", "elbow", "finger", "thumb"}) {
		t.Errorf("all is %+v", all)
	}
	if s.States[0].Values["elbow"][0] != -1 || s.States[1].Group != "hand" || s.EndEffectors[0].ParentGroup != "arm" ||
		s.Virtual[0].Type != worlds.Fixed || s.Passive[0] != "wheel" || s.Group("nobody") != nil {
		t.Errorf("read as %+v", s)
	}
	if len(s.Disabled) != 2 || s.Disabled[1].Reason != "Never" {
		t.Errorf("disabled are %+v", s.Disabled)
	}
	if len(s.Notes) != 2 || !strings.Contains(s.Notes[0].Problem, "arm.srdf:25:3 already") || !strings.Contains(s.Notes[1].Problem, "link_sphere_approximation") {
		t.Errorf("notes are %v", s.Notes)
	}
}

func TestTheGroupsOfAFileBecomeJointGroups(t *testing.T) {
	w := armWorld(t)
	s, err := Parse("arm.srdf", []byte(sound(t)), w)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Apply(w.Description())
	if err != nil {
		t.Fatal(err)
	}
	built, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	group, err := built.Group("all")
	if err != nil || len(group.JointNames()) != 3 || d.Joint("wheel").Role != worlds.Passive {
		t.Errorf("%v, %v", group, err)
	}
	if built.Hashes().Kinematics != w.Hashes().Kinematics {
		t.Error("the kinematics changed")
	}
	if _, err := s.Apply(&worlds.Description{Name: "other", Links: []worlds.Link{{Name: "x"}}}); err == nil {
		t.Error("the groups fit another robot")
	}
}

func TestEachErrorIsReportedWithItsPlace(t *testing.T) {
	for from, c := range map[string]struct{ to, want string }{
		`<joint name="finger"/>`:           {`<joint name="fingr"/>`, `arm.srdf:4:18: groups[hand].joint: no joint of robot "arm" is named "fingr"`},
		`tip_link="tool"`:                  {`tip_link="tol"`, `arm.srdf:8:39: groups[arm].chain: no link of robot "arm" is named "tol"`},
		`base_link="base" tip_link="tool"`: {`base_link="wheel_link" tip_link="tool"`, `arm.srdf:8:5: groups[arm].chain: link "tool" is not below link "wheel_link"`},
		`<group name="arm"/>`:              {`<group name="all"/>`, `arm.srdf:10:3: groups[all]: the group contains itself`},
		`<group name="hand"/>`:             {`<group name="hnad"/>`, `arm.srdf:12:18: groups[all].group: no group is named "hnad"`},
		`"shoulder" value="0.5"`:           {`"shoulder" value="0,5"`, `arm.srdf:16:35: group_states[home].joint: "0,5" is not a number`},
		`"elbow" value="-1"`:               {`"elbow" value="-1 0"`, `arm.srdf:17:32: group_states[home].joint: 2 numbers for the revolute joint "elbow"`},
		`"elbow" value`:                    {`"finger" value`, `arm.srdf:17:5: group_states[home].joint: joint "finger" is not in group "arm"`},
		`parent_link="tool"`:               {`parent_link="finger_link"`, `arm.srdf:22:45: end_effectors[gripper]: link "finger_link" is not in group "arm"`},
		`type="fixed"`:                     {`type="revolute"`, `arm.srdf:23:42: virtual_joints[fixed_base].type: the type "revolute" of a virtual joint is unknown`},
		`child_link="base"`:                {`child_link="tool"`, `arm.srdf:23:81: virtual_joints[fixed_base]: link "tool" has a joint above it`},
		`<passive_joint name="wheel"`:      {`<passive_joint name="mount"`, `arm.srdf:24:3: passive_joints: joint "mount" is fixed`},
		`link1="base" link2="upper"`:       {`link="base" link2="upper"`, `arm.srdf:25:3: disable_collisions.link1: the attribute link1 of <disable_collisions> is missing`},
		`link1="tool" link2="upper"`:       {`link1="tool" link2="tool"`, `arm.srdf:26:3: disable_collisions: both links are "tool"`},
		`<group name="hand">`:              {`<group name="arm">`, `arm.srdf:7:16: groups[arm]: a group named "arm" was declared already`},
		`link_sphere_approximation`:        {`disable_collision`, `arm.srdf:28:3: <disable_collision> in <robot> is unknown`},
	} {
		_, err := Parse("arm.srdf", []byte(strings.Replace(sound(t), from, c.to, 1)), armWorld(t))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), "\n"+c.want) {
			t.Errorf("%s: %v\nwant %s", c.to, err, c.want)
		}
	}
}

func TestGroupsThatMultiplyAreRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<robot name="arm"><group name="g0"><chain base_link="base" tip_link="tool"/></group>`)
	for i := 1; i < 1000; i++ {
		fmt.Fprintf(&b, `<group name="g%d">%s</group>`, i, strings.Repeat(fmt.Sprintf(`<group name="g%d"/>`, i-1), 90))
	}
	b.WriteString("</robot>")
	s, err := Parse("bomb.srdf", []byte(b.String()), armWorld(t))
	if err != nil || len(s.Group("g999").Joints) != 2 {
		t.Errorf("ninety thousand references of small groups: %v", err)
	}
}

func ExampleParse() {
	text := `<robot name="arm">
  <group name="arm"> <chain base_link="base" tip_link="tol"/> </group>
</robot>`
	w, err := worlds.Build(&worlds.Description{
		Name: "arm", Links: []worlds.Link{{Name: "base"}, {Name: "tool"}},
		Joints: []worlds.Joint{{Name: "wrist", Type: worlds.Continuous, Parent: "base", Child: "tool", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = Parse("arm.srdf", []byte(text), w)
	fmt.Println(err)
	// Output:
	// arm.srdf:2:56: groups[arm].chain: no link of robot "arm" is named "tol"
	//     2 |   <group name="arm"> <chain base_link="base" tip_link="tol"/> </group>
	//       |                                                        ^
	//     expected: one of "base", "tool"
	//     hint: did you mean "tool"?
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sound(f)))
	f.Add([]byte(`<robot name="arm"><group name="a"><group name="b"/></group><group name="b"><group name="a"/></group></robot>`))
	w := armWorld(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("f.srdf", data, w)
		var list *source.Diagnostics
		if err != nil {
			if !errors.As(err, &list) || s != nil {
				t.Fatalf("the error is %T", err)
			}
			return
		}
		for _, g := range s.Groups {
			if _, err := w.NewGroup(g.Name, g.Joints...); err != nil {
				t.Errorf("accepted, but no group can be made: %v", err)
			}
		}
	})
}
