package environment_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// grabbing returns cell with the can grabbed, a lid attached to it, and a sensor on the table.
func grabbing(t testing.TB) (s *environment.Scene, robot, can, lid environment.Handle) {
	t.Helper()
	scene, robot, can, table := cell(t)
	edit := scene.Edit()
	lid = must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: "lid", Shapes: ball(0.01), Pose: at(3.2, 0, 0.2)}))
	check(t, edit.SetPose(can, at(3.2, 0, 0)))
	check(t, edit.Grab(robot, "link3", can, "left", "right"))
	check(t, edit.Attach(lid, can, ""))
	check(t, edit.Allow(environment.Part{Object: lid}, environment.Part{Object: can}))
	check(t, edit.AddSensor(environment.RangeSensor{Name: "eye", On: environment.Part{Object: table}, Max: 1}))
	return edit.Scene(), robot, can, lid
}

func TestACloneTakesAlongWhatItsOptionsSay(t *testing.T) {
	scene, _, _, _ := grabbing(t)
	all := environment.Everything()
	with := func(change func(*environment.CloneOptions)) environment.CloneOptions {
		o := all
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		options environment.CloneOptions
		names   string
		holds   string // object, its holder
		sensors int
	}{
		"everything":     {all, "[arm can table lid]", "can/arm lid/can ", 1},
		"no grabs":       {with(func(o *environment.CloneOptions) { o.Grabs = false }), "[arm can table lid]", "lid/can ", 1},
		"no attachments": {with(func(o *environment.CloneOptions) { o.Attachments = false }), "[arm can table lid]", "can/arm ", 1},
		"no sensors":     {with(func(o *environment.CloneOptions) { o.Sensors = false }), "[arm can table lid]", "can/arm lid/can ", 0},
		"robots only":    {environment.CloneOptions{}, "[arm]", "", 0},
	} {
		clone, err := scene.Clone("copy", c.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		holds := ""
		for _, h := range clone.Handles() {
			original := must[environment.Handle](t)(scene.Translate(h))
			before, _ := scene.Pose(original)
			if after, _ := clone.Pose(h); after != before {
				t.Errorf("%s: object %d moved from %v to %v", name, h.ID(), before.P, after.P)
			}
			if b, err := clone.Body(h); err == nil && !b.Holder.IsZero() {
				by := clone.Names()[indexOf(clone, b.Holder)]
				holds += b.Name + "/" + by + " "
			}
		}
		if got := fmt.Sprint(clone.Names()); got != c.names || holds != c.holds || len(clone.SensorNames()) != c.sensors {
			t.Errorf("%s: %s, held %q, %d sensors; want %s, %q, %d", name, got, holds, len(clone.SensorNames()), c.names, c.holds, c.sensors)
		}
	}
	var failed *environment.CloneError
	if clone, err := scene.Clone("copy", with(func(o *environment.CloneOptions) { o.Bodies = false })); !errors.As(err, &failed) || clone != nil {
		t.Errorf("a sensor without its table: %v, %v", clone, err)
	}
}

func indexOf(s *environment.Scene, h environment.Handle) int {
	for i, other := range s.Handles() {
		if other == h {
			return i
		}
	}
	return -1
}

func TestCloningIntoAnEnvironmentKeepsItsHandlesOfEqualObjects(t *testing.T) {
	source, _, _, _ := grabbing(t)
	target, robot, can, table := cell(t)
	edit := target.Edit()
	other := must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: "other", Shapes: ball(1)}))
	check(t, edit.Remove(table))
	target = edit.Scene()
	next, err := source.CloneInto(target, environment.Everything())
	check(t, err)
	if next.Hash() != source.Hash() {
		t.Error("the clone differs from its original")
	}
	for _, h := range []environment.Handle{robot, can} {
		if _, err := next.Pose(h); err != nil {
			t.Errorf("an equal object lost its handle: %v", err)
		}
	}
	if b := must[environment.Body](t)(next.Body(can)); b.Holder != robot || b.Link != "link3" {
		t.Errorf("the can is held by %v, link %q", b.Holder, b.Link)
	}
	for _, h := range []environment.Handle{other, table} {
		if _, err := next.Pose(h); !errors.Is(err, environment.ErrGone) {
			t.Errorf("object %d: %v, want that it is gone", h.ID(), err)
		}
	}
	again, err := source.CloneInto(next, environment.Everything())
	check(t, err)
	for _, h := range next.Handles() {
		if _, err := again.Pose(h); err != nil {
			t.Errorf("cloned again: %v", err)
		}
	}
	if _, err := next.Space(robot, environment.SpaceOptions{Group: "arm"}); err != nil {
		t.Error(err)
	}
}

// motor stands for the drives of a robot.
type motor struct {
	real     bool
	commands *int
}

func (m motor) Command([]float64) error {
	if m.real {
		panic("a real drive was commanded")
	}
	*m.commands++
	return nil
}
func (m motor) Real() bool                         { return m.real }
func (m motor) Clone() (environment.Drives, error) { return motor{commands: new(int)}, nil }

