package generate_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/generate"
)

// lamp is a kind of the program.
type lamp struct {
	Brightness actors.Out[messages.Signals] `port:"brightness" doc:"of the lamp, 0 to 1"`
}

func (*lamp) Tick(*actors.Tick) error { return nil }

// The command knows the kinds of this module. An application with kinds of its own has a program
// like this one, which its line go:generate runs; it writes what Source returns to a file.
func ExampleSource() {
	registry, err := kinds.Standard()
	if err != nil {
		log.Fatal(err)
	}
	if err := actors.Register(registry, "lamp", actors.RolePlanner, "shines", lamp{}); err != nil {
		log.Fatal(err)
	}
	config, err := app.LoadFile("../../examples/mobile_manipulator/app.yaml", registry)
	if err != nil {
		log.Fatal(err)
	}
	source, err := generate.Source(config, "robot")
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range bytes.Split(source, []byte("\n")) {
		if bytes.HasPrefix(line, []byte("package")) || bytes.Contains(line, []byte(" returns the state of mobile_front")) {
			fmt.Printf("%s\n", bytes.TrimPrefix(line, []byte("// ")))
		}
	}
	// Output:
	// package robot
	// MobileFrontLeft returns the state of mobile_front_left: continuous, driven.
	// MobileFrontRight returns the state of mobile_front_right: continuous, driven.
}
