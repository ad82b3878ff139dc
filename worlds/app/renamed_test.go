package app

import "testing"

func TestARequiredKeyThatWasRenamedIsNotReportedAsMissing(t *testing.T) {
	renamedKeys["point"] = "joint_group"
	t.Cleanup(func() { delete(renamedKeys, "point") })
	_, err := Load(edited(t, "app.yaml", "options: {joint_group: all}", "options: {point: all}"), "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), `options.point: the key "point" is now named "joint_group"`)
}

func TestNoRenamedKeyIsStillInUse(t *testing.T) {
	current := map[string]bool{}
	for _, keys := range [][]key{actorKeys, driveKeys, plantKeys, worldKeys, overrunKeys, executionKeys, jointKeys, restartKeys} {
		for _, name := range keyNames(keys) {
			current[name] = true
		}
	}
	for old := range renamedKeys {
		if current[old] {
			t.Errorf("the key %q is in use, and renamedKeys has it", old)
		}
	}
}
