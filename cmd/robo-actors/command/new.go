package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app/draft"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func newNew() *cobra.Command {
	var output string
	var choices draft.Choices
	c := &cobra.Command{
		Use:   "new ROBOT",
		Short: "Write an application file for a robot description, which runs at once",
		Long: `Write a commented application file for a robot description (URDF, urdf.yaml,
OpenRAVE XML, COLLADA): one world with drives for every joint that
moves, gains and rotors that fit the inertias, brakes where gravity pulls, limits where the description has none, and a
controller with a goal that every joint can reach. The drives are simulated. Nothing is overwritten.

A base on two wheels of one axle, or on four mecanum wheels (by a name, or by --mobile mecanum), gets a second world that moves
it in the room, and a second file, base.urdf.yaml. A note says why other wheels move no base. A robot on two legs with wheels, as an Upkie, gets a balancer. A robot on a
free base gets a stand.

  robo-actors new robot.urdf        writes app.yaml beside robot.urdf
  robo-actors new robot.urdf -o DIR writes DIR/app.yaml, and copies robot.urdf and its meshes there
  robo-actors run app.yaml`,
		Args: exactly("ROBOT"),
		RunE: func(c *cobra.Command, arguments []string) error {
			return writeNew(c.OutOrStdout(), arguments[0], output, choices)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "file or folder to write, - for the standard output; by default app.yaml beside the description")
	c.Flags().StringVar(&choices.World, "world", "", "name of the world; by default that of the robot")
	c.Flags().StringVar(&choices.Mobile, "mobile", "", "base on wheels: "+strings.Join(draft.Mobile(), ", ")+"; by default the base that is recognised")
	c.Flags().StringVar(&choices.Controller, "controller", "", "controller: "+strings.Join(draft.Controllers(), ", ")+"; by default one that suits the robot")
	return c
}

// writeNew writes an application for a robot description.
func writeNew(standard io.Writer, robot, output string, choices draft.Choices) error {
	if isApplication(robot) {
		return fmt.Errorf("%s is an application file; expected a robot description. To run it: %s run %s", robot, invocation(), robot)
	}
	d, accept, err := loadAccepting(robot)
	if err != nil {
		return err
	}
	file, copied := newPlaces(robot, output)
	choices.Accept = accept
	if choices.Path, err = filepath.Rel(filepath.Dir(file), copied); err != nil {
		return err
	}
	choices.Path = filepath.ToSlash(choices.Path)
	made, err := draft.App(d, choices)
	if err != nil {
		return fmt.Errorf("%s: %w", robot, err)
	}
	switch {
	case output == "-" && made.Base != nil:
		return fmt.Errorf("-o -: the application of a robot on wheels has a second file, %s; expected a folder", made.BasePath)
	case output == "-":
		_, err := standard.Write(made.Text)
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil { // the user's mask decides the permissions
		return err
	}
	if err := copyDescription(robot, copied); err != nil {
		return err
	}
	named, err := copyNamed(robot, copied, accept)
	if err != nil {
		return err
	}
	meshes, missing, err := copyMeshes(d, filepath.Dir(file), robot, copied)
	if err != nil {
		return err
	}
	if made.Base != nil {
		if err := writeFresh(filepath.Join(filepath.Dir(file), made.BasePath), made.Base); err != nil {
			return err
		}
	}
	if err := writeFresh(file, made.Text); err != nil {
		return err
	}
	if absolute(robot) != absolute(copied) {
		with := ""
		if named > 0 {
			with = ", " + count(named, "file") + " that it names"
		}
		if meshes > 0 {
			with += fmt.Sprintf(", and %s with meshes", count(meshes, "file"))
		}
		fmt.Fprintf(standard, "copied to %s: %s%s\n", filepath.Dir(copied), filepath.Base(robot), with)
	}
	if len(missing) > 0 {
		fmt.Fprintf(standard, "note: the view does not draw meshes whose files it does not find from there; missing: %s\n", source.Listed(missing, 3))
	}
	writeNotes(standard, d.Notes, false)
	if made.Note != "" {
		fmt.Fprintf(standard, "note: %s\n", made.Note)
	}
	_, err = fmt.Fprintf(standard, "%s moves robot %s in a simulation; next: %s run %s --view --duration 0\n", file, d.Name, invocation(), quoted(file))
	return err
}

// newPlaces returns the paths of the application file and of the description that it names: beside
// each other unless the description is in the folder of the file or below it, since an application
// opens no file outside of its folder.
func newPlaces(robot, output string) (file, description string) {
	switch info, err := os.Stat(output); {
	case output == "" || output == "-":
		return filepath.Join(filepath.Dir(robot), "app.yaml"), robot
	case err == nil && info.IsDir() || err != nil && !strings.HasSuffix(output, ".yaml") && !strings.HasSuffix(output, ".yml"):
		file = filepath.Join(output, "app.yaml")
	default:
		file = output
	}
	below, err := filepath.Rel(absolute(filepath.Dir(file)), absolute(robot))
	if err == nil && filepath.IsLocal(below) {
		return file, filepath.Join(filepath.Dir(file), below)
	}
	return file, filepath.Join(filepath.Dir(file), filepath.Base(robot))
}

// copyDescription copies a robot description, unless it is in its place.
func copyDescription(from, to string) error {
	if absolute(from) == absolute(to) {
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if there, err := os.ReadFile(to); err == nil && string(there) == string(data) {
		return nil
	}
	return writeFresh(to, data)
}

// writeFresh writes a file that must not exist.
func writeFresh(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // the user's mask decides the permissions
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists, and nothing is overwritten; name another file with -o, or remove this one", name)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// loadAccepting loads a robot description, and accepts what it must. It returns the words of what
// it accepted.
func loadAccepting(name string) (*worlds.Description, []string, error) {
	d, _, err := loadDescription(name, nil)
	if err == nil {
		return d, nil, nil
	}
	needed := urdf.AcceptWords()
	if d, _, e := loadDescription(name, needed); e != nil || d == nil {
		return nil, nil, err // no word helps
	}
	for _, word := range urdf.AcceptWords() {
		without := slices.DeleteFunc(slices.Clone(needed), func(w string) bool { return w == word })
		if _, _, err := loadDescription(name, without); err == nil {
			needed = without
		}
	}
	d, _, err = loadDescription(name, needed)
	return d, needed, err
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}
