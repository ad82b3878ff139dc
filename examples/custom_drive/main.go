// Command custom_drive is the robo-actors command with a kind of drives of its own: drives on a
// serial line. README.md describes how its driver was written.
package main

import (
	"log"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/cmd/robo-actors/command"
)

func main() {
	registry, err := kinds.Standard()
	if err == nil {
		err = register(registry)
	}
	if err != nil {
		log.Fatal(err)
	}
	command.Main(registry)
}
