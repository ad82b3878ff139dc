//go:build linux

package killtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/drives"
	"github.com/robo-actors/robo-actors/messages"
)

// trial starts the application, re-arms it, strikes at a random time, and checks the outcome.
func (c *campaign) trial(ctx context.Context, number int, kind string) (Trial, error) {
	o := &c.options
	t := Trial{Number: number, Kind: kind, After: time.Duration(c.random.Int64N(int64(o.Within))), Pause: time.Duration(c.random.Int64N(int64(o.Pause)))}
	if kind != stop {
		t.Pause = 0
	}
	begun := time.Now()
	mark := func(what string) string { return fmt.Sprintf("%s-%d", what, number) }
	if err := c.drives.mark(ctx, mark("start")); err != nil {
		return t, err
	}
	if still := c.drives.running(); len(still) > 0 {
		t.violate("drives run though no application does: %v", still)
	}
	a, err := startApplication(o.Program, o.Application, c.dir, c.recording(number))
	if err != nil {
		return t, err
	}
	defer func() { _ = a.cmd.Process.Kill() }() // it has ended, unless something went wrong
	begin := make(chan struct{})                // the time to the strike
	if t.fromStart() {
		close(begin)
	}
	hit := make(chan error, 1)
	go func() {
		await(ctx, begin, patience)
		await(ctx, nil, t.After)
		hit <- a.strike(signals[kind])
	}()
	early := func() {
		if moved := ran(c.drives.since(mark("start"))); len(moved) > 0 {
			t.violate("before anybody acknowledged, these drives began to run: %v", moved)
		}
	}
	a.acknowledge(ctx, early, c.allRun, a.struck)
	if !t.fromStart() {
		close(begin)
	}
	if err := <-hit; err != nil && !errors.Is(err, os.ErrProcessDone) {
		return t, err
	}
	if err := c.drives.mark(ctx, mark("struck")); err != nil {
		return t, err
	}
	if !a.asked {
		early()
	}
	t.Ran = len(c.drives.running())
	switch kind {
	case kill:
		err = c.killed(ctx, a, &t, mark)
	case stop:
		err = c.paused(ctx, a, &t, mark)
	default:
		err = c.asked(ctx, a, &t, mark)
	}
	t.Took = time.Since(begun)
	return t, err
}

// fromStart reports whether the time to the strike counts from the start of the process. Otherwise
// it counts from the moment when all drives run, so that half of the strikes meet running drives
// however slow the machine is.
func (t *Trial) fromStart() bool { return t.Number%2 == 1 }

// await returns when a channel is closed, at the latest after most.
func await(ctx context.Context, closed <-chan struct{}, most time.Duration) {
	at := time.NewTimer(most)
	defer at.Stop()
	select {
	case <-closed:
	case <-at.C:
	case <-ctx.Done():
	}
}

// violate records a broken rule.
func (t *Trial) violate(format string, arguments ...any) {
	t.Violations = append(t.Violations, fmt.Sprintf(format, arguments...))
}

// allRun reports whether every drive is in run.
func (c *campaign) allRun() bool { return len(c.drives.running()) == c.drives.joints }

// killed checks what a killed process has left.
func (c *campaign) killed(ctx context.Context, a *application, t *Trial, mark func(string) string) error {
	if err := a.wait(ctx); err != nil {
		return err
	}
	if err := c.settled(ctx, t, mark("start")); err != nil {
		return err
	}
	t.read(c.recording(t.Number))
	return os.Remove(c.recording(t.Number))
}

// inOrder reports whether a process ended in order: with code 0, or with code 6 if a busy machine
// had stopped joints.
func inOrder(err error) bool {
	exit, is := errors.AsType[*exec.ExitError](err)
	return err == nil || is && exit.ExitCode() == 6
}

// asked checks a process that was asked to end: it confirms that its drives have stopped and ends
// in order. A process that was asked before it listened has moved nothing.
func (c *campaign) asked(ctx context.Context, a *application, t *Trial, mark func(string) string) error {
	if err := a.wait(ctx); err != nil {
		return err
	}
	if err := c.drives.mark(ctx, mark("ended")); err != nil {
		return err
	}
	if !inOrder(a.err) && (t.Ran > 0 || a.asked) {
		t.violate("the process ended with %v: %s", a.err, a.output.String())
	}
	if err := c.settled(ctx, t, mark("start")); err != nil {
		return err
	}
	t.ended(c.drives.since(mark("ended")), c.drives.at(mark("ended")))
	t.read(c.recording(t.Number))
	return os.Remove(c.recording(t.Number))
}

// ended checks the drives that left run after the end of a process that had confirmed their stop.
// The simulation shows a confirmed stop at most two steps and its own lateness later.
func (t *Trial) ended(changes []drives.Change, at messages.Instant) {
	for _, c := range changes {
		if ran := c.At.Sub(at); (c.From == "run" || c.From == "limited") && ran > 2*step+c.Gap {
			t.violate("the process has ended, and %s was in %s for %s more; the simulation was late by at most %s", c.Joint, c.From, ran, c.Gap)
		}
	}
}

// settled waits until no drive runs, and checks how the running ones were stopped.
func (c *campaign) settled(ctx context.Context, t *Trial, since string) error {
	err := c.drives.until(ctx, "every drive stops", func() bool {
		for _, mode := range c.drives.modes {
			if mode == "run" || mode == "limited" {
				return false
			}
		}
		return true
	})
	if errors.Is(err, errPatience) {
		t.violate("these drives still run, %s after the strike: %v", patience, c.drives.running())
		return nil
	}
	t.judge(c.drives.since(since))
	return err
}

