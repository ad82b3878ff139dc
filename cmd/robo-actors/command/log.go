package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/messages"
)

func newLog() *cobra.Command {
	c := &cobra.Command{
		Use:   "log",
		Short: "Read recordings: info, stats, cat, diff, export csv",
		Long: `Read recordings. Of a damaged or truncated recording, everything that is whole is read, with a note of what is
lost; the exit code is then 5. Recordings are never modified.
Recordings are MCAP files with protobuf schemas, which Foxglove, Lichtblick and PlotJuggler open too.
info, cat and export csv also read the logs of spines, which are .mpack files. Their topics are paths such as
observation.imu, and their times count from the first record.`,
	}
	c.AddCommand(newLogInfo(), newLogStats(), newLogCat(), newLogDiff(), newLogExport())
	return group(c)
}

// reading opens a recording and works with it. Damage is printed as a note before the work, and
// gives a verb that succeeds its own exit code.
func reading(c *cobra.Command, path string, work func(*record.Reader) error) error {
	if isSpineLog(path) {
		return usageError{fmt.Errorf("%s is the log of a spine; log info, log cat and log export csv read it", path)}
	}
	r, err := record.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	d := r.Damage()
	if d != nil {
		fmt.Fprintf(c.ErrOrStderr(), "note: %s: %s\n", path, clean(d.String(), ""))
	}
	if err := work(r); err != nil || d == nil {
		return err
	}
	return incompleteError{fmt.Errorf("recording %s is damaged; the result covers what could be read", path)}
}

// filterFlags select messages.
type filterFlags struct {
	topics      []string
	from, until time.Duration
}

func (f *filterFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.topics, "topic", nil, "topics to read; all by default")
	f.addTimes(c)
}

func (f *filterFlags) addTimes(c *cobra.Command) {
	c.Flags().DurationVar(&f.from, "from", 0, "read from this time on, since the start of the run")
	c.Flags().DurationVar(&f.until, "until", 0, "read up to this time; 0 for the end")
}

func (f *filterFlags) filter() (record.Filter, error) {
	return record.Filter{Topics: f.topics, From: messages.Instant(f.from), Until: messages.Instant(f.until), ByTime: true}, checkTimes(f.from, f.until)
}

// checkTimes rejects an empty part of a run.
func checkTimes(from, until time.Duration) error {
	if from < 0 || until < 0 || until > 0 && until <= from {
		return usageError{fmt.Errorf("--from %v --until %v; expected times since the start of the run, the first one before the other", from, until)}
	}
	return nil
}

func newLogInfo() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "info RECORDING",
		Short: "Summarise a recording",
		Args:  exactly("RECORDING"),
		RunE: func(c *cobra.Command, arguments []string) error {
			if isSpineLog(arguments[0]) {
				return spineLogInfo(c, arguments[0], asJSON)
			}
			return reading(c, arguments[0], func(r *record.Reader) error {
				if asJSON {
					return writeJSON(c.OutOrStdout(), r.Info())
				}
				return printInfo(c.OutOrStdout(), r.Info())
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func printInfo(w io.Writer, i record.Info) error {
	fmt.Fprintf(w, "%d messages in %d chunks, %d bytes, %s to %s\n", i.Messages, i.Chunks, i.Bytes, i.First, i.Last)
	for _, e := range i.Entries {
		fmt.Fprintf(w, "%s: %s\n", clean(e.Key, ""), clean(e.Value, ""))
	}
	for _, f := range i.Files {
		fmt.Fprintf(w, "file %s (%s, %d bytes)\n", clean(f.Name, ""), clean(f.MediaType, ""), f.Bytes)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nTOPIC\tSCHEMA\tMESSAGES\tDROPPED")
	for _, topic := range i.Topics {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\n", clean(topic.Topic, ""), clean(topic.Type, ""), topic.Messages, topic.Dropped)
	}
	return t.Flush()
}

func newLogStats() *cobra.Command {
	var asJSON bool
	var f filterFlags
	c := &cobra.Command{
		Use:   "stats RECORDING",
		Short: "Rates, jitter and ages of the topics of a recording",
		Args:  exactly("RECORDING"),
	}
	f.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		filter, err := f.filter()
		if err != nil {
			return err
		}
		return reading(c, arguments[0], func(r *record.Reader) error {
			s, err := record.StatsOf(r, filter)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.OutOrStdout(), s)
			}
			return printStats(c.OutOrStdout(), s)
		})
	}
	return c
}

func printStats(w io.Writer, s record.Stats) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TOPIC\tMESSAGES\tRATE\tINTERVAL P50\tP99\tMAX\tJITTER P99\tMISSING\tDROPPED\tRESTARTS")
	for _, s := range s.Topics {
		fmt.Fprintf(t, "%s\t%d\t%.4g Hz\t%v\t%v\t%v\t%v\t%d\t%d\t%d\n", clean(s.Topic, ""), s.Messages, s.Rate, s.Interval.P50, s.Interval.P99, s.Interval.Max, s.Jitter.P99, s.Missing, s.Dropped, s.Restarts)
	}
	return t.Flush()
}

