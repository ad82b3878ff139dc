package session

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	observed "go.uber.org/zap/zaptest/observer"

	"github.com/robo-actors/robo-actors/actors/kinds"
)

func TestTheEventsOfASessionGoToTheLoggerOfTheProgram(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	action := parsed(t, "at 600ms panic mobile_base/wheels")
	run := func() {
		t.Helper()
		if _, err := Run(context.Background(), registry, example, WithVirtualTime(), WithDuration(800*time.Millisecond), WithSchedule(action)); err != nil {
			t.Fatal(err)
		}
	}
	var text bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&text, nil)))
	defer slog.SetDefault(before)
	run()
	for _, want := range []string{`level=ERROR msg="an actor failed" actor=mobile_base/wheels`, `stack="goroutine `,
		"level=WARN msg=\"0.600010s mobile_base/gate mode_changed joint mobile_front_left run -> ", "level=INFO msg=\"0.500010s mobile_base/gate mode_changed joint mobile_front_left off -> run"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the log of slog has no %s", want)
		}
	}
	if strings.Contains(text.String(), "level=DEBUG") || strings.Contains(text.String(), "failed cause") {
		t.Errorf("the log of slog has details, or a failure twice:\n%s", text.String())
	}
	if t.Failed() {
		t.Log(text.String())
	}

	core, logs := observed.New(zap.WarnLevel)
	defer zap.ReplaceGlobals(zap.New(core))()
	length := text.Len()
	run()
	if failed := logs.FilterMessage("an actor failed").All(); len(failed) != 1 || !strings.Contains(failed[0].Stack, "applyFault") {
		t.Errorf("the entries of the failure are %+v, expected one with the stack of the panic", failed)
	}
	if logs.FilterMessageSnippet("joint mobile_front_left run -> ").Len() != 1 || text.Len() != length {
		t.Errorf("a program with a logger of zap gets there %+v, and %d bytes in slog", logs.All(), text.Len()-length)
	}
}
