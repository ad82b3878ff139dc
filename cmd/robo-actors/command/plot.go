package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/plotting"
	"github.com/robo-actors/robo-actors/messages"
)

// plotFlags are the flags of every picture.
type plotFlags struct {
	out         string
	from, until time.Duration
}

func (f *plotFlags) add(c *cobra.Command, name string) {
	c.Flags().StringVarP(&f.out, "output", "o", name+".svg", "picture to write, .svg or .png")
	c.Flags().DurationVar(&f.from, "from", 0, "draw from this time on, since the start of the run")
	c.Flags().DurationVar(&f.until, "until", 0, "draw up to this time; 0 for the end")
}

func newPlot() *cobra.Command {
	c := &cobra.Command{
		Use:   "plot",
		Short: "Draw a recording: joints, tracking, tasks, ages, modes, values",
		Long:  "Draw a recording as SVG or PNG, with angles in degrees and lengths in mm; values are drawn in their recorded units.",
	}
	var topic, state, reference string
	var modes, selected []string
	joints := newPicture("joints", "Positions, velocities and efforts of a topic", func(r *record.Reader, o plotting.Options) (*plotting.Figure, error) {
		named, err := topicOr[messages.Snapshot](r, "topic", topic)
		if err != nil {
			return nil, fmt.Errorf("%w; topics with joints: %s", err, plotting.JointTopics(r))
		}
		return plotting.Joints(r, named, selected, o)
	})
	joints.Flags().StringVar(&topic, "topic", "", "topic of a snapshot, a state or a command; by default the only snapshot")
	tracking := newPicture("tracking", "Error of a body against its reference", func(r *record.Reader, o plotting.Options) (*plotting.Figure, error) {
		s, err := topicOr[messages.BodyState](r, "state", state)
		if err != nil {
			return nil, err
		}
		ref, err := topicOr[messages.BodyReference](r, "reference", reference)
		if err != nil {
			return nil, err
		}
		return plotting.Tracking(r, s, ref, o)
	})
	tracking.Flags().StringVar(&state, "state", "", "topic of the body's state; by default the only one of its type")
	tracking.Flags().StringVar(&reference, "reference", "", "topic of its reference; by default the only one of its type")
	var status string
	tasks := newPicture("tasks", "Errors of the tasks of a controller, and its active state", func(r *record.Reader, o plotting.Options) (*plotting.Figure, error) {
		s, err := topicOr[messages.TaskStatus](r, "topic", status)
		if err != nil {
			return nil, err
		}
		return plotting.Tasks(r, s, o)
	})
	tasks.Flags().StringVar(&status, "topic", "", "topic of the status of tasks; by default the only one of its type")
	ages := newPicture("ages", "Ages of the inputs", plotting.Ages)
	lanes := newPicture("modes", "Modes over time", func(r *record.Reader, o plotting.Options) (*plotting.Figure, error) {
		return plotting.Modes(r, modes, selected, o)
	})
	lanes.Flags().StringSliceVar(&modes, "topic", nil, "topics with modes; all snapshots by default")
	for _, picture := range []*cobra.Command{joints, lanes} {
		picture.Flags().StringSliceVar(&selected, "joint", nil, "joints to draw; all by default")
	}
	c.AddCommand(joints, tracking, tasks, ages, lanes, newValues())
	return group(c)
}

// newValues draws any numbers of a recording.
func newValues() *cobra.Command {
	var named []string
	c := newPicture("values", "Any numbers, each in a panel of its own", func(r *record.Reader, o plotting.Options) (*plotting.Figure, error) {
		if len(named) == 0 {
			return nil, usageError{errors.New("--value is missing; expected TOPIC:COLUMN, with a column of: robo-actors log export csv FILE TOPIC")}
		}
		values := make([]plotting.Value, len(named))
		for i, name := range named {
			var err error
			if values[i], err = plotting.ParseValue(name); err != nil {
				return nil, usageError{err}
			}
		}
		return plotting.Values(r, values, o)
	})
	c.Example = "  robo-actors plot values run.mcap --value upkie/orientation.orientation:pitch_rad --value upkie/odometry.odometry:position_m"
	c.Flags().StringArrayVar(&named, "value", nil, "TOPIC:COLUMN, with a column of log export csv; once for each panel; required")
	return c
}

// topicOr returns the topic of a flag, or the only topic that carries a type.
func topicOr[T any](r *record.Reader, flag, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	topics, err := record.TopicsOf[T](r)
	if err != nil {
		return "", err
	}
	switch len(topics) {
	case 0:
		return "", fmt.Errorf("%w: no topic of the recording carries a %s; list its topics with: robo-actors log info FILE", plotting.ErrNothing, reflect.TypeFor[T]().Name())
	case 1:
		return topics[0], nil
	}
	return "", usageError{fmt.Errorf("%d topics carry a %s: %s; name one with --%s", len(topics), reflect.TypeFor[T]().Name(), strings.Join(topics, ", "), flag)}
}

// newPicture returns the verb of one picture.
func newPicture(name, short string, draw func(*record.Reader, plotting.Options) (*plotting.Figure, error)) *cobra.Command {
	var f plotFlags
	c := &cobra.Command{Use: name + " RECORDING", Short: short, Args: exactly("RECORDING")}
	f.add(c, name)
	c.RunE = func(c *cobra.Command, arguments []string) error {
		o := plotting.Options{From: messages.Instant(f.from), Until: messages.Instant(f.until)}
		if err := checkTimes(f.from, f.until); err != nil {
			return err
		}
		ending := strings.ToLower(filepath.Ext(f.out))
		if ending != ".svg" && ending != ".png" {
			return usageError{fmt.Errorf("--output %s; expected a name that ends in .svg or .png", f.out)}
		}
		return reading(c, arguments[0], func(r *record.Reader) error {
			figure, err := draw(r, o)
			if err != nil {
				return err
			}
			render := figure.SVG
			if ending == ".png" {
				render = figure.PNG
			}
			picture, err := render()
			if err != nil {
				return err
			}
			if err := os.WriteFile(f.out, picture, 0o644); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%s: %d bytes\n", f.out, len(picture))
			return nil
		})
	}
	return c
}
