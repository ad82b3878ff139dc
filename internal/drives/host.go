package drives

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/remote"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Host runs the plant and the buses of one application file.
type Host struct {
	system  *actors.System
	network Network
	servers []*remote.Server
	// Buses names the bus of each server, Addresses where it answers, Joints the joints that its
	// drives move.
	Buses, Addresses []string
	Joints           [][]string
	changes          chan Change
	lost             uint64 // changes for which there was no room; the plant's thread owns it
}

// Change reports that a drive went from one mode to another.
type Change struct {
	// At is when, on the clock of this process.
	At    messages.Instant `json:"at_ns"`
	Bus   string           `json:"bus"`
	Joint string           `json:"joint"`
	From  string           `json:"from"`
	To    string           `json:"to"`
	Arm   uint32           `json:"arm"`
	// Command is when the newest command was handed over that lets a drive of the bus run; zero if
	// none was.
	Command messages.Instant `json:"command_ns"`
	// Gap is the longest time between two steps of the plant since Command: by so much a command
	// may wait for its drive, and by so much a deadline.
	Gap time.Duration `json:"gap_ns"`
	// Moved is how far the joint has been from where it came to rest since it had stopped, rad or
	// m.
	Moved float64 `json:"moved"`
	// Watchdog is the drive's own.
	Watchdog time.Duration `json:"watchdog_ns"`
	// Mode is that which the watchdog leads to.
	Mode string `json:"watchdog_mode"`
}

// starved is how long a step of the simulation may take on a machine that has other things to do.
const starved = 10 * time.Second

// changesWaiting is how many changes wait for their reader at most.
const changesWaiting = 4096

// Network says where buses answer that are not at the default addresses of kind remote.
type Network struct {
	// Addresses has the address of a bus by its path, "world/name".
	Addresses map[string]string
	// TLS has the credentials for addresses of "tls:".
	TLS remote.Credentials
}

// New builds the plants and the buses of a configuration, none of which answers yet.
func New(c *app.Config, network Network, options ...actors.Option) (*Host, error) {
	if len(c.Plants) == 0 {
		return nil, errors.New("the application has no plant; expected one with simulated drives")
	}
	if err := network.check(c); err != nil {
		return nil, err
	}
	h := &Host{network: network, changes: make(chan Change, changesWaiting)}
	w := &watcher{host: h}
	late := actors.Tolerance{Missed: -1} // a simulation that is late is late, it does not fail
	handles, all, fastest := map[string]any{}, []actors.Spec(nil), c.Plants[0].Period
	for _, p := range c.Plants {
		maker, ok := p.Instance.(hardware.PlantMaker)
		if !ok {
			return nil, fmt.Errorf("%s: kind %q makes no plant", p.Path, p.Kind.Name)
		}
		handle, plant, err := maker.MakePlant(hardware.PlantContext{World: p.Model, Seed: p.Seed(c.Seed)})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Path, err)
		}
		if _, ok := handle.(hardware.GroundTruth); !ok {
			return nil, fmt.Errorf("%s: kind %q does not report the true state of its drives", p.Path, p.Kind.Name)
		}
		handles[p.Path], fastest = handle, min(fastest, p.Period)
		all = append(all, actors.Spec{Name: p.Path, New: plant, Period: p.Period, Phase: actors.Perception, Tolerance: late, HangAfter: starved})
	}
	all = append(all, actors.Spec{Name: app.PlantWorld + "/watcher", New: func() any { return w }, Period: fastest, Phase: actors.Actuation, Tolerance: late, HangAfter: starved})
	var err error
	h.system, err = actors.New(actors.Application{Name: c.Name + "_drives", Worlds: []string{app.PlantWorld}, Actors: all}, options...)
	if err != nil {
		return nil, err
	}
	for i := range c.Worlds {
		for d := range c.Worlds[i].Drives {
			if err := h.serve(c, &c.Worlds[i], &c.Worlds[i].Drives[d], handles, w); err != nil {
				return nil, errors.Join(err, h.closeServers())
			}
		}
	}
	return h, nil
}