func TestACloneNeverCommandsRealDrives(t *testing.T) {
	scene, robot, _, _ := cell(t)
	original := must[*environment.Environment](t)(environment.Own(scene, environment.Mirror, nil))
	check(t, original.Connect(robot, motor{real: true}))
	before := original.Scene().Hash()
	clone := must[*environment.Environment](t)(original.Clone("trial", environment.Everything()))
	h := must[environment.Handle](t)(clone.Scene().Translate(robot))
	check(t, clone.Command(h, []float64{1, 0, 0, 0, 0}))
	planner := must[planning.Planner](t)(planning.New("birrt", planning.Options{}))
	result, err := planner.Plan(&planning.Problem{Start: []float64{1, 0, 0}, Goals: [][]float64{{2.2, 0, 0}}, Seed: 1, Spaces: []planning.Space{
		must[*environment.Space](t)(clone.Scene().Space(h, environment.SpaceOptions{Group: "arm"}))}})
	check(t, err)
	for _, q := range result.Path {
		check(t, clone.Command(h, append(append([]float64{}, q...), 0, 0)))
	}
	if !result.Status.HasPath() || clone.Scene().Hash() == before {
		t.Errorf("the clone has planned (%v) and moved: its hash is %v", result.Status, clone.Scene().Hash().Short())
	}
	if original.Scene().Hash() != before || original.Scene() != scene {
		t.Error("a plan in the clone changed the original")
	}
	options := environment.Everything()
	options.RealDrives = &environment.RealDrives{}
	ungranted := must[*environment.Environment](t)(original.Clone("trial", options))
	check(t, ungranted.Command(must[environment.Handle](t)(ungranted.Scene().Translate(robot)), make([]float64, 5)))
	options.RealDrives = environment.GrantRealDrives()
	granted := must[*environment.Environment](t)(original.Clone("trial", options))
	defer func() {
		if recover() == nil {
			t.Error("a clone with the permission does not reach the drives")
		}
	}()
	_ = granted.Command(must[environment.Handle](t)(granted.Scene().Translate(robot)), make([]float64, 5))
}

func TestSimulatedDrivesAreClonedOnDemandAndStayApart(t *testing.T) {
	scene, robot, _, _ := cell(t)
	original := must[*environment.Environment](t)(environment.Own(scene, environment.Ideal, nil))
	commands := 0
	check(t, original.Connect(robot, motor{commands: &commands}))
	for _, controllers := range []bool{true, false} {
		clone := must[*environment.Environment](t)(original.Clone("trial", environment.CloneOptions{Controllers: controllers}))
		h := must[environment.Handle](t)(clone.Scene().Translate(robot))
		check(t, clone.Command(h, []float64{1, 0, 0, 0, 0}))
		moved := must[environment.Robot](t)(clone.Scene().Robot(h)).Position[0] == 1
		if moved == controllers || commands != 0 {
			t.Errorf("controllers %v: the robot moved: %v; the original's drives have %d commands", controllers, moved, commands)
		}
	}
	check(t, original.Command(robot, make([]float64, 5)))
	if commands != 1 {
		t.Errorf("the original's drives have %d commands, want 1", commands)
	}
}

// conveyor is a simulation that moves the can at 1 m/s.
type conveyor struct {
	can   environment.Handle
	shown int
}

func (c *conveyor) Command(environment.Handle, []float64) error { return errors.New("no motor") }
func (c *conveyor) Step(dt time.Duration, e *environment.Edit) error {
	pose, err := e.Scene().Pose(c.can)
	if err != nil {
		return err
	}
	pose.P[0] += dt.Seconds()
	return e.SetPose(c.can, pose)
}
func (c *conveyor) Clone(s *environment.Scene) (environment.Simulation, error) {
	h, err := s.Translate(c.can)
	return &conveyor{can: h}, err
}
func (c *conveyor) Show(*environment.Scene) { c.shown++ }

func TestASimulationMovesItsOwnEnvironmentOnly(t *testing.T) {
	scene, _, can, _ := cell(t)
	belt := &conveyor{can: can}
	original := must[*environment.Environment](t)(environment.Own(scene, environment.Physics, belt))
	original.AddView(belt)
	check(t, original.Step(1, time.Second))
	clone := must[*environment.Environment](t)(original.Clone("twin", environment.CloneOptions{Bodies: true, Simulation: true}))
	still := must[*environment.Environment](t)(original.Clone("still", environment.CloneOptions{Bodies: true}))
	check(t, clone.Step(2, time.Second))
	check(t, still.Step(2, time.Second))
	for _, c := range []struct {
		e    *environment.Environment
		want float64
	}{{original, 1}, {clone, 2}, {still, 1}} {
		h := must[environment.Handle](t)(c.e.Scene().Handle("can"))
		if pose, _ := c.e.Scene().Pose(h); pose.P[0] != c.want {
			t.Errorf("%s: the can is at %v, want %v", c.e.Scene().Name(), pose.P[0], c.want)
		}
	}
	if belt.shown != 2 {
		t.Errorf("the view was shown %d scenes, want 2: the first and the step", belt.shown)
	}
	if _, err := original.Clone("bad", environment.CloneOptions{Simulation: true}); err == nil || !strings.Contains(err.Error(), "the simulation refuses") {
		t.Errorf("a simulation without its body: %v", err)
	}
}

