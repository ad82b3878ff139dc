package urdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// sound is a description without defects, one line a part, that the tests damage.
const sound = `<?xml version="1.0"?>
<robot name="r">
  <link name="a"/>
  <link name="b">
    <inertial><origin xyz="0 0 1" rpy="0 0 0"/><mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <link name="c"/>
  <joint name="j" type="revolute">
    <parent link="a"/><child link="b"/>
    <origin xyz="0 0 1" rpy="0 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" velocity="2" effort="3"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="k" type="continuous">
    <parent link="b"/><child link="c"/>
    <mimic joint="j" multiplier="2" offset="0.5"/>
  </joint>
</robot>
`

// damaged returns the sound description with one text replaced.
func damaged(t *testing.T, old, replacement string) string {
	t.Helper()
	if strings.Count(sound, old) != 1 {
		t.Fatalf("%q stands %d times in the sound description", old, strings.Count(sound, old))
	}
	return strings.Replace(sound, old, replacement, 1)
}

func TestTheSoundDescriptionIsReadAsItIsWritten(t *testing.T) {
	d, err := Parse("r.urdf", []byte(sound), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "r" || len(d.Links) != 3 || len(d.Joints) != 2 || len(d.Notes) != 0 {
		t.Errorf("read as %+v", d)
	}
	j, k := d.Joint("j"), d.Joint("k")
	want := worlds.Limit{Lower: -1, Upper: 1, Velocity: 2, Effort: 3, Acceleration: worlds.Unlimited().Acceleration, Jerk: worlds.Unlimited().Jerk}
	if j.Type != worlds.Revolute || j.Parent != "a" || j.Child != "b" || j.Limits[0] != want || j.Damping != 0.1 || j.Friction != 0.2 ||
		j.Axis != [3]float64{0, 0, 1} || j.Origin.P != [3]float64{0, 0, 1} {
		t.Errorf("j is read as %+v", j)
	}
	if k.Type != worlds.Continuous || *k.Mimic != (worlds.Mimic{Joint: "j", Multiplier: 2, Offset: 0.5}) || k.Axis != [3]float64{1, 0, 0} {
		t.Errorf("k is read as %+v", k)
	}
	if got := j.At; got != (source.Position{File: "r.urdf", Line: 9, Column: 3}) {
		t.Errorf("j is at %v", got)
	}
	if got := j.LimitsAt; len(got) != 1 || got[0].File != "r.urdf" || got[0].Line <= j.At.Line || len(k.LimitsAt) != 1 || k.LimitsAt[0] != k.At {
		t.Errorf("the limits of j are at %v, and those of k, which has none, at %v", got, k.LimitsAt)
	}
	if d.Links[1].Inertia.Mass != 2 || d.Links[1].Inertia.Com != [3]float64{0, 0, 1} || d.Links[1].Inertia.Izz != 1 {
		t.Errorf("b is read as %+v", d.Links[1])
	}
}

func TestEveryDefectIsReportedAtItsPlace(t *testing.T) {
	cases := map[string]struct {
		old, replacement string
		want             []string
	}{
		"number with text":      {`"0.1"`, `"§0.1kg"`, []string{`joints[j].dynamics.damping: "0.1kg" is no decimal number`}},
		"number NaN":            {`effort="3"`, `effort="§nan"`, []string{`limit.effort: "nan" is no decimal number`}},
		"number empty":          {`effort="3"`, `effort="§"`, []string{"limit.effort: the number is empty"}},
		"number hexadecimal":    {`effort="3"`, `effort="§0x10"`, []string{`"0x10" is no decimal number`}},
		"number with comma":     {`"2"/>` + "\n      <inertia", `"§2,5"/>` + "\n      <inertia", []string{`"2,5" is no decimal number`}},
		"number of xacro":       {`upper="1"`, `upper="§${pi}"`, []string{"expanded by xacro first"}},
		"second of three":       {`<axis xyz="0 0 1"/>`, `<axis xyz="0 §x 1"/>`, []string{`joints[j].axis: "x" is no decimal number`}},
		"vector of xacro":       {`<axis xyz="0 0 1"/>`, `<axis xyz="0 0 §$(arg h)"/>`, []string{"joints[j].axis: \"$(arg\" has to be expanded by xacro first"}},
		"too few":               {`<axis xyz="0 0 1"/>`, `<axis xyz="§0 0"/>`, []string{"joints[j].axis: 2 numbers"}},
		"too many":              {`<axis xyz="0 0 1"/>`, `<axis xyz="§1 2 3 4 5 6 7 8 9"/>`, []string{"8 or more numbers"}},
		"zero axis":             {`<axis xyz="0 0 1"/>`, `<axis xyz="§0 0 0"/>`, []string{"the axis of a revolute joint is zero"}},
		"axis without xyz":      {`<axis xyz="0 0 1"/>`, `§<axis/>`, []string{"the attribute xyz of <axis> is missing"}},
		"misspelt element":      {`<axis xyz="0 0 1"/>`, `§<axes xyz="0 0 1"/>`, []string{"joints[j]: <axes> in <joint> is unknown"}},
		"misspelt limits":       {`<limit lower`, `§<limits lower`, []string{`did you mean <limit>?`}},
		"misspelt mass":         {`<mass value="2"/>`, `§<Mass value="2"/>`, []string{`links[b].inertial: <Mass> in <inertial> is unknown`}},
		"misspelt link":         {`<link name="c"/>`, `§<Link name="c"/>`, []string{`<Link> in <robot> is unknown`}},
		"misspelt attribute":    {`<origin xyz="0 0 1" rpy="0 0 0"/>` + "\n    <axis", `<origin xyz="0 0 1" §ryp="0 0 0"/>` + "\n    <axis", []string{`did you mean "rpy"?`}},
		"misspelt required":     {`<mass value="2"/>`, `§<mass valu="2"/>`, []string{`did you mean this by "valu"?`}},
		"origin with both":      {`<origin xyz="0 0 1" rpy="0 0 0"/>` + "\n    <axis", `<origin rpy="0 0 0" quat_xyzw="§0 0 0 1"/>` + "\n    <axis", []string{"by rpy and by quat_xyzw"}},
		"zero quaternion":       {`<origin xyz="0 0 1" rpy="0 0 0"/>` + "\n    <axis", `<origin quat_xyzw="§0 0 0 0"/>` + "\n    <axis", []string{"the quaternion is zero"}},
		"limits reversed":       {`lower="-1"`, `lower="§2"`, []string{"the lower bound 2 is above the upper bound 1"}},
		"negative velocity":     {`velocity="2"`, `velocity="§-2"`, []string{"limit.velocity: the limit is -2"}},
		"no lower bound":        {`<limit lower="-1" `, `§<limit `, []string{"the revolute joint lacks the limits lower"}},
		"no limit":              {`<limit lower="-1" upper="1" velocity="2" effort="3"/>`, ``, []string{"lacks the limits lower, upper, velocity, effort"}},
		"unknown type":          {`type="revolute"`, `type="§revolut"`, []string{`did you mean "revolute"?`, "is fixed and cannot be mimicked"}},
		"no type":               {`<joint name="k" type="continuous">`, `§<joint name="k">`, []string{"the attribute type of <joint> is missing"}},
		"unknown parent":        {`<parent link="b"/>`, `<parent link="§d"/>`, []string{`joints[k].parent: no link is named "d"`}},
		"no child":              {`<child link="c"/>`, ``, []string{"the child link is missing", `link "c" is not connected`}},
		"child without link":    {`<child link="c"/>`, `§<child name="c"/>`, []string{"the attribute link of <child> is missing", "the child link is missing", `link "c" is not connected`}},
		"two parents":           {`<parent link="b"/><child link="c"/>`, `<parent link="c"/><child link="§b"/>`, []string{`link "b" has a parent joint already: "j" at r.urdf:10:36`, `link "c" is not connected`}},
		"parent twice":          {`<child link="c"/>`, `<child link="c"/>§<child link="a"/>`, []string{"<child> stands twice in <joint>"}},
		"cycle":                 {`<parent link="a"/>`, `<parent link="c"/>`, []string{"the joints form a cycle: c -> b -> c"}},
		"link twice":            {`<link name="c"/>`, `<link name="§b"/>`, []string{`a link named "b" was declared already at r.urdf:4:15`, `no link is named "c"`}},
		"link without name":     {`<link name="c"/>`, `§<link/>`, []string{"the name is empty", `no link is named "c"`, "is not connected"}},
		"joint twice":           {`<joint name="k"`, `<joint name="§j"`, []string{`a joint named "j" was declared already`}},
		"bad name":              {`<link name="c"/>`, `<link name="§c d"/>`, []string{"contains ' '", `no link is named "c"`, "is not connected"}},
		"path as a name":        {`<joint name="k"`, `<joint name="§../k"`, []string{"contains '/'"}},
		"name too long":         {`<joint name="k"`, `<joint name="§` + strings.Repeat("k", 129) + `"`, []string{"has 129 bytes"}},
		"mimic of nobody":       {`<mimic joint="j"`, `<mimic joint="§i"`, []string{`no joint is named "i"`}},
		"mimic without joint":   {`<mimic joint="j" multiplier="2"`, `§<mimic multiplier="2"`, []string{"the attribute joint of <mimic> is missing"}},
		"mimic of itself":       {`<mimic joint="j"`, `<mimic joint="§k"`, []string{"the joint mimics itself"}},
		"multiplier infinite":   {`multiplier="2"`, `multiplier="§1e999"`, []string{`"1e999" is too large`}},
		"no mass":               {`<mass value="2"/>`, ``, []string{"<mass> is missing in <inertial>"}},
		"negative mass":         {`<mass value="2"/>`, `<mass value="-2"/>`, []string{"the mass -2 kg is negative"}},
		"tensor":                {`<inertia ixx="1" ixy="0"`, `§<inertia ixx="1" ixy="5"`, []string{"not positive definite"}},
		"moment missing":        {`<inertia ixx="1" `, `§<inertia `, []string{"the attribute ixx of <inertia> is missing"}},
		"negative damping":      {`damping="0.1"`, `damping="§-0.1"`, []string{"dynamics.damping: the value is -0.1"}},
		"version":               {`<robot name="r">`, `<robot name="r" version="§2">`, []string{`version "2" of URDF is unknown`}},
		"no name":               {`<robot name="r">`, `§<robot>`, []string{"the attribute name of <robot> is missing"}},
		"escape in the name":    {`<robot name="r">`, `<robot name="§r&#x7F;">`, []string{`contains '\x7f'`}},
		"xacro":                 {`<link name="c"/>`, `<link name="c"/>§<xacro:include filename="x"/>`, []string{"has to be expanded by xacro first"}},
		"XInclude":              {`<link name="c"/>`, `<link name="c"/>§<i:x xmlns:i="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>`, []string{"would include another file"}},
		"joint of an extension": {`<link name="c"/>`, `<link name="c"/>§<drake:joint name="x"/>`, []string{"the extension <drake:joint> is not read"}},
		"second robot":          {"</robot>\n", "</robot>\n§<robot name=\"s\"/>", []string{"a second root element <robot> begins"}},
		"trailing text":         {"</robot>\n", "</robot>\n §x", []string{"there is text behind the root element"}},
		"leading text":          {`<?xml version="1.0"?>`, `§x`, []string{"there is text before the root element"}},
		"attribute twice":       {`<link name="c"/>`, `<link name="c" §name="d"/>`, []string{"the attribute name is given twice in <link>"}},
		"wrong end":             {"</robot>", "§</rob>", []string{"</rob> closes <robot>"}},
		"end too many":          {"</robot>\n", "</robot>\n§</robot>", []string{"</robot> closes nothing"}},
		"no end":                {"</robot>\n", "§", []string{"the file ends within <robot>"}},
		"DTD":                   {`<robot name="r">`, `§<!DOCTYPE robot [<!ENTITY x "y">]><robot name="r">`, []string{"document types and entities are not allowed"}},
		"entity":                {`<robot name="r">`, `<robot name="&x;">`, []string{"invalid character entity &x;"}},
		"late declaration":      {`<robot name="r">`, `§<?xml version="1.0"?><robot name="r">`, []string{"is not at the start"}},
		"encoding":              {`<?xml version="1.0"?>`, `§<?xml version="1.0" encoding="latin1"?>`, []string{`the declaration says "latin1"; expected UTF-8`}},
		"XML 1.1":               {`<?xml version="1.0"?>`, `§<?xml version="1.1"?>`, []string{`unsupported version "1.1"`}},
		"not UTF-8":             {`<robot name="r">`, "<robot name=\"§\xff\">", []string{"the text is not UTF-8"}},
		"no blank between":      {`<joint name="k" type`, `<joint name="k"§type`, []string{"attributes are not separated by blanks"}},
		"no quotes":             {`<link name="c"/>`, `<link name=c/>`, []string{"unquoted or missing attribute value"}},
		"another root":          {sound, `§<sdf version="1.9"/>`, []string{"this is SDFormat"}},
		"nothing":               {sound, `§`, []string{"there is no element"}},
		"comment only":          {sound, `<!-- x -->§`, []string{"there is no element"}},
		"no links":              {sound, `<robot name="§r"/>`, []string{"there are no links"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			wantRefused(t, "r.urdf", damaged(t, c.old, c.replacement), Options{}, c.want...)
		})
	}
}

func TestAllDefectsOfAFileAreReportedAtOnce(t *testing.T) {
	text := sound
	for _, c := range [][2]string{
		{`effort="3"`, `effort="inf"`}, {`<mass value="2"/>`, `<mass value="-2"/>`}, {`<mimic joint="j"`, `<mimic joint="x"`},
		{`<axis xyz="0 0 1"/>`, `<axis xyz="0 0 0"/>`}, {`<parent link="b"/>`, `<parent link="bb"/>`}, {`type="continuous"`, `type="cont"`},
	} {
		text = strings.Replace(text, c[0], c[1], 1)
	}
	wantRefused(t, "r.urdf", text, Options{}, "limit.effort", "the mass -2 kg", `"bb"`, "is zero", `joint type "cont"`)
}

func TestWhatIsPassedOverOrDoubtfulIsNoted(t *testing.T) {
	cases := map[string]struct{ old, replacement, want string }{
		"unknown element":      {`<link name="c"/>`, `<link name="c"/><gazebo/><gazebo reference="c"/>`, "r.urdf:8:19: r: <gazebo> in <robot> is ignored, 2 times"},
		"element of a link":    {`<link name="c"/>`, `<link name="c"><sensor/></link>`, "<sensor> in <link> is ignored"},
		"element of a joint":   {`<dynamics damping="0.1" friction="0.2"/>`, `<safety_controller k_velocity="1"/>`, "<safety_controller> in <joint> is ignored"},
		"unknown attribute":    {`effort="3"`, `effort="3" k_velocity="3"`, "the attribute k_velocity of <limit> is ignored"},
		"text":                 {`<link name="c"/>`, `words<link name="c"/>`, "text in <robot> is ignored"},
		"instruction":          {`<robot name="r">`, `<?style x?><robot name="r">`, "the instruction <?style?> is ignored"},
		"declaration":          {`<?xml version="1.0"?>`, `<?xml verison="1.0"?>`, "has no version; 1.0 is assumed"},
		"material twice":       {`<link name="c"/>`, `<link name="c"/><material name="m"/><material name="m"/>`, `the material "m" is defined twice`},
		"axis not of length 1": {`<axis xyz="0 0 1"/>`, `<axis xyz="0 0 2"/>`, "the axis has length 2 and is brought to unit length"},
		"zero effort":          {`effort="3"`, `effort="0"`, "the effort limit of 0 lets no command pass"},
		"bounds of continuous": {`<mimic joint="j"`, `<limit lower="0" upper="1" velocity="1" effort="1"/><mimic joint="j"`, "a continuous joint has no bounds of position"},
		"no tensor":            {`<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>`, ``, "taken for a point mass"},
		"triangle":             {`izz="1"`, `izz="3"`, "break the triangle inequality"},
		"moment without mass":  {`<mass value="2"/>`, `<mass value="0"/>`, "but no mass"},
		"visual without shape": {`<link name="c"/>`, `<link name="c"><visual/></link>`, "a visual element without geometry is ignored"},
		"slash":                {`<joint name="k"`, `<joint name="arm/k"`, "the slash in names (an underscore is read for it) is ignored"},
		"quaternion":           {`<origin xyz="0 0 1" rpy="0 0 0"/>` + "\n    <axis", `<origin quat_xyzw="0 0 0 2"/>` + "\n    <axis", "the quaternion has length 2"},
	}
	for name, c := range cases {
		d, err := Parse("r.urdf", []byte(damaged(t, c.old, c.replacement)), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Summary(), c.want) {
			t.Errorf("%s: the notes are %v, want one with %q", name, d.Notes, c.want)
		}
	}
}

func TestJointsOfSeveralDegreesAndFixedOnesTakeNoSingleLimit(t *testing.T) {
	for kind, want := range map[string]string{
		"planar": "one limit for metres and radians alike", "floating": "one limit for metres and radians alike",
		"fixed": "a fixed joint has no limits",
	} {
		text := fmt.Sprintf(`<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="%s"><parent link="a"/><child link="b"/>
<axis xyz="0 0 1"/><limit lower="x" velocity="1" effort="1"/></joint></robot>`, kind)
		d, err := Parse("r.urdf", []byte(text), Options{})
		if err != nil || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Problem, want) || len(d.Joints[0].Limits) != 0 {
			t.Errorf("%s: %+v (%v)", kind, d, err)
		}
	}
}

