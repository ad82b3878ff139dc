package agent

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAnAgentStartsStepsAndStops(t *testing.T) {
	folder := inMemory(t)
	newModel(t, folder).run(t)
	a, ctx := connect(t, folder)
	action := dictionary.NewAction(joints, dictionary.DefaultServoAction())
	if _, err := a.Step(ctx, action); !errors.Is(err, ErrRejected) || !strings.HasSuffix(err.Error(), `(joint "left_hip" is in damp)`) {
		t.Fatalf("a step before the start: %v", err)
	}
	for range 3 {
		o, err := a.Start(ctx, &messages.SpineConfig{})
		check(t, err)
		if len(o.Servos) != len(joints) {
			t.Fatalf("the first observation is %+v", o)
		}
		for i := range 20 {
			action.Servos[0].Position = float64(i)
			o, err := a.Step(ctx, action)
			check(t, err)
			for _, s := range o.Servos {
				if s.Name == joints[0] && s.Position != float64(i) {
					t.Fatalf("step %d: %+v", i, o)
				}
			}
		}
		check(t, a.Stop(ctx))
	}
}

func TestARejectedMessageLeavesTheAgentInOrder(t *testing.T) {
	folder := inMemory(t)
	newModel(t, folder).run(t)
	a, ctx := connect(t, folder)
	_, err := a.StartRaw(ctx, []byte("\x80"))
	check(t, err)
	for _, hostile := range []string{"", "\xc1", "\x81\xa5servo\x01", "\xdf\xff\xff\xff\xff", strings.Repeat("\x91", 1000)} {
		if _, err := a.StepRaw(ctx, []byte(hostile)); !errors.Is(err, ErrRejected) || !strings.HasSuffix(err.Error(), "is it started?") {
			t.Errorf("%.20q: %v", hostile, err)
		}
		if _, err := a.StepRaw(ctx, []byte("\x80")); err != nil {
			t.Errorf("after %.20q: %v", hostile, err)
		}
	}
}

func TestAnAgentStartsAfterOneThatLeftARejectedRequest(t *testing.T) {
	folder := inMemory(t)
	m := newModel(t, folder)
	check(t, m.server.Answer(sharedmemory.Error))
	m.run(t)
	a, ctx := connect(t, folder)
	_, err := a.Start(ctx, &messages.SpineConfig{})
	check(t, err)
}

func TestConnectWaitsForASpine(t *testing.T) {
	folder := inMemory(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err := Connect(ctx, "upkie", Options{Folder: folder})
	if !errors.Is(err, ErrNoSpine) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a spine: %v", err)
	}
	started := make(chan *model)
	go func() {
		time.Sleep(30 * time.Millisecond)
		started <- newModel(t, folder)
	}()
	connect(t, folder)
	check(t, (<-started).server.Close())
	if _, err := Connect(t.Context(), "a/b", Options{Folder: folder}); err == nil || errors.Is(err, ErrNoSpine) {
		t.Errorf("a name that is invalid: %v", err)
	}
}

func TestPublishedObservationsAreReadWithoutARequest(t *testing.T) {
	folder := inMemory(t)
	m := newModel(t, folder)
	a, ctx := connect(t, folder)
	if _, err := a.Newest(); !errors.Is(err, ErrNoObservation) {
		t.Errorf("before the first cycle: %v", err)
	}
	m.run(t)
	last, err := a.Next(ctx)
	check(t, err)
	for range 20 {
		o, err := a.Next(ctx)
		check(t, err)
		if o.Sequence <= last.Sequence || o.Stamp != time.Duration(o.Sequence)*time.Millisecond || len(o.Servos) != len(joints) {
			t.Fatalf("after %d: %+v", last.Sequence, o)
		}
		last = o
	}
	newest, err := a.Newest()
	check(t, err)
	if newest.Sequence < last.Sequence {
		t.Errorf("the newest observation is %d, after %d", newest.Sequence, last.Sequence)
	}
}

func TestAnAgentLearnsThatItsSpineHasEnded(t *testing.T) {
	folder := inMemory(t)
	m := newModel(t, folder)
	ctx := t.Context()
	a, err := Connect(ctx, "upkie", Options{Folder: folder, Timeout: time.Millisecond})
	check(t, err)
	_, newest := a.Newest()
	_, start := a.Start(ctx, &messages.SpineConfig{})
	if !errors.Is(newest, ErrNoObservation) || !errors.Is(start, ErrTimeout) {
		t.Errorf("a silent spine: %v, %v", newest, start)
	}
	check(t, m.server.Close())
	_, start = a.Start(ctx, &messages.SpineConfig{})
	_, next := a.Next(ctx)
	for _, err := range []error{start, next, a.Stop(ctx)} {
		if !errors.Is(err, ErrNoSpine) {
			t.Errorf("after the end of the spine: %v", err)
		}
	}
	check(t, a.Close())
}

func TestASpineThatPublishesNothingIsATimeout(t *testing.T) {
	folder := inMemory(t)
	m := newModel(t, folder)
	defer m.server.Close()
	a, err := Connect(t.Context(), "upkie", Options{Folder: folder, Timeout: time.Millisecond})
	check(t, err)
	defer a.Close()
	a.name = "another"
	if _, err := a.Start(t.Context(), &messages.SpineConfig{}); !errors.Is(err, ErrTimeout) {
		t.Errorf("a start: %v", err)
	}
	if _, err := a.Newest(); !errors.Is(err, ErrNoSpine) {
		t.Errorf("newest: %v", err)
	}
}

func TestALoopRunsUntilItsFunctionFails(t *testing.T) {
	failed, calls := errors.New("enough"), 0
	err := Every(t.Context(), time.Millisecond, func(int) error {
		if calls++; calls == 5 {
			return failed
		}
		return nil
	})
	if !errors.Is(err, failed) || calls != 5 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestALoopEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := Every(ctx, time.Hour, func(int) error {
		calls++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
	if err := Every(t.Context(), 0, nil); err == nil || !strings.Contains(err.Error(), "expected more than 0") {
		t.Errorf("no period: %v", err)
	}
}

func TestASlowCallSkipsDeadlinesWithoutDrift(t *testing.T) {
	begin := time.Unix(1000, 0)
	for _, c := range []struct {
		took, next time.Duration
		skipped    int
	}{
		{0, 10, 0}, {9, 10, 0}, {10, 10, 0}, {11, 20, 1}, {20, 20, 1}, {21, 30, 2}, {1005, 1010, 100},
	} {
		next, skipped := following(begin, 10, begin.Add(c.took))
		if next.Sub(begin) != c.next || skipped != c.skipped {
			t.Errorf("a call of %d: next at %d with %d skipped, expected %d and %d", c.took, next.Sub(begin), skipped, c.next, c.skipped)
		}
	}
}
