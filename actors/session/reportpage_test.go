package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The page of a run shows what happened, every world, and the command that repeats the run.
func TestTheReportIsWrittenAsAPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.html")
	if err := os.WriteFile(path, []byte(strings.Repeat("old ", 1_000_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, r, err := simulate(t, example, []Option{WithDuration(900 * time.Millisecond), WithReportPage(path, "robo-actors sim 'my robot.yaml'")}, "at 700ms panic mobile_base/wheels")
	if err != nil || r.Page != path || r.Unwritten != "" {
		t.Fatalf("%v, page %q (%s)", err, r.Page, r.Unwritten)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, want := range []string{
		"<b>mobile_base/wheels</b> failed (panic)", "robo-actors sim &#39;my robot.yaml&#39;", `>coupling_mobile_planar<`, `class="link between"`, ">mecanum_base · 500 Hz<",
		`"title":"Position error of the gripper"`, `"title":"mobile_base: velocity"`, `"name":"arm_joint_7"`, `"title":"Ages of values from other worlds"`,
		`"mode":"damp","cause":"panic"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	if strings.Contains(page, "old old") || !strings.HasSuffix(page, "</html>\n") {
		t.Error("the page has a rest of the file before it")
	}
}

func TestAPageThatCannotBeWrittenStopsTheRunBeforeItStarts(t *testing.T) {
	s, err := newSession(t, example, []Option{WithVirtualTime(), WithReportPage(filepath.Join(t.TempDir(), "none", "run.html"), "")})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background())
	if err == nil || !strings.Contains(err.Error(), "run.html") || r != nil {
		t.Errorf("error %v, report %v", err, r)
	}
	if s.System.Now() != 0 {
		t.Errorf("the system ran for %s", s.System.Now())
	}
}