func TestAPlanarJointWithoutAxisIsNotedAsUpright(t *testing.T) {
	d, err := Parse("r.urdf", []byte(`<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="planar"><parent link="a"/><child link="b"/></joint></robot>`), Options{})
	if err != nil || d.Joints[0].Axis != [3]float64{1, 0, 0} || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Problem, "upright") {
		t.Errorf("%+v (%v)", d, err)
	}
}

func TestTheOptionsChangeWhatTheySay(t *testing.T) {
	boundless := damaged(t, `lower="-1" upper="1" `, "")
	if _, err := Parse("r.urdf", []byte(boundless), Options{}); err == nil || !strings.Contains(err.Error(), "BoundlessRevoluteIsContinuous") {
		t.Errorf("a revolute joint without bounds: %v", err)
	}
	d, err := Parse("r.urdf", []byte(boundless), Options{BoundlessRevoluteIsContinuous: true})
	if err != nil || d.Joint("j").Type != worlds.Continuous || d.Joint("j").Limits[0].Effort != 3 || len(d.Notes) != 1 {
		t.Errorf("with the option: %+v (%v)", d, err)
	}
	half := damaged(t, `lower="-1" `, "")
	if _, err := Parse("r.urdf", []byte(half), Options{BoundlessRevoluteIsContinuous: true}); err == nil {
		t.Error("a revolute joint with one bound is accepted")
	}
	wantRefused(t, "r.urdf", damaged(t, `izz="1"`, `izz="3"`), Options{PhysicalInertia: true}, "break the triangle inequality")
	absolute := damaged(t, `<link name="c"/>`, `<link name="c"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial><visual><geometry><mesh filename="§file:///x.stl"/></geometry></visual></link>`)
	wantRefused(t, "r.urdf", absolute, Options{}, "the option AnyMeshURI")
	plain, _, _ := unmark(absolute)
	d, err = Parse("r.urdf", []byte(plain), Options{AnyMeshURI: true})
	if err != nil || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Problem, "the file is not opened") {
		t.Errorf("with the option: %v (%v)", d, err)
	}
}

