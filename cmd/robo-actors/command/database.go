package command

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func newDatabase() *cobra.Command {
	c := &cobra.Command{
		Use:   "database",
		Short: "Build, list and clean files of planning data",
		Long: `Planning data is computed once and kept in one file that planners of any number of processes read: maps of where a
manipulator reaches, where its base can stand for a target, how a gripper can hold objects, and roadmaps of motions. An entry
belongs to the lengths, axes and limits that it was computed from, and not to names: a robot that has changed needs new
entries.

  robo-actors database build plans.db robot.urdf --tip hand
  robo-actors database build plans.db robot.urdf --roadmap arm --nodes 2000
  robo-actors database build plans.db --grasp "cylinder 0.033 0.115" --opening 0.08
  robo-actors database info plans.db
  robo-actors database clean plans.db

A file that is damaged, of another version or of another program is refused and never overwritten; build --replace moves it
aside and begins a new one.`,
	}
	c.AddCommand(newDatabaseBuild(), newDatabaseInfo(), newDatabaseClean())
	return group(c)
}

// entryRow is the JSON form of an entry.
type entryRow struct {
	Kind       string `json:"kind"`
	Hash       string `json:"hash"`
	Title      string `json:"title"`
	Parameters string `json:"parameters"`
	Bytes      int    `json:"bytes"`
	Damaged    bool   `json:"damaged"`
}

// entryRows returns the rows of entries. What a file says is escaped.
func entryRows(entries []database.Entry) []entryRow {
	rows := []entryRow{}
	for _, e := range entries {
		rows = append(rows, entryRow{Kind: clean(string(e.Key.Kind), ""), Hash: e.Key.Hash.String(), Title: clean(e.Title, ""),
			Parameters: clean(e.Parameters, ""), Bytes: e.Size, Damaged: e.Damaged})
	}
	return rows
}

func printEntries(w io.Writer, entries []database.Entry) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "KIND\tHASH\tBYTES\tOF\tPARAMETERS")
	for _, r := range entryRows(entries) {
		if r.Damaged {
			r.Title = "damaged"
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\n", r.Kind, r.Hash[:12], r.Bytes, r.Title, r.Parameters)
	}
	return t.Flush()
}

func newDatabaseInfo() *cobra.Command {
	c := &cobra.Command{
		Use:   "info DATABASE",
		Short: "Check a file of planning data and list its entries",
		Long: `Check the pages of a file and the checksum of every entry, and list the entries. Other processes may read the file at
the same time. Damaged entries are listed as such, and end the verb with 1.`,
		Args: exactly("DATABASE"),
	}
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		d, err := database.Open(arguments[0], database.Options{ReadOnly: true})
		if err != nil {
			return err
		}
		return errors.Join(databaseInfo(c.OutOrStdout(), d, *asJSON), d.Close())
	}
	return c
}

func databaseInfo(w io.Writer, d *database.DB, asJSON bool) error {
	entries, err := d.Entries()
	if err != nil {
		return err
	}
	if asJSON {
		err = writeJSON(w, entryRows(entries))
	} else {
		err = printEntries(w, entries)
	}
	damaged := 0
	for _, e := range entries {
		if e.Damaged {
			damaged++
		}
	}
	if err == nil && damaged > 0 {
		err = fmt.Errorf("%s: damaged entries: %d of %d; build them again, or remove them by: robo-actors database clean %s", d.Path(), damaged, len(entries), d.Path())
	}
	return err
}

func newDatabaseClean() *cobra.Command {
	c := &cobra.Command{
		Use:   "clean DATABASE",
		Short: "Remove damaged entries, or all of a kind, from a file of planning data",
		Long: `Remove entries whose checksum is wrong and list them. --kind removes all entries of a kind, --all every entry. The file
keeps its size, and new entries use the room.`,
		Args: exactly("DATABASE"),
	}
	kind := c.Flags().String("kind", "", "remove all entries of this kind: "+kindList())
	all := c.Flags().Bool("all", false, "remove every entry")
	c.MarkFlagsMutuallyExclusive("kind", "all")
	_ = c.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(kindNames(), cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	c.RunE = func(c *cobra.Command, arguments []string) error {
		var choose func(database.Entry) bool // nil: damaged ones
		switch {
		case *all:
			choose = func(database.Entry) bool { return true }
		case c.Flags().Changed("kind"):
			known := false
			for _, name := range kindNames() {
				known = known || name == *kind
			}
			if !known {
				return usageError{fmt.Errorf("--kind %q is unknown; expected one of %s%s", *kind, kindList(), parenthesised(source.DidYouMean(*kind, kindNames())))}
			}
			choose = func(e database.Entry) bool { return e.Key.Kind == database.Kind(*kind) }
		}
		d, err := openExisting(arguments[0])
		if err != nil {
			return err
		}
		removed, err := d.Clean(choose)
		if err == nil && len(removed) > 0 {
			err = printEntries(c.OutOrStdout(), removed)
		}
		if err == nil {
			fmt.Fprintf(c.OutOrStdout(), "%d removed from %s\n", len(removed), d.Path())
		}
		return errors.Join(err, d.Close())
	}
	return c
}

// openExisting opens a file to write, and does not create it.
func openExisting(path string) (*database.DB, error) {
	reader, err := database.Open(path, database.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	if err := reader.Close(); err != nil {
		return nil, err
	}
	return database.Open(path, database.Options{})
}

func kindNames() (names []string) {
	for _, k := range database.Kinds() {
		names = append(names, string(k))
	}
	return names
}

func kindList() string { return strings.Join(kindNames(), ", ") }

// numbers parses numbers that are separated by spaces or commas.
func numbers(text string) (values []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || v-v != 0 {
			return nil, fmt.Errorf("%q is no finite number", word)
		}
		values = append(values, v)
	}
	return values, nil
}
