package draw

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Application describes an application for viewers, as the topic /application has it in JSON.
type Application struct {
	Name string `json:"name"`
	// Clock is real, virtual or recording.
	Clock string `json:"clock"`
	// Control says that viewers with the token may operate the application, and Faults that they may
	// inject faults.
	Control bool        `json:"control"`
	Faults  bool        `json:"faults"`
	Worlds  []WorldInfo `json:"worlds"`
	Actors  []ActorInfo `json:"actors"`
	Links   []LinkInfo  `json:"links"`
	Robots  []RobotInfo `json:"robots"`
	// Notes say what is not drawn, and why.
	Notes []string `json:"notes,omitempty"`
}

// WorldInfo describes a world.
type WorldInfo struct {
	Name   string      `json:"name"`
	RateHz float64     `json:"rate_hz"`
	Joints []JointInfo `json:"joints"`
}

// JointInfo describes a joint. Lower and Upper are left out where nothing bounds it.
type JointInfo struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Unit is that of its position, empty for planar and floating joints.
	Unit string `json:"unit"`
	// Drive is the path of its bus, empty without one.
	Drive string   `json:"drive"`
	Lower *float64 `json:"lower,omitempty"`
	Upper *float64 `json:"upper,omitempty"`
}

// ActorInfo describes an actor. Kind is empty for those that every world has.
type ActorInfo struct {
	Path   string  `json:"path"`
	Kind   string  `json:"kind"`
	World  string  `json:"world"`
	Phase  string  `json:"phase"`
	RateHz float64 `json:"rate_hz"`
}

// LinkInfo describes a link of ports "world/actor.port". Coupling says that it joins two worlds.
type LinkInfo struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Coupling bool   `json:"coupling"`
	// MaxAge is zero where nothing bounds the age, s.
	MaxAge float64 `json:"max_age_s"`
}

// RobotInfo describes a robot of a drawing. World is empty for the truth of a plant.
type RobotInfo struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	World string `json:"world"`
}

// Describe returns the description of an application with its actors and links as they were built.
func (d *Drawing) Describe(config *app.Config, specs []actors.Spec, links []actors.Link) Application {
	a := Application{Name: config.Name, Clock: "real", Faults: config.FaultsAllowed, Notes: d.Notes(),
		Worlds: []WorldInfo{}, Actors: actorInfos(config, specs), Links: linkInfos(config, links), Robots: []RobotInfo{}}
	if config.Virtual {
		a.Clock = "virtual"
	}
	for i := range config.Worlds {
		a.Worlds = append(a.Worlds, worldInfo(&config.Worlds[i]))
	}
	for _, r := range d.robots {
		info := RobotInfo{Name: r.Name, Kind: r.kind()}
		if !r.Truth {
			info.World = r.display()
		}
		a.Robots = append(a.Robots, info)
	}
	return a
}

func worldInfo(w *app.World) WorldInfo {
	info := WorldInfo{Name: w.Name, RateHz: hertz(w.Period), Joints: []JointInfo{}}
	for j, joint := range w.Model.Joints() {
		to := JointInfo{Name: joint.Name, Type: joint.Type.String(), Unit: unitOf(joint.Type)}
		if d := w.Joints[j].Drive; d >= 0 {
			to.Drive = w.Drives[d].Path
		}
		if len(joint.Limits) == 1 {
			to.Lower, to.Upper = bound(joint.Limits[0].Lower), bound(joint.Limits[0].Upper)
		}
		info.Joints = append(info.Joints, to)
	}
	return info
}

func unitOf(t worlds.JointType) string {
	switch t {
	case worlds.Revolute, worlds.Continuous:
		return "rad"
	case worlds.Prismatic:
		return "m"
	}
	return ""
}

// bound returns a bound, nil for none.
func bound(v float64) *float64 {
	if !finite([]float64{v}) {
		return nil
	}
	return &v
}

func hertz(period time.Duration) float64 {
	if period <= 0 {
		return 0
	}
	return 1 / period.Seconds()
}

// actorInfos describes actors, with the kinds that the file names.
func actorInfos(config *app.Config, specs []actors.Spec) []ActorInfo {
	kinds := map[string]string{}
	name := func(path string, o *app.Options) {
		if o.Kind != nil {
			kinds[path] = o.Kind.Name
		}
	}
	for w := range config.Worlds {
		world := &config.Worlds[w]
		for i := range world.Actors {
			name(world.Actors[i].Path, &world.Actors[i].Options)
		}
		for i := range world.Drives {
			name(world.Drives[i].Path, &world.Drives[i].Options)
		}
	}
	for _, p := range config.Plants {
		name(p.Path, &p.Options)
	}
	all := []ActorInfo{}
	for i := range specs {
		s := &specs[i]
		world, _, _ := strings.Cut(s.Name, "/")
		all = append(all, ActorInfo{Path: s.Name, Kind: kinds[s.Name], World: cmp.Or(s.World, world), Phase: s.Phase.String(), RateHz: hertz(s.Period)})
	}
	return all
}

// linkInfos describes links, sorted by their outputs.
func linkInfos(config *app.Config, links []actors.Link) []LinkInfo {
	worldOf := func(port string) *app.World { world, _, _ := strings.Cut(port, "/"); return config.World(world) }
	all := []LinkInfo{}
	for _, l := range links {
		from, to := worldOf(l.From), worldOf(l.To)
		all = append(all, LinkInfo{From: l.From, To: l.To, Coupling: from != nil && to != nil && from != to, MaxAge: l.MaxAge.Seconds()})
	}
	slices.SortStableFunc(all, func(a, b LinkInfo) int { return strings.Compare(a.From, b.From) })
	return all
}
