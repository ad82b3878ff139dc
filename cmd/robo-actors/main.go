// Command robo-actors runs, simulates, checks and inspects robot applications.
//
//	robo-actors run examples/mobile_manipulator/app.yaml
//	robo-actors sim examples/mobile_manipulator/app.yaml --inject 'at 4s panic mobile_base/wheels'
//
// It has the standard kinds of actors and drives. A program with kinds of its own calls
// command.Main in the same way.
package main

import (
	"fmt"
	"os"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/cmd/robo-actors/command"
)

func main() {
	registry, err := kinds.Standard()
	if err != nil {
		fmt.Fprintf(os.Stderr, "robo-actors: %v\n", err)
		os.Exit(1)
	}
	command.Main(registry)
}