func TestNamespacesOfROSAreReadWithUnderscores(t *testing.T) {
	text := strings.NewReplacer(`"a"`, `"lwr/a"`, `"b"`, `"lwr/b"`, `"j"`, `"lwr/j"`).Replace(sound)
	d, err := Parse("r.urdf", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.Links[0].Name != "lwr_a" || d.Joint("lwr_j") == nil || d.Joint("lwr_j").Child != "lwr_b" || d.Joint("k").Mimic.Joint != "lwr_j" {
		t.Errorf("read as %+v", d)
	}
	clash := strings.NewReplacer(`"a"`, `"x/y"`, `"c"`, `"x_y"`).Replace(sound)
	if _, err := Parse("r.urdf", []byte(clash), Options{}); err == nil || !strings.Contains(err.Error(), `a link named "x_y" was declared already`) {
		t.Errorf("x/y beside x_y: %v", err)
	}
}

func TestAQuaternionGivesTheSamePoseAsItsAngles(t *testing.T) {
	a, err := Parse("r.urdf", []byte(damaged(t, `<origin xyz="0 0 1" rpy="0 0 0"/>`+"\n    <axis", `<origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>`+"\n    <axis")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Parse("r.urdf", []byte(damaged(t, `<origin xyz="0 0 1" rpy="0 0 0"/>`+"\n    <axis", `<origin xyz="0 0 1" quat_xyzw="0 0 0.7071067811865476 0.7071067811865476"/>`+"\n    <axis")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := worlds.Build(a)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(b)
	if err != nil {
		t.Fatal(err)
	}
	if v.Hashes() != w.Hashes() {
		t.Errorf("%v and %v", a.Joint("j").Origin, b.Joint("j").Origin)
	}
}

func TestAByteOrderMarkAndWindowsLinesAreAccepted(t *testing.T) {
	text := "\ufeff" + strings.ReplaceAll(sound, "\n", "\r\n")
	if _, err := Parse("r.urdf", []byte(text), Options{}); err != nil {
		t.Error(err)
	}
	bad := strings.Replace(text, `effort="3"`, `effort="x"`, 1)
	_, err := Parse("r.urdf", []byte(bad), Options{})
	if all := diagnostics(t, err); len(all) != 1 || all[0].Line != 13 || all[0].Column != 54 {
		t.Errorf("reported as %v", err)
	}
}
