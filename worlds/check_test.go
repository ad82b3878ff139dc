package worlds

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func TestASoundDescriptionIsAccepted(t *testing.T) {
	wantProblems(t, gripperArm().Check())
}

func TestEachDefectOfADescriptionIsNamed(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	joint := func(name string, change func(*Joint)) func(*Description) {
		return func(d *Description) { change(d.Joint(name)) }
	}
	cases := map[string]struct {
		change func(*Description)
		want   []string
	}{
		"no links":              {func(d *Description) { *d = Description{} }, []string{"there are no links"}},
		"link twice":            {func(d *Description) { d.Links = append(d.Links, Link{Name: "tool"}) }, []string{`a link named "tool" was declared already`}},
		"joint twice":           {func(d *Description) { d.Joints[7].Name = "base_planar"; d.Groups = nil }, []string{`a joint named "base_planar" was declared already`}},
		"slash in a name":       {func(d *Description) { d.Links = append(d.Links, Link{Name: "a/b"}) }, []string{"contains '/'", "not connected to the root"}},
		"dots only":             {joint("tool_mount", func(j *Joint) { j.Name = ".." }), []string{"dots only"}},
		"missing child":         {joint("tool_mount", func(j *Joint) { j.Child = "tol" }), []string{`did you mean "tool"?`, `"tool" is not connected`}},
		"missing parent":        {joint("tool_mount", func(j *Joint) { j.Parent = "lowr" }), []string{`did you mean "lower"?`}},
		"no parent":             {joint("tool_mount", func(j *Joint) { j.Parent = "" }), []string{"the parent link is missing"}},
		"two parents":           {joint("wheel_joint", func(j *Joint) { j.Child = "tool" }), []string{`"tool" has a parent joint already: "tool_mount"`, `"wheel" is not connected`}},
		"own parent":            {joint("wheel_joint", func(j *Joint) { j.Parent = "wheel" }), []string{`connects link "wheel" to itself`, `"wheel" is not connected`}},
		"cycle":                 {joint("upper_joint", func(j *Joint) { j.Parent = "tool" }), []string{"the joints form a cycle: lower -> tool -> upper -> lower"}},
		"two roots":             {func(d *Description) { d.Links = append(d.Links, Link{Name: "loose"}) }, []string{`link "loose" is not connected to the root link "world"`}},
		"negative mass":         {func(d *Description) { d.Links[2].Inertia.Mass = -1 }, []string{"the mass -1 kg is negative"}},
		"not positive definite": {func(d *Description) { d.Links[2].Inertia.Ixy = 9 }, []string{"not positive definite"}},
		"mass NaN":              {func(d *Description) { d.Links[2].Inertia.Mass = nan }, []string{"the inertia has the value NaN"}},
		"zero axis":             {joint("upper_joint", func(j *Joint) { j.Axis = [3]float64{} }), []string{"the axis of a revolute joint is zero"}},
		"axis NaN":              {joint("upper_joint", func(j *Joint) { j.Axis[1] = nan }), []string{"the axis has the value"}},
		"origin infinite":       {joint("upper_joint", func(j *Joint) { j.Origin.P[0] = inf }), []string{"the position of the origin"}},
		"origin not a rotation": {joint("upper_joint", func(j *Joint) { j.Origin.R = [9]float64{} }), []string{"not a rotation matrix"}},
		"origin mirrored":       {joint("upper_joint", func(j *Joint) { j.Origin.R[0] = -1 }), []string{"not a rotation matrix"}},
		"unknown type":          {joint("upper_joint", func(j *Joint) { j.Type = 9 }), []string{"joint type 9 is unknown", "1 limits for a"}},
		"no limits":             {joint("upper_joint", func(j *Joint) { j.Limits = nil }), []string{"a revolute joint has no limits"}},
		"too many limits":       {joint("upper_joint", func(j *Joint) { j.Limits = make([]Limit, 2) }), []string{"2 limits for a revolute joint"}},
		"limits reversed":       {joint("upper_joint", func(j *Joint) { j.Limits = bounds(1, -1) }), []string{"the lower bound 1 is above the upper bound -1"}},
		"lower NaN":             {joint("upper_joint", func(j *Joint) { j.Limits = bounds(nan, 1) }), []string{"the lower bound is not a number"}},
		"upper NaN":             {joint("upper_joint", func(j *Joint) { j.Limits = bounds(0, nan) }), []string{"the upper bound is not a number"}},
		"revolute unbounded":    {joint("upper_joint", func(j *Joint) { j.Limits = []Limit{Unlimited()} }), []string{"has the type continuous"}},
		"continuous bounded":    {joint("wheel_joint", func(j *Joint) { j.Limits = bounds(-1, 1) }), []string{"a continuous joint has no bounds"}},
		"negative velocity":     {joint("upper_joint", func(j *Joint) { j.Limits[0].Velocity = -1 }), []string{"limit.velocity: the limit is -1"}},
		"effort NaN":            {joint("upper_joint", func(j *Joint) { j.Limits[0].Effort = nan }), []string{"limit.effort: the limit is NaN"}},
		"negative damping":      {joint("upper_joint", func(j *Joint) { j.Damping = -1 }), []string{"dynamics.damping: the value is -1"}},
		"infinite friction":     {joint("upper_joint", func(j *Joint) { j.Friction = inf }), []string{"dynamics.friction: the value is +Inf"}},
		"armature of a plane":   {joint("base_planar", func(j *Joint) { j.Armature = 1 }), []string{"a planar joint has no armature"}},
		"unknown control mode":  {joint("upper_joint", func(j *Joint) { j.Control = 0x80 }), []string{"is unknown"}},
		"command of a mimic":    {joint("finger_r_joint", func(j *Joint) { j.Control = messages.ControlPosition }), []string{"take no command"}},
		"unknown role":          {joint("upper_joint", func(j *Joint) { j.Role = 9 }), []string{"role 9 is unknown"}},
		"mimic of nothing":      {joint("finger_r_joint", func(j *Joint) { j.Mimic.Joint = "" }), []string{"the joint to mimic is missing"}},
		"mimic misspelt":        {joint("finger_r_joint", func(j *Joint) { j.Mimic.Joint = "finger_l_jiont" }), []string{`did you mean "finger_l_joint"?`}},
		"mimic of itself":       {joint("finger_r_joint", func(j *Joint) { j.Mimic.Joint = "finger_r_joint" }), []string{"the joint mimics itself"}},
		"mimic of a plane":      {joint("finger_r_joint", func(j *Joint) { j.Mimic.Joint = "base_planar" }), []string{"is planar and cannot be mimicked"}},
		"planar mimic":          {joint("base_planar", func(j *Joint) { j.Mimic = &Mimic{Joint: "wheel_joint"} }), []string{"a planar joint cannot mimic"}},
		"mimic NaN":             {joint("finger_r_joint", func(j *Joint) { j.Mimic.Multiplier = nan }), []string{"mimic.multiplier: the value is not finite"}},
		"mimic cycle": {func(d *Description) {
			d.Joint("finger_l_joint").Mimic = &Mimic{Joint: "wheel_joint"}
			d.Joint("wheel_joint").Mimic = &Mimic{Joint: "finger_r_joint"}
		}, []string{"mimic relations form a cycle: finger_l_joint -> wheel_joint -> finger_r_joint -> finger_l_joint"}},
		"mimic of one that mimics itself": {func(d *Description) {
			d.Joint("finger_l_joint").Mimic = &Mimic{Joint: "finger_l_joint"}
		}, []string{"the joint mimics itself"}},
		"group twice":          {func(d *Description) { d.Groups[1].Name = "arm" }, []string{`a joint group named "arm" was declared already`}},
		"group empty":          {func(d *Description) { d.Groups[0].Joints = nil }, []string{"the joint group is empty"}},
		"group of a stranger":  {func(d *Description) { d.Groups[0].Joints[1] = "lower_jont" }, []string{`did you mean "lower_joint"?`}},
		"group of a fixed one": {func(d *Description) { d.Groups[0].Joints[1] = "tool_mount" }, []string{"is fixed: it has no state"}},
		"group with one twice": {func(d *Description) { d.Groups[0].Joints[1] = "upper_joint" }, []string{"is in the group already"}},
		"group name":           {func(d *Description) { d.Groups[0].Name = "" }, []string{"the name is empty"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := gripperArm()
			c.change(d)
			wantProblems(t, d.Check(), c.want...)
			if _, err := Build(d); err == nil {
				t.Error("the world was built all the same")
			}
		})
	}
}

