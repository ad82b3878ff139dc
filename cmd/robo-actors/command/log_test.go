package command

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// recorded writes a recording with one state at each of some times.
func recorded(t *testing.T, topic string, at ...messages.Instant) (path string) {
	t.Helper()
	codec, err := pb.CodecOf[messages.JointState]()
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w, err := record.NewWriter(&file, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	channel, err := w.Channel(topic, codec)
	if err != nil {
		t.Fatal(err)
	}
	for i, time := range at {
		if err := w.Write(channel, time, messages.Stamp{Time: time, Sequence: uint64(i + 1), Incarnation: 1}, &messages.JointState{Position: []float64{1}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "run.mcap")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// printed is what a command line prints; it must succeed within ten seconds.
func printed(t *testing.T, arguments ...string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	var out, errs bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- execute(ctx, nil, arguments, &out, &errs) }()
	select {
	case code := <-done:
		if code != exitOK {
			t.Fatalf("%v ended with %d: %s", arguments, code, errs.String())
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%v goes on and on", arguments)
	}
	return out.String()
}

func TestAReplayDoesNotCountThroughATimeInWhichNothingHappens(t *testing.T) {
	path := recorded(t, "arm/driver.state", 0, 1_000_000, math.MaxInt64)
	if out := printed(t, "replay", path, "--speed", "0"); strings.Count(out, "arm/driver.state") != 3 {
		t.Errorf("it printed\n%s\nexpected three messages", out)
	}
}

func TestAReplayKeepsThePaceOfTheRun(t *testing.T) {
	path := recorded(t, "arm/driver.state", 1_000_000_000, 1_100_000_000, 2_000_000_000)
	for _, c := range []struct {
		more     []string
		least    time.Duration
		messages int
	}{
		{[]string{"--speed", "4"}, 250 * time.Millisecond, 3},
		{[]string{"--speed", "4", "--from", "1050ms"}, 230 * time.Millisecond, 2},
		{[]string{"--speed", "1000"}, 0, 3},
	} {
		begin := time.Now()
		out := printed(t, append([]string{"replay", path}, c.more...)...)
		if took := time.Since(begin); took < c.least || strings.Count(out, "\n") != c.messages {
			t.Errorf("%v took %v, and printed\n%s\nexpected %d messages, and %v at least", c.more, took, out, c.messages, c.least)
		}
	}
}

// A recording may come from anybody.
func TestNothingInARecordingDrivesTheTerminal(t *testing.T) {
	path := recorded(t, "arm/\x1b[2J\u202edriver.state", 0)
	for _, arguments := range [][]string{{"log", "info", path}, {"log", "stats", path}, {"log", "cat", path}} {
		if out := printed(t, arguments...); strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, `arm/\x1b[2J\u202edriver.state`) {
			t.Errorf("%v printed %q; expected the topic with escapes", arguments, out)
		}
	}
	var out, errs bytes.Buffer
	if code := execute(t.Context(), nil, []string{"log", "cat", path, "--topic", "none"}, &out, &errs); code != exitInput || strings.ContainsAny(errs.String(), "\x1b\u202e") {
		t.Errorf("it ended with %d and %q; expected the topics with escapes", code, errs.String())
	}
}

func TestTextForATerminalKeepsWhatItMay(t *testing.T) {
	for _, c := range [][3]string{
		{"a \"word\" in Größe 5 µm", "", "a \"word\" in Größe 5 µm"},
		{"one\ntwo\tthree", "\n\t", "one\ntwo\tthree"},
		{"one\ntwo\tthree", "", `one\ntwo\tthree`},
		{"\x1b[31m\x9b\x00\xff", "\n", `\x1b[31m\x9b\x00\xff`},
	} {
		if got := clean(c[0], c[1]); got != c[2] {
			t.Errorf("%q became %q, expected %q", c[0], got, c[2])
		}
	}
}
