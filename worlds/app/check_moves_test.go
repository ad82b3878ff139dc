package app

import "testing"

// A reader of an error of a controller looks into the application; the mistake is in
// the description.
func TestALimitThatKeepsADrivenJointFromMovingIsReportedWhereItStands(t *testing.T) {
	r := testRegistry(t)
	refusing := []string{"options: {joint_group: all}", "options: {joint_group: all, label: the velocity limit is 0}"}
	for name, c := range map[string]struct {
		file string
		edit []string
		want []string
	}{
		"velocity": {"arm.urdf", []string{`velocity="1.5"`, `velocity="0"`}, []string{`arm.urdf:4:5: a_j1: joint "a_j1" of world "top" has a drive, and its velocity limit is 0: it cannot move`}},
		"effort":   {"arm.urdf", []string{`effort="50"`, `effort="0"`}, []string{`arm.urdf:7:5: a_j2: joint "a_j2" of world "top" has a drive, and its effort limit is 0: it cannot move`}},
		"both": {"arm.urdf", []string{`velocity="1.5" effort="10"`, `velocity="0" effort="0"`}, []string{
			"arm.urdf:4:5: a_j1: joint \"a_j1\" of world \"top\" has a drive, and its effort limit is 0", "arm.urdf:4:5: a_j1: joint \"a_j1\" of world \"top\" has a drive, and its velocity limit is 0"}},
		"in YAML": {"wheels.urdf.yaml", []string{"{velocity: 20, effort: 5}", "{velocity: 0, effort: 5}"}, []string{`wheels.urdf.yaml:7:92: m_wheel: joint "m_wheel" of world "low" has a drive, and its velocity limit is 0`}},
	} {
		files := edited(t, "app.yaml", refusing...)
		if c.file == "wheels.urdf.yaml" {
			files = edited(t, "app.yaml", "joint_group: m_wheels,", "joint_group: m_wheels, label: the velocity limit is 0,")
		}
		files[c.file] = edited(t, c.file, c.edit...)[c.file]
		_, err := Load(files, "app.yaml", r)
		list := problems(t, err)
		t.Run(name, func(t *testing.T) {
			wantErrors(t, list, c.want...)
			for _, d := range list.All() {
				if d.Excerpt == "" {
					t.Errorf("%s has no excerpt", d.Summary())
				}
			}
		})
	}
}

func TestALimitOfZeroOfAJointWithoutADriveIsNoError(t *testing.T) {
	files := edited(t, "wheels.urdf.yaml", "axis: [0, 1, 0], role: passive", "axis: [0, 1, 0], role: passive, limits: {velocity: 0, effort: 0}")
	if _, err := Load(files, "app.yaml", testRegistry(t)); err != nil {
		t.Errorf("\n%s", err)
	}
}
