package environment

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Variant says who moves the objects of an environment.
type Variant uint8

// The variants of environments.
const (
	// Ideal: robots and bodies go at once where commands put them.
	Ideal Variant = iota
	// Physics: a simulation moves robots and bodies.
	Physics
	// Mirror: robots and bodies are where measurements say they are.
	Mirror
)

var variantNames = [...]string{"ideal", "physics", "mirror"}

// String returns the name of the variant.
func (v Variant) String() string {
	if int(v) < len(variantNames) {
		return variantNames[v]
	}
	return fmt.Sprintf("variant(%d)", uint8(v))
}

// Drives command the joints of a robot outside of its environment.
type Drives interface {
	// Command moves the robot towards a position of its world.
	Command(position []float64) error
	// Real reports whether a motor moves, rather than a simulated one.
	Real() bool
	// Clone returns independent drives of the same kind. It is called for simulated drives only.
	Clone() (Drives, error)
}

// RealDrives is the permission to command real drives; no clone of an environment commands a real
// drive without it.
type RealDrives = hardware.RealDrives

// GrantRealDrives returns the permission to command real drives, see [hardware.GrantRealDrives].
func GrantRealDrives() *RealDrives { return hardware.GrantRealDrives() }

// Simulation moves the objects of an environment of the variant Physics. Package hardware/sim/room
// makes one. One with the methods of [actors.StateSaver] is cloned with its application.
type Simulation interface {
	// Command moves a robot towards a position of its world.
	Command(robot Handle, position []float64) error
	// Step advances by dt and records where objects are in the edit.
	Step(dt time.Duration, edit *Edit) error
	// Clone returns an independent simulation at the same state, for the environment of scene.
	Clone(scene *Scene) (Simulation, error)
}

// SimulationOptions describe the room to a [Simulation].
type SimulationOptions struct {
	// Friction is the coefficient of dry friction between any two bodies, above 0 and at most 10.
	Friction float64
}

// View draws the newest scene of an environment. It must not block. A view that panics is left out
// from then on.
type View interface{ Show(*Scene) }

// Environment owns the newest scene of a room, and what acts on it. It serves one goroutine; the
// actor of this package serves many through messages.
type Environment struct {
	variant    Variant
	scene      *Scene
	drives     map[*token]Drives
	simulation Simulation
	views      []View
}

// Own returns an environment that begins with a scene. The simulation is nil unless the variant is
// Physics.
func Own(scene *Scene, variant Variant, simulation Simulation) (*Environment, error) {
	if scene == nil {
		return nil, fmt.Errorf("an environment of the variant %v begins with a nil scene; expected New(name) or another scene", variant)
	}
	if variant > Mirror || (simulation != nil) != (variant == Physics) {
		return nil, fmt.Errorf("environment %s: a %v environment has a simulation: %v; expected one for physics, and none for ideal and mirror",
			source.Quote(scene.Name()), variant, simulation != nil)
	}
	return &Environment{variant: variant, scene: scene, simulation: simulation, drives: map[*token]Drives{}}, nil
}

// Scene returns the newest scene.
func (e *Environment) Scene() *Scene { return e.scene }

// Variant returns the variant.
func (e *Environment) Variant() Variant { return e.variant }

// Apply makes the next scene by an edit. All changes of the edit become visible at once, or none if
// change returns an error.
func (e *Environment) Apply(change func(*Edit) error) error {
	edit := e.scene.Edit()
	if err := change(edit); err != nil {
		return err
	}
	e.publish(edit.Scene())
	return nil
}

// publish makes a scene the newest one.
func (e *Environment) publish(next *Scene) {
	if next == e.scene {
		return
	}
	e.scene = next
	e.views = slices.DeleteFunc(e.views, func(v View) bool { return !shows(v, next) })
}

// shows lets a view draw a scene and reports whether it returned. A view that panics is left out
// from then on.
func shows(v View, scene *Scene) bool {
	return usercode.Call(func() error { v.Show(scene); return nil }) == nil
}

