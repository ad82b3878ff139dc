package literal

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// file is an application file as a person reads it. Keys that the reader does not judge are left
// out. A pointer is nil where the file leaves the default.
type file struct {
	App struct {
		Name     string
		Duration quantity
	}
	Worlds      map[string]fileWorld
	Couplings   []fileCoupling
	Supervision map[string]filePolicy
}

type fileWorld struct {
	Rate       quantity
	Domain     string
	OnOverrun  fileTolerance `yaml:"on_overrun"`
	Models     []struct{ Path string }
	Limits     map[string]fileLimit
	Processors map[string]struct {
		Rate   *quantity
		Domain string
	}
	Drives map[string]fileDrive
}

type fileTolerance struct {
	Missed     *int
	RecoverPer *int     `yaml:"recover_per"`
	HangAfter  quantity `yaml:"hang_after"`
}

type fileDrive struct {
	Rate, Settle       *quantity
	MaxAge             *quantity `yaml:"max_age"`
	SafeMode           string    `yaml:"safe_mode"`
	Kind, Rearm, Start string
	Modes              map[string]string
	Restart            *filePolicy
}

type filePolicy struct {
	Strategy, Policy, Escalate string
	Max                        *int
	Within                     *quantity
	Backoff                    struct {
		Min, Max       *quantity
		Factor, Jitter *float64
	}
}

type fileCoupling struct {
	Joints  []string
	Command *struct {
		From, To, Mode string
		MaxAge         *quantity `yaml:"max_age"`
		OnStale        string    `yaml:"on_stale"`
		Resample       string
	}
	State struct {
		From, To string
		MaxAge   *quantity `yaml:"max_age"`
	}
}

// fileLimit holds limits of one degree of freedom.
type fileLimit struct {
	Lower, Upper, Velocity, Acceleration, Effort *float64
}

// fileLimits holds those of a joint: one mapping, or a list of them.
type fileLimits []fileLimit

// UnmarshalYAML reads one mapping as a list of one.
func (l *fileLimits) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.SequenceNode {
		return node.Decode((*[]fileLimit)(l))
	}
	*l = make(fileLimits, 1)
	return node.Decode(&(*l)[0])
}

// description is a robot description in YAML.
type description struct {
	Robot struct {
		Joints []struct {
			Name   string
			Limits fileLimits
		}
	}
}

// quantity is a rate in Hz or a time in s.
type quantity float64

var quantityUnits = []struct {
	name string
	size float64
}{{"kHz", 1e3}, {"Hz", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"s", 1}, {"m", 60}}

// UnmarshalYAML reads one or several numbers with their units.
func (q *quantity) UnmarshalYAML(node *yaml.Node) error {
	text := node.Value
	for text != "" {
		n := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
		if n <= 0 {
			return fmt.Errorf("line %d: %q is no quantity", node.Line, node.Value)
		}
		number, err := strconv.ParseFloat(text[:n], 64)
		if err != nil {
			return err
		}
		size := 0.0
		for _, unit := range quantityUnits {
			if strings.HasPrefix(text[n:], unit.name) {
				size, text = unit.size, text[n+len(unit.name):]
				break
			}
		}
		if size == 0 {
			return fmt.Errorf("line %d: %q has an unknown unit", node.Line, node.Value)
		}
		*q += quantity(number * size)
	}
	return nil
}

// time is the quantity of a time.
func (q quantity) time() time.Duration {
	return time.Duration(math.Round(float64(q) * float64(time.Second)))
}

// period is the period of a rate.
func (q quantity) period() time.Duration {
	return time.Duration(math.Round(float64(time.Second) / float64(q)))
}

// readYAML reads a file.
func readYAML(fsys fs.FS, name string, into any) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path.Base(name), err)
	}
	return nil
}
