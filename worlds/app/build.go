package app

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/coupling"
	"github.com/robo-actors/robo-actors/worlds/gate"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Names of the actors that Build adds to every world.
const (
	PerceptionActor = "perception"
	GateActor       = gate.Name
	// CouplingActor is followed by an underscore and the name of the joint.
	CouplingActor = "coupling"
	// PlantWorld is the first element of the paths of simulated robots, "plant/name".
	PlantWorld = "plant"
	// DefaultPlant is the name of the simulated robot of the section plant.
	DefaultPlant = "robot"
	// PlantActor is the path of that robot.
	PlantActor = PlantWorld + "/" + DefaultPlant
)

// errNoConfig is the error of a nil configuration.
var errNoConfig = errors.New("the configuration is nil; expected the result of Load or LoadFile, which return an error otherwise")

// New builds the system of a configuration. The configuration sets the seed, the clock, the
// duration and whether faults are allowed; options override them.
//
// The error is a *source.Diagnostics with all errors of the plant, drives, actors and links, each
// at its position in the file.
func New(c *Config, options ...actors.Option) (*actors.System, error) {
	if c == nil {
		return nil, errNoConfig
	}
	application, err := Build(c, c.Seed)
	if err != nil {
		var list source.Diagnostics
		c.locate(err, &list)
		c.configure(func(*Actor) bool { return true }, &list) // their errors are reported too
		return nil, list.Err()
	}
	all := []actors.Option{actors.WithSeed(c.Seed), actors.WithStopAfter(c.Duration), actors.WithRoom(c.Room), actors.WithJobThreads(max(c.JobThreads, actors.DefaultJobThreads))}
	if c.Virtual {
		all = append(all, actors.WithVirtualTime())
	}
	if c.FaultsAllowed {
		all = append(all, actors.WithFaults())
	}
	system, err := actors.New(application, append(all, options...)...)
	if err != nil {
		return nil, c.located(err)
	}
	return system, nil
}

// configure calls Configure of actors by themselves, without links, and adds the errors that they
// return.
func (c *Config) configure(which func(*Actor) bool, list *source.Diagnostics) {
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for p := range w.Actors {
			p := &w.Actors[p]
			if w.Model == nil || !which(p) {
				continue
			}
			err := actors.CheckConfigure(actors.Spec{Name: p.Path, New: func() any { return actors.Fresh(p.Instance) }, Period: p.Period}, w.Model, actors.Folder(c.Folder))
			var refused *actors.ConfigureError
			if errors.As(err, &refused) {
				c.actorSite(w, p).refuse(list, refused.Err)
			}
		}
	}
}

// Build makes the actors, links and supervisors of a configuration. Each call makes a new simulated
// robot, so every system has its own.
func Build(c *Config, seed uint64) (actors.Application, error) {
	b, err := build(c, seed)
	if err != nil {
		return actors.Application{}, err
	}
	return b.app, nil
}

func build(c *Config, seed uint64) (*builder, error) {
	if c == nil {
		return nil, errNoConfig
	}
	b := &builder{config: c, seed: seed, sites: map[string][]actors.FaultSite{}, handles: map[string]any{}, realised: map[string]bool{}, app: actors.Application{Name: c.Name, Resources: c.Resources, ActorResources: map[string][]any{}, Policy: actors.NewPolicy(c.Supervision.Restart)}}
	for _, d := range c.Domains {
		b.app.Domains = append(b.app.Domains, actors.DomainSpec{Name: d.Name, Priority: d.Priority, Spin: d.Spin})
	}
	b.plants()
	if len(b.problems.All()) > 0 {
		return nil, &b.problems // no drive can be made without it
	}
	for i := range c.Worlds {
		b.app.Worlds = append(b.app.Worlds, c.Worlds[i].Name)
	}
	for i := range c.Worlds {
		b.world(i)
	}
	for i := range c.Couplings {
		b.coupling(&c.Couplings[i])
	}
	if len(b.problems.All()) > 0 {
		return nil, &b.problems
	}
	b.sharedThreads()
	return b, nil
}