// step is the period of the plant, which reads commands and deadlines once per step.
const step = time.Millisecond

// judge checks that every drive that left run went to the mode of its watchdog or a more severe
// one, in time.
func (t *Trial) judge(changes []drives.Change) {
	for _, c := range changes {
		switch {
		case c.From == "run" || c.From == "limited":
			took := c.At.Sub(c.Command)
			t.Reactions = append(t.Reactions, took)
			t.Late = max(t.Late, took-c.Watchdog)
			if took > c.Watchdog+step+2*c.Gap { // the command waited for a step, and so did its deadline
				t.violate("%s left %s %s after its last command; its watchdog is %s, and the simulation was late by at most %s", c.Joint, c.From, took, c.Watchdog, c.Gap)
			}
			if !severeEnough(c.To, c.Mode) {
				t.violate("%s went from %s to %s; its watchdog leads to %s", c.Joint, c.From, c.To, c.Mode)
			}
		case c.Moved > restWindow:
			t.violate("%s had stopped, and was %.4f rad away from where it came to rest", c.Joint, c.Moved)
		}
	}
}

// restWindow is how far a stopped joint may move from its position at rest: 2 degrees.
const restWindow = 0.035

// severeEnough reports whether a mode is at least as severe as another one.
func severeEnough(mode, least string) bool {
	order := []string{"run", "limited", "ramp_hold", "damp", "ramp_off", "brake", "off"}
	return slices.Index(order, mode) >= slices.Index(order, least)
}

// ran lists the joints that began to run.
func ran(changes []drives.Change) (all []string) {
	for _, c := range changes {
		if c.To == "run" || c.To == "limited" {
			all = append(all, c.Joint)
		}
	}
	return all
}

// paused checks a process that was suspended: drives whose watchdogs have acted do not move before
// the next re-arm; then everything runs again, and SIGTERM ends the process in order.
func (c *campaign) paused(ctx context.Context, a *application, t *Trial, mark func(string) string) error {
	select {
	case <-time.After(t.Pause):
	case <-ctx.Done():
	}
	if err := c.drives.mark(ctx, mark("continue")); err != nil {
		return err
	}
	acted := left(c.drives.since(mark("struck")))
	if err := a.signal(syscall.SIGCONT); err != nil {
		return err
	}
	c.again(ctx, a, t, mark, acted)
	if err := a.signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	if err := a.wait(ctx); err != nil {
		return err
	}
	if !inOrder(a.err) {
		t.violate("after SIGTERM the process ended with %v: %s", a.err, a.output.String())
	}
	if err := c.settled(ctx, t, mark("start")); err != nil {
		return err
	}
	t.read(c.recording(t.Number))
	return os.Remove(c.recording(t.Number))
}

// watchAfter is how long the test watches for motion without a re-arm.
const watchAfter = 100 * time.Millisecond

// again checks that drives whose watchdogs have acted stay at rest until they are re-armed, and run
// then.
func (c *campaign) again(ctx context.Context, a *application, t *Trial, mark func(string) string, acted []string) {
	pause(ctx, closedAfter(watchAfter))
	if err := c.drives.mark(ctx, mark("watched")); err != nil {
		return
	}
	for _, joint := range ran(c.drives.since(mark("continue"))) {
		if slices.Contains(acted, joint) {
			t.violate("%s was stopped by its watchdog, and ran again before anybody acknowledged", joint)
		}
	}
	limit := closedAfter(patience)
	a.acknowledge(ctx, func() {}, c.allRun, limit)
	if ctx.Err() == nil && !c.allRun() {
		t.violate("after the process went on and was acknowledged, these drives alone run: %v: %s", c.drives.running(), a.output.String())
	}
}

func closedAfter(d time.Duration) <-chan struct{} {
	c := make(chan struct{})
	time.AfterFunc(d, func() { close(c) })
	return c
}

// left lists the joints that left run.
func left(changes []drives.Change) (all []string) {
	for _, c := range changes {
		if c.From == "run" || c.From == "limited" {
			all = append(all, c.Joint)
		}
	}
	return all
}

// read reads a recording to its last chunk. A process that was killed early may have left none.
func (t *Trial) read(path string) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		if t.Ran > 0 {
			t.violate("drives ran, but there is no recording")
		}
		_ = os.WriteFile(path, nil, 0o600) // the caller removes it
		return
	}
	if err == nil && info.Size() == 0 && t.Ran == 0 {
		return
	}
	r, err := record.Open(path)
	if err != nil {
		if !(errors.Is(err, record.ErrNotRecording) && t.Ran == 0) {
			t.violate("the recording: %v", err)
		}
		return
	}
	defer r.Close()
	for _, err := range r.Messages(record.Filter{}) {
		if err != nil {
			t.violate("the recording, message %d: %v", t.Messages, err)
			return
		}
		t.Messages++
	}
	torn := t.Kind == kill || t.Ran == 0 // a process that was asked before it listened died as well
	if d := r.Damage(); d != nil && torn && d.Size-d.Offset > largestTail {
		t.violate("the recording has %d bytes that could not be read: %s", d.Size-d.Offset, d)
	} else if d != nil && !torn {
		t.violate("the recording of a process that ended in order: %s", d)
	}
}

// largestTail is the largest part of a recording that may be lost with its process: one chunk.
const largestTail = 4 << 20
