package campaign

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// survey builds an application and returns the targets of faults, and the kinds that can be
// injected into it. Finding actors that start jobs takes a run.
func survey(config *app.Config, jobs bool, attached *attacher) (*faultTargets, []faults.Kind, error) {
	b, err := plannedRun{Config: config, Seed: 1, Duration: time.Second}.build()
	if err != nil {
		return nil, nil, err
	}
	if err := b.system.Start(context.Background()); err != nil {
		return nil, nil, err
	}
	t := &faultTargets{Links: b.system.LinkNames()}
	if jobs {
		if t.Jobs, err = jobStarters(config); err != nil {
			return nil, nil, err
		}
	}
	for _, a := range b.system.Actors() {
		if config.PlantAt(a.Spec.Name) == nil { // what is simulated does not fail: it is the robot
			t.Actors = append(t.Actors, a.Spec.Name)
		}
	}
	for i := range config.Worlds {
		t.addWorld(&config.Worlds[i])
	}
	t.Sensors, t.Agents = b.system.FaultTargets(actors.SeamSensor), b.system.FaultTargets(actors.SeamAgent)
	t.Bodies = b.system.FaultTargets(actors.SeamBody)
	var kinds []faults.Kind
	for _, k := range faults.Kinds() {
		if k.Verb == faults.Inject && k.Virtual && b.takes(k, t) {
			kinds = append(kinds, k)
		}
	}
	b.watch.Halting()
	_ = b.system.Stop(context.Background()) // parts of it are already stopped
	for _, p := range config.Parts {
		if err := t.addPart(p, attached); err != nil {
			return nil, nil, err
		}
	}
	return t, kinds, nil
}

// addWorld adds a world, its joints with drives, and its buses.
func (t *faultTargets) addWorld(w *app.World) {
	t.Worlds = append(t.Worlds, w.Name)
	for _, j := range w.Joints {
		if j.Drive >= 0 {
			t.Joints = append(t.Joints, j.Name)
			t.Reports = append(t.Reports, w.Name+"/"+j.Name)
		}
	}
	for k := range w.Drives {
		var bus []string
		for _, n := range w.Drives[k].Joints {
			bus = append(bus, w.Joints[n].Name)
		}
		t.Buses = append(t.Buses, bus)
	}
}

// firstJobs is the virtual time within which an actor that starts jobs has started one.
const firstJobs = 2 * time.Second

// jobStarters runs an application without faults for a while and returns the actors that have
// started jobs. Applications do not declare them.
func jobStarters(config *app.Config) (starters []string, err error) {
	b, err := plannedRun{Config: config, Seed: 1, Duration: firstJobs}.build()
	if err != nil {
		return nil, err
	}
	if err := b.system.Start(context.Background()); err != nil {
		return nil, err
	}
	_ = b.system.Advance(firstJobs) // an application may end early
	for _, a := range b.system.Actors() {
		if a.Jobs > 0 {
			starters = append(starters, a.Spec.Name)
		}
	}
	b.watch.Halting()
	_ = b.system.Stop(context.Background())
	return starters, nil
}

// takes reports whether the application accepts faults of a kind. Some kinds need parts that it
// does not have.
func (b *bench) takes(k faults.Kind, t *faultTargets) bool {
	all := t.of(k.Acts)
	if len(all) == 0 {
		return false
	}
	d := &drawer{Rand: rand.New(rand.NewPCG(0, streamOfPlans)), targets: t}
	f := actors.Fault{Kind: actors.FaultKind(k.Name), Target: all[0]}
	d.settings(&k, &f)
	return b.system.CheckFault(f) == nil
}