// serve makes the server of one bus.
func (h *Host) serve(c *app.Config, world *app.World, d *app.Drive, handles map[string]any, w *watcher) error {
	maker, ok := d.Instance.(hardware.DriverMaker)
	if !ok {
		return fmt.Errorf("%s: kind %q makes no driver", d.Path, d.Kind.Name)
	}
	var joints []string
	for _, j := range d.Joints {
		joints = append(joints, world.Joints[j].Name)
	}
	build, err := maker.MakeDriver(hardware.DriverContext{Name: d.Path, World: world.Model, Joints: joints, Period: d.Period, Plant: handles[d.Plant], Seed: c.Seed})
	if err != nil {
		return fmt.Errorf("%s: %w", d.Path, err)
	}
	driver, err := build()
	if err != nil {
		return fmt.Errorf("%s: %w", d.Path, err)
	}
	server, err := h.network.listen(d.Path, driver, h.system.Now)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Path, err)
	}
	h.servers, h.Buses, h.Addresses = append(h.servers, server), append(h.Buses, d.Path), append(h.Addresses, server.Address())
	h.Joints = append(h.Joints, joints)
	for _, joint := range joints {
		groundTruth, ok := handles[d.Plant].(hardware.GroundTruth)
		if !ok {
			return fmt.Errorf("%s: kind %q acts on no plant", d.Path, d.Kind.Name)
		}
		model, tell, err := groundTruth.DriveModel(joint)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Path, err)
		}
		w.drives = append(w.drives, watched{bus: d.Path, joint: joint, server: server, model: model, tell: tell, mode: messages.ModeOff})
	}
	return nil
}

// check returns an error for an address of an unknown bus.
func (n *Network) check(c *app.Config) error {
	var known []string
	for i := range c.Worlds {
		for k := range c.Worlds[i].Drives {
			known = append(known, c.Worlds[i].Drives[k].Path)
		}
	}
	network := false
	for bus, address := range n.Addresses {
		if !slices.Contains(known, bus) {
			return fmt.Errorf("unknown bus %s; expected one of %s", source.Quote(bus), source.Listed(known, 30))
		}
		network = network || strings.HasPrefix(address, "tls:")
	}
	if t := n.TLS; !network && (t.Certificate+t.Key+t.Authority != "" || len(t.Peers) > 0) {
		return errors.New("there are credentials, and no bus has an address of the form tls:HOST:PORT")
	}
	return nil
}

// listen makes the server of one bus.
func (n *Network) listen(bus string, driver hardware.Driver, now func() messages.Instant) (*remote.Server, error) {
	address, is := n.Addresses[bus]
	if !is {
		var err error
		if address, err = remote.DefaultAddress(bus); err != nil {
			return nil, err
		}
	}
	credentials := n.TLS
	if !strings.HasPrefix(address, "tls:") {
		credentials = remote.Credentials{}
	}
	return remote.ListenTLS(driver, address, credentials, now, time.Second)
}

// Now is the time of this process.
func (h *Host) Now() messages.Instant { return h.system.Now() }

// Changes yields what happens to the drives; it is closed when Run returns.
func (h *Host) Changes() <-chan Change { return h.changes }

// Counts says what each bus has heard.
func (h *Host) Counts() []remote.Counts {
	all := make([]remote.Counts, len(h.servers))
	for i, s := range h.servers {
		all[i] = s.Counts()
	}
	return all
}

// Run lets the plant live and answers until the context ends.
func (h *Host) Run(ctx context.Context) error {
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, len(h.servers))
	for _, s := range h.servers {
		go func() { ended <- s.Serve(serving) }()
	}
	err := h.system.Run(ctx)
	stop()
	for range h.servers {
		err = errors.Join(err, <-ended)
	}
	close(h.changes)
	if h.lost > 0 {
		err = errors.Join(err, fmt.Errorf("%d changes of modes were not read in time and lost", h.lost))
	}
	return err
}

func (h *Host) closeServers() error {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	var errs []error
	for _, s := range h.servers {
		errs = append(errs, s.Serve(done))
	}
	return errors.Join(errs...)
}
