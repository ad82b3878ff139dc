package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/drives"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func newDrives(registry *actors.Registry) *cobra.Command {
	c := &cobra.Command{
		Use:   "drives FILE",
		Short: "Run the simulated drives of an application in a process of their own",
		Long: `Run the plant of an application file in real time, and serve its buses on sockets in this user's run directory, until
Ctrl-C. Another process with drives of type remote moves them; whatever becomes of it, these drives have their own
watchdogs.

Prints a JSON object a line: where each bus answers, each change of a drive's mode with the time of this process, and for
each line "mark TEXT" that it reads, that text with the time.`,
		Args: exactly("FILE"),
	}
	c.RunE = func(c *cobra.Command, arguments []string) error {
		config, err := app.LoadFile(arguments[0], registry)
		if err != nil {
			return err
		}
		host, err := drives.New(config)
		if err != nil {
			return fmt.Errorf("%s: %w", arguments[0], err)
		}
		return serveDrives(c, host)
	}
	return c
}

// driveLine is what is printed beside changes of modes.
type driveLine struct {
	At      messages.Instant `json:"at_ns"`
	Bus     string           `json:"bus,omitempty"`
	Address string           `json:"address,omitempty"`
	Joints  []string         `json:"joints,omitempty"`
	Mark    string           `json:"mark,omitempty"`
}

func serveDrives(c *cobra.Command, host *drives.Host) error {
	runsOn()
	var mu sync.Mutex
	out := json.NewEncoder(c.OutOrStdout())
	say := func(v any) {
		mu.Lock()
		defer mu.Unlock()
		_ = out.Encode(v) // who has gone does not want to read it
	}
	for i, bus := range host.Buses {
		say(driveLine{Bus: bus, Address: host.Addresses[i], Joints: host.Joints[i]})
	}
	go func() {
		lines := bufio.NewScanner(c.InOrStdin())
		for lines.Scan() {
			if text, is := strings.CutPrefix(lines.Text(), "mark "); is {
				say(driveLine{At: host.Now(), Mark: text})
			}
		}
	}()
	told := make(chan struct{})
	go func() {
		defer close(told)
		for change := range host.Changes() {
			say(change)
		}
	}()
	err := host.Run(c.Context())
	select {
	case <-told:
	case <-time.After(lastLines):
		err = errors.Join(err, errors.New("nobody reads what is printed: the last changes of modes are lost"))
	}
	return err
}

// lastLines is how long the end waits for who reads what is printed: a process that stands still must not keep this one.
const lastLines = time.Second
