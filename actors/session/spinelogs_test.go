package session

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/messages"
)

// loggingSpine sends the record of every cycle.
type loggingSpine struct {
	Log actors.Out[messages.SpineLog] `port:"log" doc:"record of the cycle"`

	record dictionary.Record
	buffer []byte
}

func (l *loggingSpine) Configure(s *actors.Setup) error {
	s.Size(&l.Log, actors.Sizes{"bytes": 1024})
	l.record.Action = dictionary.NewAction([]string{"lift"}, dictionary.DefaultServoAction())
	l.buffer = make([]byte, 0, 1024)
	return nil
}

func (l *loggingSpine) Tick(t *actors.Tick) error {
	o := dictionary.Observation{TimeS: t.Time().Sub(0).Seconds()}
	l.record.TimeS, l.record.Observation = o.TimeS, o.Append(l.record.Observation[:0])
	l.buffer = l.record.Append(l.buffer[:0])
	return l.Log.Send(t, messages.SpineLog{Record: l.buffer})
}

// runSpine runs the application with a spine, and returns the logs of the report.
func runSpine(t *testing.T, with ...Option) []mpack.Log {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "logging_spine", actors.RoleObserver, "sends the record of every cycle", loggingSpine{}); err != nil {
		t.Fatal(err)
	}
	s, err := New(registry, "testdata/spinelog.yaml", append(with, WithLogger(nil))...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(t.Context())
	if err != nil || r.Unrecorded != "" {
		t.Fatalf("%v, %s", err, r.Unrecorded)
	}
	var text strings.Builder
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	for _, l := range r.Logs {
		if line := "log: " + l.Path + " ("; !strings.Contains(text.String(), line) {
			t.Errorf("the report has no line %s", line)
		}
	}
	return r.Logs
}

func TestASpineHasALogBesideTheRecording(t *testing.T) {
	folder := t.TempDir()
	var logs [2][]byte
	for i, name := range []string{"one", "two"} {
		all := runSpine(t, WithVirtualTime(), WithRecording(filepath.Join(folder, name+".mcap")))
		if len(all) != 1 || all[0].Path != filepath.Join(folder, name+"_upkie.mpack") || all[0].Dropped.Total() != 0 {
			t.Fatalf("logs %+v", all)
		}
		data, err := os.ReadFile(all[0].Path)
		if err != nil {
			t.Fatal(err)
		}
		n := uint64(0)
		for _, err := range mpack.Read(bytes.NewReader(data)) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n < 100 || n != all[0].Records {
			t.Errorf("%d records in the log, %d in the report; expected at least 100", n, all[0].Records)
		}
		logs[i] = data
	}
	if !bytes.Equal(logs[0], logs[1]) {
		t.Error("two equal runs in virtual time have different logs")
	}
}

func TestALogHasItsDateAndHostInTheDefaultName(t *testing.T) {
	at := time.Date(2026, 11, 24, 9, 5, 7, 0, time.UTC)
	for _, c := range []struct{ host, want string }{
		{"robot", "logs/2026-11-24_090507_robot_upkie.mpack"},
		{strings.Repeat("h", 63), "logs/2026-11-24_090507_" + strings.Repeat("h", 34) + "_upkie.mpack"},
	} {
		if got := spineLogPath("logs/x.mcap", "upkie", at, c.host); got != c.want {
			t.Errorf("%s; expected %s", got, c.want)
		}
	}
	if host := hostname(); !regexp.MustCompile(`^[A-Za-z0-9-]+$`).MatchString(host) {
		t.Errorf("host %q", host)
	}
}

func TestALogIsNeverWrittenOverAndAnApplicationThatCannotLogLeavesNoFiles(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "run_upkie.mpack")
	if err := os.WriteFile(taken, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "logging_spine", actors.RoleObserver, "sends the record of every cycle", loggingSpine{}); err != nil {
		t.Fatal(err)
	}
	_, err = New(registry, "testdata/spinelog.yaml", WithVirtualTime(), WithRecording(filepath.Join(folder, "run.mcap")))
	if err == nil || !strings.Contains(err.Error(), "no recording is written over") {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v, %v; expected the old log only", left, err)
	}
	if data, err := os.ReadFile(taken); err != nil || string(data) != "precious" {
		t.Errorf("%q, %v", data, err)
	}
}
