package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// runFlags are the flags of run and sim.
type runFlags struct {
	seed      uint64
	duration  time.Duration
	inject    []string
	faults    []string
	recording string
	noRecord  bool
	page      string
	json      bool
	verbose   bool
	notes     bool
	view      viewFlags

	// Of sim only.
	explore    bool
	agent      bool
	substeps   int
	upkieDelay bool
}

func (f *runFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all random streams; by default that of the file")
	flags.DurationVar(&f.duration, "duration", 0, "end after this time, such as 1m30s, or with 0 at Ctrl-C; by default that of the file")
	flags.StringArrayVar(&f.inject, "inject", nil, "scheduled fault or action, such as 'at 4s panic mobile_base/wheels' or 'at 5s acknowledge mobile_base'; may be repeated")
	flags.StringArrayVar(&f.faults, "faults", nil, "file with a schedule of faults and operator actions, as YAML or lines; may be repeated")
	flags.StringVar(&f.recording, "record", "", "path of the recording; by default NAME-DATE.mcap in the file's recording.directory or in recordings/")
	flags.BoolVar(&f.noRecord, "no-record", false, "record nothing")
	flags.StringVar(&f.page, "report", "", "file for the report as an HTML page with charts")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	flags.BoolVar(&f.notes, "notes", false, "print the notes of check before the run starts")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log the events of the runtime")
	f.view.add(flags)
}

func newRun(registry *actors.Registry) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run an application in real time",
		Long: `Run an application in real time, on the drives of its file, until its duration has passed or Ctrl-C.

The run is recorded and ends with a report. Meanwhile list --live,
top, stop, rearm and inject operate it. The status line and the report show joints that are stopped, with the cause and the
command that brings them back.

Exit codes: 0 success; 3 a failure that no supervisor could handle; 5 an incomplete recording; 6 joints that had run ended
stopped, and no operator had asked them to stop; 70 a tick that hung.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error { return f.run(c, registry, arguments[0], false) },
	}
	f.add(c)
	return c
}

func newSim(registry *actors.Registry) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "sim FILE",
		Short: "Run an application in virtual time",
		Long: `Run an application in virtual time: one deterministic schedule, as fast as the machine allows. The same file, seed
and schedule give the same recording, byte for byte.

In real time domains are threads, and the machine decides which of two runs first at one instant. Virtual time has a fixed
order; with --explore the seed draws it, so that some seeds show effects of the order. Exit codes are those of run.

With --agent, time passes only while an agent is served: each action lasts for --substeps cycles of its world, and its answer
is the observation after them. The run ends with Ctrl-C, or after --duration of virtual time.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error { return f.run(c, registry, arguments[0], true) },
	}
	f.add(c)
	c.Flags().BoolVar(&f.explore, "explore", false, "let the seed draw the order between domains at one instant")
	c.Flags().BoolVar(&f.agent, "agent", false, "run in lock step with the agent of a world, over shared memory")
	c.Flags().IntVar(&f.substeps, "substeps", 1, "cycles that an action lasts, with --agent")
	c.Flags().BoolVar(&f.upkieDelay, "upkie-delay", false, "answer an action with the observation of before it, as Upkie's simulation does, with --agent")
	return c
}

func (f *runFlags) run(c *cobra.Command, registry *actors.Registry, file string, virtual bool) error {
	with := []session.Option{session.WithLogger(logger(c.ErrOrStderr(), f.verbose)), session.WithControl(),
		session.WithWarnings(func(err error) { fmt.Fprintf(c.ErrOrStderr(), "%s: %v\n", programName(), err) })}
	chosen, err := f.chosen(c, virtual)
	if err != nil {
		return err
	}
	ctx, stop := endsInOrder(c)
	defer stop()
	lockStep, err := f.lockStep(ctx, c)
	if err != nil {
		return err
	}
	if f.page != "" {
		with = append(with, session.WithReportPage(f.page, repeats(c, file)))
	}
	s, err := session.New(registry, file, slices.Concat(with, chosen, lockStep)...)
	if err != nil {
		return err
	}
	return f.execute(ctx, c, s)
}