func TestAllDefectsAreReportedAtOnce(t *testing.T) {
	d := gripperArm()
	d.Links[2].Inertia.Mass = -1
	d.Joint("upper_joint").Limits = bounds(1, -1)
	d.Joint("wheel_joint").Axis = [3]float64{}
	d.Groups[0].Joints[0] = "nobody"
	wantProblems(t, d.Check(), "is negative", "above the upper bound", "is zero", `"nobody"`)
}

func TestDefectsCarryTheirPlaceAndWholePath(t *testing.T) {
	d := gripperArm()
	d.Joint("upper_joint").At = source.Position{File: "arm.urdf", Line: 7, Column: 3}
	d.Joint("upper_joint").Limits = bounds(1, -1)
	want := "arm.urdf:7:3: robot.joints[upper_joint].limit.lower: the lower bound 1 is above the upper bound -1"
	if err := d.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the error is\n%v\nwant it to begin with\n%s", err, want)
	}
	located := d.CheckAt(func(p Part) source.Diagnostic {
		return source.Diagnostic{Position: source.Position{File: "f", Line: 100 + p.Index, Column: len(p.Field)}, Path: "app.models[0]"}
	})
	want = "f:101:11: app.models[0]: the lower bound"
	if located == nil || !strings.HasPrefix(located.Error(), want) {
		t.Errorf("the located error is\n%v\nwant it to begin with\n%s", located, want)
	}
}