type builder struct {
	config   *Config
	seed     uint64
	app      actors.Application
	handles  map[string]any                // of the plants, by path
	sites    map[string][]actors.FaultSite // by the path of their actor
	threads  []busThread
	realised map[string]bool // inputs of perceptions that have a link from the actor of their world
	problems source.Diagnostics
}

func (b *builder) fail(at source.Position, path string, err error) {
	b.problems.Add(b.config.Diagnostic(at, path, err.Error()))
}

func (b *builder) link(from, to string, maxAge time.Duration) {
	b.app.Links = append(b.app.Links, actors.Link{From: from, To: to, MaxAge: maxAge})
}

// site adds what carries out faults of an actor.
func (b *builder) site(path string, site actors.FaultSite) {
	b.app.FaultSites = append(b.app.FaultSites, site)
	b.sites[path] = append(b.sites[path], site)
}

// plants makes the simulated robots. Their world comes first at every instant, so that buses read
// the true state of that instant.
func (b *builder) plants() {
	if len(b.config.Plants) > 0 {
		b.app.Worlds = append(b.app.Worlds, PlantWorld)
	}
	driven := map[string]*Plant{} // by joint
	for _, p := range b.config.Plants {
		b.plant(p, driven)
	}
}

func (b *builder) plant(p *Plant, driven map[string]*Plant) {
	maker, ok := p.Instance.(hardware.PlantMaker)
	if !ok {
		b.fail(p.TypeAt, p.section()+".type", fmt.Errorf("kind %q is not a hardware.PlantMaker", p.Kind.Name))
		return
	}
	handle, actor, err := makePlant(maker, hardware.PlantContext{World: p.Model, Seed: p.Seed(b.seed)})
	if err != nil {
		b.config.plantSite(p).refuse(&b.problems, err)
		return
	}
	b.handles[p.Path] = handle
	if site, ok := handle.(actors.FaultSite); ok {
		for _, joint := range site.FaultTargets() {
			if other := driven[joint]; other != nil {
				b.fail(p.At, p.section(), fmt.Errorf("joint %q has a drive in plant %q too; expected joints of unique names, as a namespace of the models gives them", joint, other.Name))
				return
			}
			driven[joint] = p
		}
		b.site(p.Path, site)
	}
	if sensors, ok := handle.(hardware.SensorFaults); ok {
		if site := sensors.SensorFaults(p.Path); site != nil {
			b.site(p.Path, site)
		}
	}
	b.app.Actors = append(b.app.Actors, actors.Spec{Name: p.Path, New: actor, Period: p.Period, Domain: p.Domain, Phase: actors.Perception,
		Execution: p.Execution, HangAfter: p.HangAfter, Doc: p.Kind.Doc,
		Tolerance: actors.Tolerance{Missed: -1}}) // a simulation that is late is late, it does not fail
}

// section is the path of a plant in the file.
func (p *Plant) section() string {
	if p.single {
		return "plant"
	}
	return "plants." + p.Name
}

// Seed derives the seed of a plant from that of the application, so that plants have independent
// noise. The plant of the section plant has that of the application.
func (p *Plant) Seed(application uint64) uint64 {
	if p.Name == DefaultPlant {
		return application
	}
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, application), p.Path...))
	return binary.BigEndian.Uint64(sum[:8])
}

func (b *builder) world(i int) {
	w := &b.config.Worlds[i]
	b.app.Groups = append(b.app.Groups, actors.Group{Name: w.Name, Policy: actors.NewPolicy(w.Restart.Restart, w.Restart.Children...)})
	for d := range w.Drives {
		b.drive(w, &w.Drives[d])
	}
	b.perception(i)
	b.gate(i) // before those that command it: where a strategy restarts what was started later, it runs on
	for p := range w.Actors {
		b.actor(w, &w.Actors[p])
	}
}