// AddView lets a view draw all scenes from the present one on.
func (e *Environment) AddView(v View) {
	if shows(v, e.scene) {
		e.views = append(e.views, v)
	}
}

// Connect lets drives move a robot: Command goes to them, and the scene changes when measurements
// arrive. Nil disconnects.
func (e *Environment) Connect(robot Handle, drives Drives) error {
	o, err := e.scene.robotOf(robot)
	if err != nil {
		return err
	}
	if drives == nil {
		delete(e.drives, o.token)
	} else {
		e.drives[o.token] = drives
	}
	return nil
}

// Command moves a robot towards a position of its world: through its drives, or through the
// simulation, or at once in the variant Ideal. A Mirror without drives refuses.
func (e *Environment) Command(robot Handle, position []float64) error {
	o, err := e.scene.robotOf(robot)
	if err != nil {
		return err
	}
	if drives := e.drives[o.token]; drives != nil {
		return drives.Command(position)
	}
	switch e.variant {
	case Physics:
		return e.simulation.Command(robot, position)
	case Mirror:
		return fmt.Errorf("%s mirrors a robot and has no drives; connect drives, or command the robot's own world", objectPath(e.scene.Name(), o.name))
	}
	return e.Apply(func(edit *Edit) error { return edit.SetPosition(robot, position) })
}

// Step advances the time of the scene to now. In the variant Physics, the simulation advances by
// dt.
func (e *Environment) Step(now messages.Instant, dt time.Duration) error {
	return e.Apply(func(edit *Edit) error { return e.step(edit, now, dt) })
}

func (e *Environment) step(edit *Edit, now messages.Instant, dt time.Duration) error {
	edit.SetTime(now)
	if e.variant == Physics {
		return e.simulation.Step(dt, edit)
	}
	return nil
}

// Clone returns a new environment with what the options take along. It is Ideal unless it takes the
// simulation along. A clone never commands the drives of the original, except real drives that the
// options grant. The error may be a *[CloneError]; there are no partial clones.
func (e *Environment) Clone(name string, options CloneOptions) (*Environment, error) {
	scene, err := e.scene.Clone(name, options)
	if err != nil {
		return nil, err
	}
	return e.cloneTo(scene, options)
}

// CloneInto makes existing a clone of e, as [Scene.CloneInto]. If it returns an error, existing is
// as before.
func (e *Environment) CloneInto(existing *Environment, options CloneOptions) error {
	scene, err := e.scene.CloneInto(existing.scene, options)
	if err != nil {
		return err
	}
	next, err := e.cloneTo(scene, options)
	if err != nil {
		return err
	}
	views := existing.views
	*existing = *next
	for _, v := range views {
		existing.AddView(v)
	}
	return nil
}

// cloneTo returns the owner of a cloned scene.
func (e *Environment) cloneTo(scene *Scene, options CloneOptions) (*Environment, error) {
	out := &Environment{scene: scene, drives: map[*token]Drives{}}
	if e.variant == Physics && options.Simulation {
		simulation, err := e.simulation.Clone(scene)
		if err != nil {
			return nil, &CloneError{Environment: e.scene.Name(), Object: "the simulation", Problem: "refuses: " + err.Error(), Expected: "no option Simulation"}
		}
		out.variant, out.simulation = Physics, simulation
	}
	for _, o := range e.scene.objects { // in a fixed order
		drives, has := e.drives[o.token]
		if !has {
			continue
		}
		to := scene.find(o.token.id).token
		switch real := drives.Real(); {
		case real && options.RealDrives.Granted():
			out.drives[to] = drives
		case !real && options.Controllers:
			cloned, err := drives.Clone()
			if err != nil {
				return nil, &CloneError{Environment: e.scene.Name(), Object: "the drives of " + source.Quote(o.name), Problem: "refuse: " + err.Error(), Expected: "no option Controllers"}
			}
			out.drives[to] = cloned
		}
	}
	if options.View {
		for _, v := range e.views {
			out.AddView(v)
		}
	}
	return out, nil
}
