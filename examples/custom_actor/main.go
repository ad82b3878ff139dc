// Command custom_actor is the command robo-actors with one more kind of controller, which this
// folder defines: see Impedance. README.md is the guide.
package main

import (
	"log"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/cmd/robo-actors/command"
)

func main() {
	r, err := registry()
	if err != nil {
		log.Fatal(err)
	}
	command.Main(r)
}

// registry has every kind of robo-actors, and the controller of this folder.
func registry() (*actors.Registry, error) {
	r, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	defaults := Impedance{Stiffness: 40, Damping: 6, Speed: 1}
	return r, actors.Register(r, "impedance", actors.RoleController, "moves joints to a goal like springs and dampers", defaults)
}