// spec has what all actors of a world have in common.
func (w *World) spec(name string, phase actors.Phase, make func() any) actors.Spec {
	s := supervision.Supervisor{Restart: w.Restart.Restart, Children: w.Restart.Children}
	start, stop := s.Deadlines(w.Name + "/" + name)
	return actors.Spec{Name: w.Name + "/" + name, World: w.Name, Group: w.Name, New: make, Period: w.Period, Domain: w.Domain, Phase: phase, Tolerance: w.Tolerance,
		HangAfter: w.HangAfter, StartWithin: start, StopWithin: stop}
}

func (b *builder) drive(w *World, d *Drive) {
	maker, ok := d.Instance.(hardware.DriverMaker)
	if !ok {
		b.fail(d.TypeAt, d.Path+".type", fmt.Errorf("kind %q is not a hardware.DriverMaker", d.Kind.Name))
		return
	}
	names := make([]string, len(d.Joints))
	safe := make([]messages.Mode, len(d.Joints))
	for i, j := range d.Joints {
		names[i], safe[i] = w.Joints[j].Name, w.Joints[j].SafeMode
	}
	requirements := w.requirements(d)
	make, err := makeDriver(maker, hardware.DriverContext{Name: d.Path, World: w.Model, Joints: slices.Clone(names), Period: d.Period,
		Plant: b.handles[d.Plant], Plants: b.config.plantNames(), Seed: b.seed, Faults: b.driveFaults(d, names)})
	if err != nil {
		b.config.driveSite(w, d).refuse(&b.problems, err)
		return
	}
	parent := ""
	if d.Restart.Escalate == "world" {
		parent = w.Name
	}
	b.app.Groups = append(b.app.Groups, actors.Group{Name: d.Path, Parent: parent, Policy: actors.NewPolicy(d.Restart.Restart)})
	shared := new(bool)
	spec := w.spec(d.Name, actors.Actuation, func() any {
		return &hardware.Bus{Make: make, SafeModes: safe, Joints: names, Requirements: requirements, Sensors: d.Sensors, SharesThread: *shared,
			OpenWithin: d.Restart.StartDeadline, CommandPeriod: w.Period}
	})
	spec.Group, spec.Period, spec.Domain, spec.Execution, spec.Doc = d.Path, d.Period, b.busDomain(w, d, make), d.Execution, d.Kind.Doc
	spec.StartWithin = d.Restart.StartDeadline + openGrace
	if d.Restart.StopDeadline > 0 {
		spec.StopWithin = d.Restart.StopDeadline
	}
	b.threads = append(b.threads, busThread{len(b.app.Actors), shared})
	b.app.Actors = append(b.app.Actors, spec)
	b.link(d.Path+".state", w.Name+"/"+PerceptionActor+"."+d.Name, d.MaxAge)
	b.link(d.Path+".state", w.Name+"/"+GateActor+"."+d.Name+"_state", d.MaxAge)
	b.link(w.Name+"/"+GateActor+"."+d.Name, d.Path+".command", 0)
}

// requirements returns what the kinds and modes of its joints and their controllers require of the
// drives of a bus, nil where they require nothing.
func (w *World) requirements(d *Drive) []hardware.DriveRequirements {
	all := make([]hardware.DriveRequirements, len(d.Joints))
	for i, j := range d.Joints {
		all[i] = w.Joints[j].requirements()
		w.requireCommands(&w.Joints[j], &all[i])
	}
	if !slices.ContainsFunc(all, func(one hardware.DriveRequirements) bool { return one != hardware.DriveRequirements{} }) {
		return nil
	}
	return all
}

// requirements returns what the joint requires of its drive.
func (j *Joint) requirements() hardware.DriveRequirements {
	if d := j.Declared; d != nil && d.Kind != modes.AnyJoint {
		lost := modes.Resolve(modes.BusLost, d)
		one := hardware.DriveRequirements{Brake: d.HasBrake(), Watchdog: lost.First(), Setting: "kind", Value: d.Kind.String()}
		if one.Brake || !j.brakes() {
			return one
		}
	}
	if j.brakes() {
		return hardware.DriveRequirements{Brake: true, Setting: "mode", Value: "brake"}
	}
	return hardware.DriveRequirements{}
}

