package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/generate"
)

func newGenerate(registry *actors.Registry) *cobra.Command {
	var packageName, output string
	c := &cobra.Command{
		Use:   "generate FILE",
		Short: "Write typed Go code from an application file: joints, joint groups, limits, outputs",
		Long: `Write one Go file with the worlds of an application by their names and with their units: the state of every joint,
joint groups as arrays, commands, limits, the outputs of all actors with the types of their values, and a function Check
that reports whether an application file still has the structure of the generated code. In a program:

  //go:generate go tool robo-actors generate app.yaml --package robot -o robot/robot.go

The same application gives the same bytes. The command never overwrites a file that it did not write.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, arguments []string) error {
			config, err := app.LoadFile(arguments[0], registry)
			if err != nil {
				return err
			}
			source, err := generate.Source(config, packageName)
			if err != nil {
				return fmt.Errorf("%s: %w", arguments[0], err)
			}
			if output == "" {
				output = packageName + ".go"
			}
			return writeGenerated(c.OutOrStdout(), output, source)
		},
	}
	c.Flags().StringVar(&packageName, "package", "robot", "name of the package")
	c.Flags().StringVarP(&output, "output", "o", "", "file to write, - for the standard output (default: name of the package and .go)")
	return c
}

// writeGenerated writes a generated file. It overwrites generated files only.
func writeGenerated(standard io.Writer, name string, source []byte) error {
	if name == "-" {
		_, err := standard.Write(source)
		return err
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file, it has the mode %v; expected a file in -o, or - for the standard output", name, info.Mode())
	}
	before, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !slices.ContainsFunc(bytes.Split(before, []byte("\n")), isMark):
		return fmt.Errorf("%s was not written by this command: it has no line %q; name another file with -o, or remove this one", name, generate.Mark)
	}
	return os.WriteFile(name, source, 0o666) // the user's mask decides the permissions, as for every source file
}

func isMark(line []byte) bool { return string(bytes.TrimSuffix(line, []byte("\r"))) == generate.Mark }
