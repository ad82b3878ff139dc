// Command custom_actor runs an arm with a controller that this folder defines. It is the shortest
// way from a control law to a running, supervised and recorded actor: see Impedance.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func main() {
	file := flag.String("app", "examples/custom_actor/app.yaml", "application file")
	virtual := flag.Bool("virtual", false, "run in virtual time, as fast as the machine allows")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	position, err := run(ctx, *file, *virtual)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("shoulder %.3f rad, elbow %.3f rad\n", position[0], position[1])
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

// run runs an application file to its end and returns where the joints of its arm are then, rad.
func run(ctx context.Context, file string, virtual bool) (position []float64, err error) {
	r, err := registry()
	if err != nil {
		return nil, err
	}
	config, err := app.LoadFile(file, r)
	if err != nil {
		return nil, err
	}
	config.Virtual = virtual
	system, err := app.New(config)
	if err != nil {
		return nil, err
	}
	remove, err := actors.Tap(system, "arm/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
		position = append(position[:0], s.Position...)
	})
	if err != nil {
		return nil, err
	}
	defer remove()
	if err := system.Run(ctx); err != nil {
		return nil, err
	}
	if len(position) < 2 {
		return nil, errors.New("the run was too short for a first state of the arm")
	}
	return position, nil
}