// broken is a view that panics.
type broken struct{ shown int }

func (b *broken) Show(*environment.Scene) {
	if b.shown++; b.shown > 1 {
		panic("no screen")
	}
}

func TestAViewThatPanicsIsLeftOutAndTheEnvironmentGoesOn(t *testing.T) {
	scene, _, _, _ := cell(t)
	e := own(t, scene, environment.Ideal)
	var view broken
	e.AddView(&view)
	for i := range 3 {
		check(t, e.Step(messages.Instant(i+1), 0))
	}
	if view.shown != 2 || e.Scene().Time() != 3 {
		t.Errorf("the view was called %d times, want 2; the time is %v", view.shown, e.Scene().Time())
	}
}

// large returns a scene with robots of 40 degrees of freedom and 200 bodies.
func large(t testing.TB) (*environment.Scene, environment.Handle) {
	e := environment.New("large").Edit()
	w := arm(t, "arm", 9)
	var robot environment.Handle
	for i := range 4 {
		robot = must[environment.Handle](t)(e.AddRobot(environment.RobotSpec{Name: fmt.Sprintf("arm%d", i), World: w, Base: at(0, 0, float64(i))}))
	}
	for i := range 200 {
		must[environment.Handle](t)(e.AddBody(environment.BodySpec{Name: fmt.Sprintf("body%d", i), Shapes: box(0.1, 0.1, 0.1), Pose: at(float64(i), 3, 0)}))
	}
	return e.Scene(), robot
}

func TestALargeCloneSharesWhatIsUnchanged(t *testing.T) {
	scene, robot := large(t)
	degrees := 0
	for _, h := range scene.Handles() {
		if r, err := scene.Robot(h); err == nil {
			degrees += len(r.World.Reduction().Independent())
		}
	}
	if degrees != 40 {
		t.Fatalf("the scene has %d degrees of freedom", degrees)
	}
	if n := testing.AllocsPerRun(10, func() { _, _ = scene.Clone("copy", environment.Everything()) }); n > 3 {
		t.Errorf("a clone allocates %v times: it copies what it could share", n)
	}
	clone := must[*environment.Scene](t)(scene.Clone("copy", environment.Everything()))
	h := must[environment.Handle](t)(clone.Translate(robot))
	position := make([]float64, 11)
	if n := testing.AllocsPerRun(10, func() {
		e := clone.Edit()
		check(t, e.SetPosition(h, position))
		e.Scene()
	}); n > 20 {
		t.Errorf("moving one robot allocates %v times: it copies what it could share", n)
	}
}

func BenchmarkClone40DegreesOfFreedom200Bodies(b *testing.B) {
	scene, _ := large(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := scene.Clone("copy", environment.Everything()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCloneAndMoveOneRobot(b *testing.B) {
	scene, robot := large(b)
	position := make([]float64, 11)
	b.ReportAllocs()
	for b.Loop() {
		clone, _ := scene.Clone("copy", environment.Everything())
		h, _ := clone.Translate(robot)
		e := clone.Edit()
		if err := e.SetPosition(h, position); err != nil {
			b.Fatal(err)
		}
		e.Scene()
	}
}

func BenchmarkFreeIn200Bodies(b *testing.B) {
	scene, robot := large(b)
	space, err := scene.Space(robot, environment.SpaceOptions{Group: "arm"})
	if err != nil {
		b.Fatal(err)
	}
	q := make([]float64, space.Dim())
	b.ReportAllocs()
	for b.Loop() {
		if !space.Free(q) {
			b.Fatal(space.Explain(q))
		}
	}
}

// BenchmarkTwin40DegreesOfFreedom200Bodies clones the running application whose environment has the
// scene.
func BenchmarkTwin40DegreesOfFreedom200Bodies(b *testing.B) {
	app := func() actors.Application {
		scene, _ := large(b)
		return actors.Application{Name: "app", Actors: []actors.Spec{spec(10*time.Millisecond, environment.Actor{Environment: own(b, scene, environment.Ideal)})}}
	}
	sys, err := actors.New(app(), actors.WithVirtualTime())
	check(b, err)
	check(b, sys.Start(context.Background()))
	check(b, sys.Advance(time.Second))
	twins := app()
	b.ReportAllocs()
	for b.Loop() {
		twin, err := sys.Twin(twins)
		check(b, err)
		b.StopTimer()
		check(b, twin.Stop(context.Background()))
		b.StartTimer()
	}
	check(b, sys.Stop(context.Background()))
}
