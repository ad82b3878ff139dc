package command

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/internal/control"
)

// answering serves the status of an application that does not exist, and returns its client.
func answering(t *testing.T) *session.Client {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	server, err := control.Listen(path, map[string]control.Handler{
		"status": {Answer: func(context.Context, json.RawMessage) (any, error) {
			return &session.Status{Application: "welder"}, nil
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return session.OnSocket(path)
}

func TestTopShowsTheTableAndEndsWithAKey(t *testing.T) {
	for name, keys := range map[string]string{"q": "q", "escape": "\x1b", "interrupt": "\x03", "a letter before": "aq"} {
		var out bytes.Buffer
		if err := watch(t.Context(), strings.NewReader(keys), &out, answering(t)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		shown := out.String()
		if !strings.HasPrefix(shown, enterScreen+fromTop) || !strings.Contains(shown, "welder at 0.000 s") || !strings.HasSuffix(shown, leaveScreen) {
			t.Errorf("%s: %q", name, shown)
		}
	}
}

// Keys that mean nothing, and none any more, end nothing: here the time does.
func TestTopGoesOnWithoutKeys(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := watch(ctx, strings.NewReader("\x1b[A"), io.Discard, answering(t)); err != nil {
		t.Error(err)
	}
	if ctx.Err() == nil {
		t.Error("an arrow key ended it")
	}
}

func TestTopOfAnApplicationThatIsGoneIsAnError(t *testing.T) {
	var out bytes.Buffer
	err := watch(t.Context(), strings.NewReader(""), &out, session.OnSocket(filepath.Join(t.TempDir(), "nobody")))
	if err == nil || !strings.HasSuffix(out.String(), leaveScreen) {
		t.Errorf("%v, screen %q", err, out.String())
	}
}

func TestAScreenfulIsAsHighAsTheTerminal(t *testing.T) {
	table := []byte("one\ntwo\nthree\nfour\n")
	for rows, want := range map[int]string{
		0: "one two three four  q ends", // unknown
		9: "one two three four  q ends",
		6: "one two three four  q ends",
		5: "one two three  q ends",
		3: "one  q ends",
		1: "one  q ends",
	} {
		drawn := string(screenful(table, rows))
		text := strings.NewReplacer(fromTop, "", restOfLine, "", restOfAll, "", "\r\n", " ").Replace(drawn)
		if text != want {
			t.Errorf("%d rows: %q, want %q", rows, text, want)
		}
		if !strings.HasPrefix(drawn, fromTop) || !strings.HasSuffix(drawn, restOfAll) {
			t.Errorf("%d rows: %q", rows, drawn)
		}
	}
}

func TestStatusListsTheJobsThatRun(t *testing.T) {
	var out bytes.Buffer
	job := actors.JobInfo{Actor: "arm/planner", Name: "plan", State: "running", Share: 0.5, Text: "3 waypoints", Deadline: 2_500_000_000}
	if err := printStatus(&out, &session.Status{Application: "welder", Jobs: []actors.JobInfo{job}}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"JOB   ACTOR        STATE    DONE  DEADLINE  REPORTS", "plan  arm/planner  running  50 %  2.500 s   3 waypoints"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, out.String())
		}
	}
}