// chosen returns the options of a session that the flags ask for.
func (f *runFlags) chosen(c *cobra.Command, virtual bool) (with []session.Option, err error) {
	if virtual {
		with = append(with, session.WithVirtualTime())
	} else {
		with = append(with, session.WithSystem(actors.WithRaisedThreads()))
	}
	if f.explore {
		with = append(with, session.WithExplore())
	}
	if c.Flags().Changed("duration") {
		if f.duration < 0 {
			return nil, usageError{fmt.Errorf("--duration %v; expected a time, or 0 to run until Ctrl-C", f.duration)}
		}
		with = append(with, session.WithDuration(f.duration))
	}
	if c.Flags().Changed("seed") {
		with = append(with, session.WithSeed(f.seed))
	}
	switch {
	case f.noRecord && f.recording != "":
		return nil, usageError{fmt.Errorf("--no-record and --record %s; expected one of the two", f.recording)}
	case f.noRecord:
		with = append(with, session.WithoutRecording())
	case f.recording != "":
		with = append(with, session.WithRecording(f.recording))
	default:
		with = append(with, session.WithDefaultRecording())
	}
	for _, line := range f.inject {
		a, err := faults.ParseNow(line)
		if err != nil {
			return nil, usageError{fmt.Errorf("--inject %w", err)}
		}
		with = append(with, session.WithSchedule(a))
	}
	for _, name := range f.faults {
		plan, err := readPlan(name)
		if err != nil {
			return nil, err
		}
		with = append(with, session.WithPlan(plan))
	}
	viewed, err := f.view.chosen(c, virtual)
	return append(with, viewed...), err
}

// lockStep returns the option of sim --agent.
func (f *runFlags) lockStep(ctx context.Context, c *cobra.Command) ([]session.Option, error) {
	switch {
	case !f.agent && (f.upkieDelay || c.Flags().Changed("substeps")):
		return nil, usageError{errors.New("--substeps and --upkie-delay say how an agent is served; expected --agent with them")}
	case !f.agent:
		return nil, nil
	case f.substeps < 1 || f.substeps > maxSubsteps:
		return nil, usageError{fmt.Errorf("--substeps %d; expected 1 to %d", f.substeps, maxSubsteps)}
	}
	return []session.Option{session.WithLockStep(&spine.LockStep{Substeps: f.substeps, Delayed: f.upkieDelay, Context: ctx})}, nil
}

// maxSubsteps bounds the time for which nobody answers an agent.
const maxSubsteps = 10_000

// readPlan reads the schedule of --faults.
func readPlan(name string) (faults.Schedule, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--faults: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(file, faults.MaxPlan+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("--faults: %w", err)
	}
	plan, err := faults.ParsePlan(name, data)
	if err != nil {
		return nil, fmt.Errorf("--faults: %w", err)
	}
	return plan, nil
}

// execute runs the session with progress and prints its report.
func (f *runFlags) execute(ctx context.Context, c *cobra.Command, s *session.Session) error {
	runsOn()
	if f.notes {
		writeNotes(c.ErrOrStderr(), s.Config.Notes, false)
	}
	progress := startProgress(c.ErrOrStderr(), s)
	r, err := s.Run(ctx)
	printsOnly(c)
	progress.stop()
	if r == nil {
		return err // nothing was started
	}
	progress.announce(c.ErrOrStderr(), "", s)
	var unstopped *actors.StopError
	switch {
	case errors.As(err, &unstopped):
		err = runError{err}
	case errors.Is(err, context.Canceled) || errors.Is(err, session.ErrEnded):
		err = nil
	case err != nil:
		err = runError{err}
	}
	return errors.Join(err, f.leave(c.OutOrStdout(), r))
}

// unread returns an error of printing, or nil if the reader has gone.
func unread(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// leave prints the report. It returns an error if the report or the recording is incomplete, or if
// joints ended stopped that nobody had asked to stop.
func (f *runFlags) leave(w io.Writer, r *report.Report) error {
	err := unread(f.print(w, r))
	if err != nil {
		err = fmt.Errorf("the report is incomplete: %w", err)
	}
	if r.Unrecorded != "" {
		err = errors.Join(err, fmt.Errorf("the recording %s is incomplete", r.Recording)) // a warning gave the reason
	}
	if r.Unwritten != "" {
		err = errors.Join(err, fmt.Errorf("the report %s is incomplete", r.Page)) // likewise
	}
	if err != nil {
		err = incompleteError{err}
	}
	if len(r.Unasked) > 0 {
		err = errors.Join(stoppedError{r.Unasked}, err)
	}
	return err
}

// print prints the report. Its text omits what the machine grants: the start has announced it.
func (f *runFlags) print(w io.Writer, r *report.Report) error {
	if f.json {
		return r.JSON(w)
	}
	rest := *r
	rest.Machine = nil
	return rest.Text(pasting{w})
}

// logger prints warnings, and events of the runtime if verbose is set.
func logger(w io.Writer, verbose bool) *zap.Logger {
	if !verbose {
		return zap.NewNop()
	}
	encoder := zapcore.NewConsoleEncoder(zap.NewDevelopmentEncoderConfig())
	return zap.New(zapcore.NewCore(encoder, zapcore.Lock(zapcore.AddSync(w)), zap.DebugLevel))
}