// brakes reports whether the file asks for mode brake: after every fault, or after a single one.
func (j *Joint) brakes() bool {
	return j.SafeMode == messages.ModeBrake || j.Declared != nil && slices.Contains(j.Declared.Modes[:], messages.ModeBrake)
}

// openGrace is the time beyond its deadline after which the opening of a bus counts as a hang. A
// driver that gives up in time has not hung.
const openGrace = 5 * time.Second

// VirtualPort returns the name of the ports of a world's perception and gate for a joint without a
// drive.
func VirtualPort(joint string) string { return "joint_" + joint }

func (b *builder) perception(i int) {
	w := &b.config.Worlds[i]
	a := perception.Actor{World: w.Model}
	for _, d := range w.Drives {
		a.Buses = append(a.Buses, perception.Bus{Port: d.Name, Joints: d.Joints})
		for _, s := range d.Sensors {
			port := SensorPort(d.Name, s.Name)
			a.Sensors = append(a.Sensors, perception.Sensor{Port: port, Kind: s.Kind})
			b.link(d.Path+"."+s.Name, w.Name+"/"+PerceptionActor+"."+port, d.MaxAge)
		}
	}
	for j := range w.Joints {
		joint := &w.Joints[j]
		if joint.Virtual || joint.Realised || joint.State.From != "" {
			a.Virtuals = append(a.Virtuals, perception.Virtual{Port: VirtualPort(joint.Name), Joint: j})
		}
		if joint.State.From != "" {
			b.link(joint.State.From, w.Name+"/"+PerceptionActor+"."+VirtualPort(joint.Name), joint.State.MaxAge)
		}
	}
	spec := w.spec(PerceptionActor, actors.Perception, func() any { c := a; return &c })
	spec.Doc = "assembles the snapshot of the world"
	b.app.Actors = append(b.app.Actors, spec)
}

func (b *builder) actor(w *World, p *Actor) {
	instance := p.Instance
	if faulty, ok := instance.(actors.Faulty); ok {
		var site actors.FaultSite
		instance, site = faulty.WithFaults(p.Path)
		b.site(p.Path, site)
	}
	spec := w.spec(p.Name, p.Phase, func() any { return actors.Fresh(instance) })
	spec.Period, spec.Domain, spec.Execution, spec.Doc = p.Period, p.Domain, p.Execution, p.Kind.Doc
	b.app.Actors = append(b.app.Actors, spec)
	b.app.ActorResources[p.Path] = []any{w.Model, w.sensors(), w.buses(), actors.Folder(b.config.Folder), &actors.Kept{}}
	b.driveStates(w, p)
	fed := map[string]bool{}
	for _, in := range p.Inputs {
		if in.From != "" {
			fed[in.Port] = true
			b.link(in.From, p.Path+"."+in.Port, in.MaxAge)
		}
	}
	bound := func(port string, source time.Duration) time.Duration {
		for _, in := range p.Inputs {
			if in.Port == port && in.MaxAge > 0 {
				return in.MaxAge
			}
		}
		return coupling.DefaultMaxAge(source, p.Period)
	}
	for _, port := range p.Kind.Ports {
		if !port.Input || fed[port.Name] {
			continue
		}
		switch port.Name {
		case "snapshot":
			b.link(w.Name+"/"+PerceptionActor+".snapshot", p.Path+".snapshot", bound("snapshot", w.Period))
		case "model":
			if m := w.onlyModel(); m != nil && m != p {
				b.link(m.Path+".model", p.Path+".model", bound("model", m.Period))
			}
		}
	}
}

// onlyModel is the world's model actor, nil unless there is exactly one.
func (w *World) onlyModel() *Actor {
	var found *Actor
	for i := range w.Actors {
		if w.Actors[i].Kind.Role == actors.RoleModel {
			if found != nil {
				return nil
			}
			found = &w.Actors[i]
		}
	}
	return found
}
