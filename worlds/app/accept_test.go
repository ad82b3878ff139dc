package app

import (
	"strings"
	"testing"
	"testing/fstest"
)

// antenna is a tensor with a negative moment at the last link of the arm.
const antenna = `<link name="tip"><inertial><mass value="0.001"/><inertia ixx="1e-7" ixy="0" ixz="0" iyy="-3.5e-8" iyz="0" izz="1e-7"/></inertial></link>`

func withAntenna(t *testing.T, accept string) fstest.MapFS {
	t.Helper()
	files := edited(t, "app.yaml", "        namespace: a\n", "        namespace: a\n"+accept)
	if strings.Count(armModel, `<link name="tip"/>`) != 1 {
		t.Fatal("the arm has no link tip")
	}
	files["arm.urdf"] = &fstest.MapFile{Data: []byte(strings.Replace(armModel, `<link name="tip"/>`, antenna, 1))}
	return files
}

func TestAFileAcceptsATensorThatIsWrongOnPurpose(t *testing.T) {
	_, err := Load(withAntenna(t, ""), "app.yaml", testRegistry(t))
	if err == nil || !strings.Contains(err.Error(), "arm.urdf:") || !strings.Contains(err.Error(), "accept: [indefinite_inertia]") {
		t.Errorf("without the key: %v", err)
	}
	config, err := Load(withAntenna(t, "        accept: [indefinite_inertia]\n"), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("with the key: %v", err)
	}
	noted := 0
	for _, n := range config.Notes {
		if strings.Contains(n.Problem, "not positive definite") {
			noted++
		}
	}
	if noted != 1 {
		t.Errorf("%d notes in %v", noted, config.Notes)
	}
	for i := range config.Worlds {
		if _, err := config.Worlds[i].Model.Model(); err != nil {
			t.Error(err)
		}
	}
}

func TestMistakesOfAcceptAreNamed(t *testing.T) {
	checkMistakes(t, map[string]mistake{
		"unknown": {[]string{"        namespace: a\n", "        namespace: a\n        accept: [indefinite_inertias]\n"},
			[]string{`accept[0]: the value "indefinite_inertias" is unknown`}},
		"no list": {[]string{"        namespace: a\n", "        namespace: a\n        accept: indefinite_inertia\n"}, []string{"a list of what is accepted"}},
	})
	files := withFiles(t, "part.yaml", map[string]string{"part.yaml": "models: [{include: base.urdf.yaml}]\n"})
	text := strings.Replace(string(files["app.yaml"].Data), "include: part.yaml\n", "include: part.yaml\n        accept: [any_mesh_uri]\n", 1)
	files["app.yaml"] = &fstest.MapFile{Data: []byte(text)}
	if _, err := Load(files, "app.yaml", testRegistry(t)); err == nil || !strings.Contains(err.Error(), "accept beside the models of the fragment") {
		t.Errorf("at a fragment: %v", err)
	}
}