func TestThousandsOfDefectsAreReportedQuicklyAndBriefly(t *testing.T) {
	d := &Description{Name: "r"}
	for i := range 4000 {
		d.Links = append(d.Links, Link{Name: fmt.Sprintf("link_with_a_long_name_%d", i)})
		d.Joints = append(d.Joints, Joint{Name: "j", Type: Revolute, Parent: fmt.Sprintf("lonk_with_a_long_name_%d", i), Child: "x"})
	}
	err := d.Check()
	if err == nil || len(err.Error()) > 40_000 {
		t.Errorf("the error has %d bytes", len(err.Error()))
	}
}

func TestNamesFollowTheRule(t *testing.T) {
	for _, name := range []string{"a", "base_link", "r.1", "ns::link", "l-1", strings.Repeat("x", 128), "0", "..a"} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q is refused: %v", name, err)
		}
	}
	for _, name := range []string{"", " ", "a b", "a/b", "..", ".", "bаse", "a\n", "a\x00", "é", strings.Repeat("x", 129), "a\x80"} {
		if err := CheckName(name); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}

func TestInertiasThatNoBodyHasAreDistinguished(t *testing.T) {
	diagonal := func(mass, x, y, z float64) rigidbody.Inertia {
		return rigidbody.Inertia{Mass: mass, Ixx: x, Iyy: y, Izz: z}
	}
	cases := map[string]struct {
		in                rigidbody.Inertia
		text              string
		fatal, indefinite bool
	}{
		"frame":                {rigidbody.Inertia{}, "", false, false},
		"point mass":           {diagonal(1, 0, 0, 0), "", false, false},
		"rod":                  {diagonal(1, 0, 1, 1), "", false, false},
		"plate, at the border": {diagonal(1, 1, 1, 2), "", false, false},
		"beyond the border":    {diagonal(1, 1, 1, 2.1), "triangle", false, false},
		"moment without mass":  {diagonal(0, 1, 1, 1), "no mass", false, false},
		"negative moment":      {diagonal(1, -1, 2, 2), "positive definite", false, true},
		"negative mass":        {diagonal(-1, 1, 1, 1), "negative", true, false},
		"infinite":             {diagonal(1, math.Inf(1), 1, 1), "+Inf", true, false},
		"huge but sound":       {diagonal(1, 1e300, 1e300, 1e300), "", false, false},
		"product too large":    {rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1, Ixz: 1.01}, "positive definite", false, true},
		"noise, as of icub":    {rigidbody.Inertia{Mass: 0.3, Ixz: 2.4e-35}, "", false, false},
		"noise without mass":   {rigidbody.Inertia{Ixz: 2.4e-35}, "", false, false},
		"noise of a sum":       {rigidbody.Inertia{Mass: 2, Ixx: 1e-3, Iyy: -4e-18, Izz: 1e-3, Ixy: 3e-18}, "", false, false},
		"antenna, as of tiago": {rigidbody.Inertia{Mass: 0.0015, Ixx: 1e-7, Iyy: -3.5e-8, Izz: 1e-7}, "positive definite", false, true},
		"grain, upside down":   {diagonal(1e-9, 1e-14, -1e-14, 1e-14), "positive definite", false, true},
		"denormal mass":        {diagonal(1e-320, 0, 0, 0), "", false, false},
	}
	for name, c := range cases {
		problems := InertiaProblems(c.in)
		switch {
		case c.text == "" && len(problems) != 0:
			t.Errorf("%s: %v", name, problems)
		case c.text != "" && (len(problems) != 1 || !strings.Contains(problems[0].Text, c.text) || problems[0].Fatal != c.fatal || problems[0].Indefinite != c.indefinite):
			t.Errorf("%s: %v, want one with %q, fatal %v", name, problems, c.text, c.fatal)
		}
	}
}
