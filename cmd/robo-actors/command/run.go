package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// runFlags are those of run and sim.
type runFlags struct {
	seed      uint64
	duration  time.Duration
	inject    []string
	faults    []string
	recording string
	noRecord  bool
	json      bool
	verbose   bool
	explore   bool // sim's own
}

func (f *runFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all random streams; the file's when not given")
	flags.DurationVar(&f.duration, "duration", 0, "end after this time; the file's when not given")
	flags.StringArrayVar(&f.inject, "inject", nil, "something to happen on the way, as 'at 4s panic mobile_base/wheels' or 'at 5s acknowledge mobile_base'; may be given again")
	flags.StringArrayVar(&f.faults, "faults", nil, "file with a schedule of faults and of an operator's actions, as YAML or lines; may be given again")
	flags.StringVar(&f.recording, "record", "", "path of the recording, whatever the file says of recordings; NAME-DATE.mcap in the file's recording.directory, or in recordings/, when not given")
	flags.BoolVar(&f.noRecord, "no-record", false, "record nothing")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log what the runtime does")
}

func newRun(registry *actors.Registry) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run an application in real time",
		Long: `Run an application in real time, on the drives of its file, until its duration is over or Ctrl-C.

What check notes of the file is told before anything starts. The run is recorded, and ends with a report. While it runs, list --live, top, stop, rearm and inject reach it.`,
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
and schedule give the same recording, byte for byte. What check notes of the file is told before anything starts.

Domains are threads in real time: which of two runs first at one instant is up to the machine there, and settled here. With
--explore the seed draws it, so that some seeds show what depends on it.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error { return f.run(c, registry, arguments[0], true) },
	}
	f.add(c)
	c.Flags().BoolVar(&f.explore, "explore", false, "have the seed draw the order between domains at one instant")
	return c
}

func (f *runFlags) run(c *cobra.Command, registry *actors.Registry, file string, virtual bool) error {
	options := session.Options{File: file, Virtual: virtual, Explore: f.explore, Duration: f.duration, Control: !virtual, Log: logger(c.ErrOrStderr(), f.verbose),
		Warn: func(err error) { fmt.Fprintf(c.ErrOrStderr(), "robo-actors: %v\n", err) }}
	if c.Flags().Changed("duration") && f.duration <= 0 {
		return usageError{fmt.Errorf("--duration %v; expected more than zero", f.duration)}
	}
	if f.noRecord && f.recording != "" {
		return usageError{fmt.Errorf("--no-record and --record %s; expected one of the two", f.recording)}
	}
	if c.Flags().Changed("seed") {
		options.Seed = &f.seed
	}
	for _, line := range f.inject {
		a, err := faults.Parse(line)
		if err != nil {
			return usageError{fmt.Errorf("--inject %w", err)}
		}
		options.Schedule = append(options.Schedule, a)
	}
	for _, name := range f.faults {
		plan, err := readPlan(name)
		if err != nil {
			return err
		}
		options.Plan = append(options.Plan, plan...)
	}
	options.Recording = f.recording
	if !f.noRecord {
		options.RecordAs = recordingName(file, virtual)
	}
	ctx, stop := endsInOrder(c)
	defer stop()
	s, err := session.New(registry, options)
	if err != nil {
		return err
	}
	return f.execute(ctx, c, s)
}

// readPlan reads a file of --faults.
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

// execute runs the session with progress, then prints its report.
func (f *runFlags) execute(ctx context.Context, c *cobra.Command, s *session.Session) error {
	runsOn()
	writeNotes(c.ErrOrStderr(), s.Config)
	progress := startProgress(c.ErrOrStderr(), s)
	r, err := s.Run(ctx)
	printsOnly()
	progress.stop()
	if r == nil {
		return err // nothing was started
	}
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

// unread is an error of printing, nil where the reader has gone: who does not read on wants no more of it.
func unread(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// leave prints the report, and tells whether that or the recording is not whole.
func (f *runFlags) leave(w io.Writer, r *report.Report) error {
	err := unread(f.print(w, r))
	if err != nil {
		err = fmt.Errorf("the report is not whole: %w", err)
	}
	if r.Unrecorded != "" {
		err = errors.Join(err, fmt.Errorf("the recording %s is not whole", r.Recording)) // why was told
	}
	if err == nil {
		return nil
	}
	return incompleteError{err}
}

func (f *runFlags) print(w io.Writer, r *report.Report) error {
	if f.json {
		return r.JSON(w)
	}
	return r.Text(w)
}

// recordingName is the name of a recording for which no path is given.
func recordingName(file string, virtual bool) string {
	clock := "run"
	if virtual {
		clock = "sim"
	}
	name := portable(filepath.Base(filepath.Dir(absolute(file))))
	return fmt.Sprintf("%s-%s-%s.mcap", name, clock, time.Now().Format("20060102-150405.000"))
}

// portable makes a part of a recording's name of any folder's name: recordings have short names of plain characters.
func portable(folder string) string {
	const longest = 32
	plain := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r)) {
			return r
		}
		return '_'
	}, folder)
	return plain[:min(len(plain), longest)]
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}

// logger prints warnings for people, and more when wanted. Without verbose the report tells what went wrong.
func logger(w io.Writer, verbose bool) *zap.Logger {
	if !verbose {
		return zap.NewNop()
	}
	encoder := zap.NewDevelopmentEncoderConfig()
	encoder.StacktraceKey = ""
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(encoder), zapcore.Lock(zapcore.AddSync(w)), zap.DebugLevel))
}
