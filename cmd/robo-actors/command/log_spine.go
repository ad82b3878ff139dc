package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/record/mpack"
)

// isSpineLog reports whether a file is the log of a spine, by its name.
func isSpineLog(path string) bool { return filepath.Ext(path) == ".mpack" }

// readingSpineLog opens the log of a spine and works with it. Damage is a note, and gives a verb
// that otherwise succeeds the exit code of a damaged recording.
func readingSpineLog(c *cobra.Command, path string, work func(io.ReadSeeker) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	err = work(file)
	if damage := (*mpack.DamageError)(nil); err != nil && errors.As(err, &damage) && !errors.Is(err, mpack.ErrPath) {
		fmt.Fprintf(c.ErrOrStderr(), "note: %s: %s\n", path, clean(damage.Error(), ""))
		return incompleteError{fmt.Errorf("log %s is damaged; the result covers what could be read", path)}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// spineFilter returns the filter of a log; topics are paths of its records.
func (f *filterFlags) spineFilter() mpack.Filter {
	return mpack.Filter{Paths: f.topics, From: f.from, Until: f.until}
}

func spineLogInfo(c *cobra.Command, path string, asJSON bool) error {
	return readingSpineLog(c, path, func(file io.ReadSeeker) error {
		info, err := mpack.InfoOf(file)
		if damage := (*mpack.DamageError)(nil); err != nil && !errors.As(err, &damage) {
			return err
		}
		if asJSON {
			return errors.Join(writeJSON(c.OutOrStdout(), info), err)
		}
		return errors.Join(printSpineLogInfo(c.OutOrStdout(), info), err)
	})
}

func printSpineLogInfo(w io.Writer, i mpack.Info) error {
	fmt.Fprintf(w, "%d records, %d bytes, %s to %s\n", i.Records, i.Bytes, wallTime(i.First), wallTime(i.Last))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nPATH\tRECORDS")
	for _, f := range i.Fields {
		fmt.Fprintf(t, "%s\t%d\n", clean(f.Path, ""), f.Records)
	}
	return t.Flush()
}

// wallTime prints a time in s since 1970.
func wallTime(s float64) string {
	if !(s >= 0 && s < 1e11) { // a NaN is neither
		return fmt.Sprintf("%g s", s)
	}
	return time.UnixMicro(int64(s * 1e6)).UTC().Format("2006-01-02T15:04:05.000000Z")
}
