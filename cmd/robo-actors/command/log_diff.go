package command

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/record"
)

// differError reports that two recordings differ.
type differError struct{ a, b string }

func (e differError) Error() string { return fmt.Sprintf("%s and %s differ", e.a, e.b) }

func newLogDiff() *cobra.Command {
	var asJSON bool
	var f filterFlags
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Name the first difference between two recordings",
		Long: `Name the first difference between two recordings: its topic, time, field and both values. Two runs in virtual
time with the same application, seed and faults have none. Also listed are differences of the descriptions, of the
attached files, and of the topics; messages are compared in the topics that both have.
The exit code is 0 if nothing differs and 7 if something does. Of a damaged recording, everything that is whole is
compared, with a note; the exit code is then 5 if nothing else differs.`,
		Args: exactly("A", "B"),
	}
	f.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		filter, err := f.filter()
		if err != nil {
			return err
		}
		a, b := arguments[0], arguments[1]
		return reading(c, a, func(ofA *record.Reader) error {
			return reading(c, b, func(ofB *record.Reader) error {
				found, err := record.Compare(ofA, ofB, filter)
				if err != nil {
					return err
				}
				if err := printComparison(c.OutOrStdout(), &found, a, b, asJSON); err != nil || found.Equal() {
					return err
				}
				return differError{a, b}
			})
		})
	}
	return c
}

func printComparison(w io.Writer, found *record.Comparison, a, b string, asJSON bool) error {
	if asJSON {
		return writeJSON(w, found)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(what, inA, inB string) {
		fmt.Fprintf(t, "%s:\t%s\t%s\n", clean(what, ""), present(inA), present(inB))
	}
	for _, list := range []struct {
		prefix  string
		entries []record.EntryDifference
	}{{"", found.Entries}, {"file ", found.Files}, {"topic ", found.Channels}} {
		for _, e := range list.entries {
			row(list.prefix+e.Key, e.A, e.B)
		}
	}
	for _, topic := range found.OnlyA {
		row("topic "+topic, "present", "")
	}
	for _, topic := range found.OnlyB {
		row("topic "+topic, "", "present")
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return printFirst(w, found, a, b)
}

// printFirst prints the first difference, or that the messages are the same.
func printFirst(w io.Writer, found *record.Comparison, a, b string) error {
	d := found.First
	if d == nil {
		same := "the messages are the same"
		if found.Equal() {
			same = "the recordings are the same"
		}
		_, err := fmt.Fprintf(w, "%s: %s compared\n", same, count(int(found.Messages), "message"))
		return err
	}
	field := d.Field
	if field == "" {
		field = "number of messages at this time"
	}
	fmt.Fprintf(w, "first difference at %s, after %s that are the same\n", d.LogTime, count(int(found.Messages), "message"))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{{"topic", fmt.Sprintf("%s, message %d", d.Topic, d.Index)}, {"field", field}, {a, d.A}, {b, d.B}} {
		fmt.Fprintf(t, "  %s\t%s\n", clean(row[0], ""), clean(row[1], ""))
	}
	return t.Flush()
}

// present returns a text of one recording, or that it is missing there.
func present(text string) string {
	if text == "" {
		return "missing"
	}
	return clean(text, "")
}