func newLogCat() *cobra.Command {
	var asJSON bool
	var f filterFlags
	c := &cobra.Command{
		Use:   "cat RECORDING",
		Short: "Print the messages of a recording, one per line",
		Args:  exactly("RECORDING"),
	}
	f.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		filter, err := f.filter()
		if err != nil {
			return err
		}
		if isSpineLog(arguments[0]) {
			return readingSpineLog(c, arguments[0], func(file io.ReadSeeker) error {
				return mpack.Cat(file, c.OutOrStdout(), f.spineFilter(), asJSON)
			})
		}
		return reading(c, arguments[0], func(r *record.Reader) error {
			return record.Cat(r, c.OutOrStdout(), record.CatOptions{Filter: filter, JSON: asJSON})
		})
	}
	return c
}

func newLogExport() *cobra.Command {
	export := &cobra.Command{Use: "export", Short: "Export a topic of a recording: csv"}
	var f filterFlags
	c := &cobra.Command{
		Use:   "csv RECORDING TOPIC",
		Short: "Write the values of a topic as comma-separated values, one row per message",
		Args:  exactly("RECORDING", "TOPIC"),
	}
	f.addTimes(c)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		filter, err := f.filter()
		if err != nil {
			return err
		}
		if isSpineLog(arguments[0]) {
			return readingSpineLog(c, arguments[0], func(file io.ReadSeeker) error {
				return mpack.ExportCSV(file, c.OutOrStdout(), arguments[1], f.spineFilter())
			})
		}
		return reading(c, arguments[0], func(r *record.Reader) error { return record.ExportCSV(r, c.OutOrStdout(), arguments[1], filter) })
	}
	export.AddCommand(c)
	return group(export)
}

func newReplay() *cobra.Command {
	var speed float64
	var f filterFlags
	c := &cobra.Command{
		Use:   "replay RECORDING",
		Short: "Print a recording in the order and at the pace of the run",
		Long:  "Print the messages of a recording in the order of their times, at --speed times the pace of the run. Speed 0 prints as fast as possible.",
		Args:  exactly("RECORDING"),
	}
	f.add(c)
	c.Flags().Float64Var(&speed, "speed", 1, "speed relative to the run; 0 for no pauses")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		if !(speed == 0 || speed >= 0.001 && speed <= 1000) { // a NaN is neither
			return usageError{fmt.Errorf("--speed %g; expected 0.001 to 1000, or 0 for no pauses", speed)}
		}
		filter, err := f.filter()
		if err != nil {
			return err
		}
		return reading(c, arguments[0], func(r *record.Reader) error { return replay(c, r, filter, speed) })
	}
	return c
}

// replay prints messages when they are due, or slightly early where several are due soon.
func replay(c *cobra.Command, r *record.Reader, filter record.Filter, speed float64) error {
	const early = 20 * time.Millisecond
	options := record.CatOptions{Filter: filter}
	begin, first := time.Now(), max(r.Info().First, filter.From)
	if speed > 0 {
		options.Before = func(at messages.Instant, flush func() error) error {
			due := min(float64(at.Sub(first))/speed, math.MaxInt64/2) // 146 years
			wait := time.Until(begin.Add(time.Duration(due)))
			if wait < early {
				return nil
			}
			if err := flush(); err != nil {
				return err
			}
			select {
			case <-c.Context().Done():
				return context.Cause(c.Context())
			case <-time.After(wait):
				return nil
			}
		}
	}
	return record.Cat(r, c.OutOrStdout(), options)
}
