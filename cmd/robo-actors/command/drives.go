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
		Long: `Run the plant of an application file in real time and serve its buses on sockets in this user's run directory, until
Ctrl-C. Another process commands them with drives of type remote. When that process dies or hangs, the watchdogs of these
drives act.

Another machine reaches a bus over mutual TLS only: name its address with --listen, and give this process a certificate and
the names of the peers that may move its drives.

  robo-actors drives app.yaml --listen arm/motors=tls:192.168.1.5:7001 \
      --certificate drives.pem --key drives.key --authority ca.pem --peer controller

The output is one JSON object per line: the address of each bus, each change of a drive's mode with the time of this
process, and, for each input line "mark TEXT", that text with the time.`,
		Args: exactly("FILE"),
	}
	var network drives.Network
	c.Flags().StringToStringVar(&network.Addresses, "listen", nil, "address of a bus, as WORLD/BUS=tls:HOST:PORT; may be repeated")
	c.Flags().StringVar(&network.TLS.Certificate, "certificate", "", "file with the certificate of this process, for addresses tls:")
	c.Flags().StringVar(&network.TLS.Key, "key", "", "file with the key of the certificate")
	c.Flags().StringVar(&network.TLS.Authority, "authority", "", "file with the certificates that must have signed those of peers")
	c.Flags().StringSliceVar(&network.TLS.Peers, "peer", nil, "name of a peer that may move the drives; may be repeated")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		config, err := app.LoadFile(arguments[0], registry)
		if err != nil {
			return err
		}
		host, err := drives.New(config, network)
		if err != nil {
			return fmt.Errorf("%s: %w", arguments[0], err)
		}
		return serveDrives(c, host)
	}
	return c
}

// driveLine is a line of the output that is not a change of a mode.
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
		_ = out.Encode(v) // a reader that has gone needs no line
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
	printed := make(chan struct{})
	go func() {
		defer close(printed)
		for change := range host.Changes() {
			say(change)
		}
	}()
	err := host.Run(c.Context())
	select {
	case <-printed:
	case <-time.After(lastLines):
		err = errors.Join(err, errors.New("the reader of the output hangs: the last changes of modes are lost"))
	}
	return err
}

// lastLines is how long the end waits for the reader of the output, which may hang.
const lastLines = time.Second
