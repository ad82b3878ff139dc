package cascade

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// What waits for longer than a second says for what: as an event, and in the report.
func TestWhatWaitsSaysForWhat(t *testing.T) {
	for name, c := range map[string]struct {
		old, now string
		events   []string // without the times
	}{
		"nobody commands": {"    processors:\n      controller: {type: joint_space, options: {joint_group: all, goal: [0.6, -1.2, 0.8]}}\n", "",
			[]string{`servo/gate waits for the first command of "elbow" from servo/exports: an accepted one, with a control mode`, `servo/coupling_elbow waits for the first command of "elbow" from world "arm"`}},
		"nobody starts": {", start: auto", "", []string{`servo/gate waits for somebody to start "elbow": robo-actors rearm servo`, `arm/gate waits for "elbow" to run in world "servo"`}},
	} {
		text, err := os.ReadFile("app.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%s: %q is not in the file", name, c.old)
		}
		folder := t.TempDir()
		if err := os.CopyFS(filepath.Join(folder, "models"), os.DirFS("models")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "app.yaml")
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), c.old, c.now, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		r, path := run.Simulate(t, file, 1)
		var events []string
		for _, e := range run.Series[messages.Event](t, run.Open(t, path), record.EventsTopic) {
			if e.Value.Kind == messages.EventWaiting {
				events = append(events, e.Value.Source+" "+e.Value.Text)
			}
		}
		var page bytes.Buffer
		if err := r.Text(&page); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.events {
			if !slices.Contains(events, want) {
				t.Errorf("%s: no event %q among %q", name, want, events)
			}
			if _, reason, _ := strings.Cut(want, " "); !strings.Contains(page.String(), reason) && !strings.Contains(page.String(), "which nobody has given") {
				t.Errorf("%s: the report does not say %q:\n%s", name, reason, page.String())
			}
		}
	}
}
