package app

import (
	"strings"
	"testing"
	"testing/fstest"
)

// FuzzLoadNeverPanics changes the application file at will. A file is either taken, or refused with
// a place for each error, and a file that was taken is taken again.
func FuzzLoadNeverPanics(f *testing.F) {
	f.Add(testApp)
	for _, pair := range [][2]string{
		{testCommand, "command: {mode: effort}"}, {"rate: 100Hz", "rate: -1Hz"}, {"models:", "models: ~ #"}, {"include: base", "include: wheels"},
		{"joints: [a_j1, a_j2]", "joints: [a_j1, a_j1, m_planar]"}, {"{joint_group: all}", "{joint_group: [all], points: {}, grid: [[[]]]}"},
		{"    joints:\n", "    joints: &x\n"}, {"drives:", "drives: *x #"}, {"worlds:", "wrlds:"}, {"m_planar", "a_tip_mount"},
		{"namespace: a", "namespace: m"}, {"joint: {parent: m_body", "joint: {parent: world, type: floating"},
	} {
		f.Add(strings.ReplaceAll(testApp, pair[0], pair[1]))
	}
	f.Add("models: [{include: app.yaml}]")
	f.Add("a: {models: [{path: arm.urdf}]}\nb: {models: []}\n")
	r := testRegistry(f)
	f.Fuzz(func(t *testing.T, text string) {
		files := testFiles()
		files["app.yaml"] = &fstest.MapFile{Data: []byte(text)}
		c, err := Load(files, "app.yaml", r)
		if (c == nil) != (err != nil) {
			t.Fatalf("the configuration is %v, the error %v", c, err)
		}
		if err != nil {
			for _, d := range problems(t, err).All() {
				if d.File == "" || d.Problem == "" {
					t.Errorf("an error without a place or a problem: %+v", d)
				}
			}
			return
		}
		for i := range c.Worlds {
			w := &c.Worlds[i]
			if w.Period <= 0 || w.Model == nil || len(w.Joints) != w.Model.NumJoints() {
				t.Errorf("world %q was taken with period %v, %d joints", w.Name, w.Period, len(w.Joints))
			}
		}
		if c.Mermaid() == "" || c.DOT() == "" {
			t.Error("the graph is empty")
		}
		if _, err := Load(files, "app.yaml", r); err != nil {
			t.Errorf("what was taken once is refused now: %v", err)
		}
	})
}
