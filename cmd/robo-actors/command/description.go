package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/robotfile"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// isApplication reports whether a file is an application: YAML with the key worlds or app at the
// top level.
func isApplication(name string) bool {
	data := beginning(name)
	for _, key := range []string{"worlds:", "app:"} {
		if bytes.HasPrefix(data, []byte(key)) || bytes.Contains(data, []byte("\n"+key)) {
			return true
		}
	}
	return false
}

// beginning returns a regular file, as far as a description may be long, without the mark of its
// encoding.
func beginning(name string) []byte {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe would wait for its writer
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, urdf.MaxYAMLBytes))
	if err != nil {
		return nil
	}
	return bytes.TrimPrefix(data, []byte("\ufeff"))
}

// isDescription reports whether a file is a robot description and no application: a format of
// package robotfile by its name, XML by its first character, or YAML with the key robot at the top
// level.
func isDescription(name string) bool {
	if robotfile.Known(name) {
		return true
	}
	data := beginning(name)
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("<")) {
		return true
	}
	return bytes.HasPrefix(data, []byte("robot:")) || bytes.Contains(data, []byte("\nrobot:"))
}

// loadDescription reads a robot description and builds its world and its rigid-body model.
func loadDescription(name string, accept []string) (*worlds.Description, *worlds.World, error) {
	var options urdf.Options
	for _, word := range accept {
		if !options.Accept(word) {
			words := urdf.AcceptWords()
			return nil, nil, usageError{fmt.Errorf("--accept %q; expected %s%s", word, strings.Join(words, ", "), parenthesised(source.DidYouMean(word, words)))}
		}
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: the folder cannot be opened: %w", name, err)
	}
	defer root.Close()
	d, err := robotfile.Load(root.FS(), filepath.Base(name), options)
	if err != nil {
		return nil, nil, inFolder(filepath.Dir(name), err)
	}
	for i := range d.Notes {
		d.Notes[i].File = filepath.Join(filepath.Dir(name), d.Notes[i].File)
	}
	w, err := worlds.Build(d)
	if err != nil {
		return nil, nil, err
	}
	if _, err := w.Model(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, w, nil
}

// inFolder names the files of diagnostics with their folder, so that a terminal and an editor find
// them.
func inFolder(folder string, err error) error {
	var list *source.Diagnostics
	if !errors.As(err, &list) {
		return err
	}
	var out source.Diagnostics
	for _, d := range list.All() {
		if d.File != "" {
			d.File = filepath.Join(folder, filepath.FromSlash(d.File))
		}
		out.Add(d)
	}
	return out.Err()
}

func parenthesised(hint string) string {
	if hint == "" {
		return ""
	}
	return " (" + hint + ")"
}

// checkDescription reports on a robot description: errors, notes, and what it holds.
func checkDescription(to io.Writer, name string, accept []string, asJSON, allNotes bool) error {
	d, w, err := loadDescription(name, accept)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(to, descriptionRows(w))
	}
	writeNotes(to, d.Notes, allNotes)
	mass := 0.0
	for i := range d.Links {
		mass += d.Links[i].Inertia.Mass
	}
	fmt.Fprintf(to, "%s is a valid robot description: robot %s with %s, %s, %d that move, %s, %.4g kg\n", name, source.Quote(d.Name),
		count(len(d.Links), "link"), count(len(d.Joints), "joint"), w.NumJoints(), degrees(w.NumVelocities()), mass)
	return nil
}

func degrees(n int) string {
	if n == 1 {
		return "1 degree of freedom"
	}
	return fmt.Sprintf("%d degrees of freedom", n)
}

// descriptionRow is one joint of a robot description. Limits that are not given are left out.
type descriptionRow struct {
	Joint, Type, Role, Parent, Child string
	Lower, Upper, Velocity, Effort   *float64 `json:",omitempty"`
}

func descriptionRows(w *worlds.World) []descriptionRow {
	rows := []descriptionRow{}
	for i := range w.NumJoints() {
		j := w.Joint(i)
		row := descriptionRow{Joint: j.Name, Type: j.Type.String(), Role: mover(&j), Parent: j.Parent, Child: j.Child}
		if len(j.Limits) == 1 {
			l := j.Limits[0]
			row.Lower, row.Upper, row.Velocity, row.Effort = given(l.Lower), given(l.Upper), given(l.Velocity), given(l.Effort)
		}
		rows = append(rows, row)
	}
	return rows
}

// given returns a limit, nil for a joint without it.
func given(limit float64) *float64 {
	if math.IsInf(limit, 0) {
		return nil
	}
	return &limit
}

// listDescription lists the joints of a robot description that move.
func listDescription(to io.Writer, name string, asJSON bool) error {
	_, w, err := loadDescription(name, nil)
	if err != nil {
		return err
	}
	rows := descriptionRows(w)
	if asJSON {
		return writeJSON(to, rows)
	}
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "JOINT\tTYPE\tROLE\tPARENT\tCHILD\tLOWER\tUPPER\tVELOCITY\tEFFORT")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Joint, r.Type, r.Role, r.Parent, r.Child, shown(r.Lower), shown(r.Upper), shown(r.Velocity), shown(r.Effort))
	}
	return t.Flush()
}

func shown(limit *float64) string {
	if limit == nil {
		return "-"
	}
	return fmt.Sprintf("%.4g", *limit)
}
