package urdf

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// movedRobot is a robot of two links whose places the marks replace.
const movedRobot = `<robot name="r">
<link name="a"/>
<link name="b"><inertial><origin xyz="COM"/><mass value="MASS"/><inertia ixx="MOMENT" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<collision><origin xyz="AT" rpy="TURN"/><geometry><box size="SIZE 1 1"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="PLACE" rpy="RPY"/><axis xyz="0 0 1"/><dynamics damping="DAMPING" friction="0"/></joint>
</robot>`

// fill replaces the mark of movedRobot, and all others by sound numbers.
func fill(mark, value string) string {
	pairs := []string{mark, value, "COM", "0 0 0", "MASS", "1", "MOMENT", "1", "AT", "0 0 0", "TURN", "0 0 0", "SIZE", "1", "PLACE", "0 0 0", "RPY", "0 0 0", "DAMPING", "0"}
	return strings.NewReplacer(pairs...).Replace(movedRobot)
}

func TestNumbersThatNoRobotHasAreRefusedAtTheirPlace(t *testing.T) {
	for name, c := range map[string]struct{ mark, value, problem string }{
		"next to no mass":   {"MASS", "§1e-320", "inertial.mass: the mass is"},
		"least mass":        {"MASS", "§5e-324", "inertial.mass: the mass is"},
		"tiny mass":         {"MASS", "§1e-200", "inertial.mass: the mass is"},
		"huge mass":         {"MASS", "§1e308", "inertial.mass: the mass is 1e+308 kg"},
		"large mass":        {"MASS", "§1e13", "inertial.mass: the mass is 1e+13 kg"},
		"far centre":        {"COM", "§1e300 0 0", "inertial.origin: the centre of mass is 1e+300 m away"},
		"huge moment":       {"MOMENT", "1e307", "inertia tensor is 1e+307 kg m2"},
		"roll":              {"RPY", "§1e300 0 0", "origin.rpy: an angle is 1e+300 rad"},
		"yaw":               {"RPY", "§0 0 -1e17", "origin.rpy: an angle is -1e+17 rad"},
		"roll of a shape":   {"TURN", "§1e300 0 0", "an angle is 1e+300 rad"},
		"far joint":         {"PLACE", "§1e300 0 0", "the origin is 1e+300 m away"},
		"far shape":         {"AT", "1e300 0 0", "the box is 1e+300 m away"},
		"huge shape":        {"SIZE", "1e300", "a length of the box is 1e+300 m"},
		"huge damping":      {"DAMPING", "§1e300", "dynamics.damping: the value is 1e+300"},
		"NaN":               {"MASS", "§nan", "is no decimal number"},
		"infinite":          {"MASS", "§inf", "is no decimal number"},
		"more than numbers": {"MASS", "§1e999", "is too large"},
	} {
		t.Run(name, func(t *testing.T) {
			text := fill(c.mark, c.value)
			plain, line, column := unmark(text)
			_, err := Parse("r.urdf", []byte(plain), Options{})
			if err == nil {
				t.Fatal("it is accepted")
			}
			all := diagnostics(t, err)
			if !strings.Contains(all[0].Error(), c.problem) || line > 0 && (all[0].Line != line || all[0].Column != column) {
				t.Errorf("%v; want %q at %d:%d", err, c.problem, line, column)
			}
		})
	}
	for name, c := range map[string]struct{ mark, value string }{
		"sound": {"none", ""}, "no mass": {"MASS", "0"}, "a grain": {"MASS", "1e-9"}, "rounding": {"MASS", "1e-17"}, "a ship": {"MASS", "5e8"},
		"several turns": {"RPY", "0 0 62.8"}, "noise": {"PLACE", "1e-320 -4e-17 0"}, "little damping": {"DAMPING", "1e-320"},
	} {
		if _, err := Parse("r.urdf", []byte(fill(c.mark, c.value)), Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUTF16IsNamedWithAndWithoutAMark(t *testing.T) {
	text := fill("none", "")
	for _, mark := range []string{"", "\ufeff"} {
		var little, big []byte
		for _, u := range utf16.Encode([]rune(mark + text)) {
			little, big = append(little, byte(u), byte(u>>8)), append(big, byte(u>>8), byte(u))
		}
		for name, data := range map[string][]byte{"UTF-16LE": little, "UTF-16BE": big} {
			_, err := Parse("r.urdf", data, Options{})
			if err == nil || !strings.Contains(err.Error(), "the text is "+name+", not UTF-8") || !strings.Contains(err.Error(), "iconv -f "+name) {
				t.Errorf("%s, mark %q: %v", name, mark, err)
			}
		}
	}
}
