package command_test

import (
	"log"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/cmd/robo-actors/command"
)

// Impedance is a controller of this program.
type Impedance struct {
	Stiffness float64 `option:"stiffness" unit:"N m/rad" doc:"effort an error" min:"0"`
}

// Tick would read the state and command efforts.
func (*Impedance) Tick(*actors.Tick) error { return nil }

// A program with a kind of its own has every verb.
func ExampleMain() {
	registry, err := kinds.Standard()
	if err != nil {
		log.Fatal(err)
	}
	if err := actors.Register(registry, "impedance", actors.RoleController, "moves joints like springs", Impedance{Stiffness: 40}); err != nil {
		log.Fatal(err)
	}
	command.Main(registry)
}
