package worlds

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestAGroupHoldsItsJointsInItsOwnOrder(t *testing.T) {
	w := mustBuild(t, gripperArm())
	g, err := w.Group("mixed")
	if err != nil {
		t.Fatal(err)
	}
	if g.NumJoints() != 4 || g.NumPositions() != 1+3+1+7 || g.NumVelocities() != 1+3+1+6 {
		t.Errorf("the group has %d joints, %d positions, %d velocities", g.NumJoints(), g.NumPositions(), g.NumVelocities())
	}
	if want := []string{"wheel_joint", "base_planar", "lower_joint", "ball_free"}; !reflect.DeepEqual(g.JointNames(), want) {
		t.Errorf("the joints are %q, want %q", g.JointNames(), want)
	}
	if got := g.Slot(3); got != (Slot{Floating, 5, 7, 5, 6}) {
		t.Errorf("the last joint is at %+v", got)
	}
	world := make([]float64, w.NumPositions())
	for i := range world {
		world[i] = float64(i)
	}
	group := make([]float64, g.NumPositions())
	if err := g.GatherPosition(group, world); err != nil {
		t.Fatal(err)
	}
	if want := []float64{14, 7, 8, 9, 11, 0, 1, 2, 3, 4, 5, 6}; !slices.Equal(group, want) {
		t.Errorf("gathered %v, want %v", group, want)
	}
}

// gatherByName copies joint by joint, the slow and obvious way.
func gatherByName(w *World, g *JointGroup, position bool, world []float64) []float64 {
	var out []float64
	for _, name := range g.JointNames() {
		i, _ := w.JointIndex(name)
		if at := w.Slot(i); position {
			out = append(out, world[at.Position:at.Position+at.PositionLength]...)
		} else {
			out = append(out, world[at.Velocity:at.Velocity+at.VelocityLength]...)
		}
	}
	return out
}

func TestGatherAgreesWithCopyingJointByJointAndScatterIsItsInverse(t *testing.T) {
	const seed = 31
	random := rand.New(rand.NewPCG(seed, 0))
	for range 50 {
		w := mustBuild(t, randomTree(random, 2+random.IntN(25)))
		names := w.JointNames()
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		g, err := w.NewGroup("g", names[:random.IntN(len(names)+1)]...)
		if err != nil {
			t.Fatal(err)
		}
		q, v := randomVector(random, w.NumPositions()), randomVector(random, w.NumVelocities())
		gq, gv := make([]float64, g.NumPositions()), make([]float64, g.NumVelocities())
		if g.GatherPosition(gq, q) != nil || g.GatherVelocity(gv, v) != nil {
			t.Fatal("refused")
		}
		if !slices.Equal(gq, gatherByName(w, g, true, q)) || !slices.Equal(gv, gatherByName(w, g, false, v)) {
			t.Fatalf("seed %d: gathered %v from %v", seed, gq, q)
		}
		q2, v2 := slices.Clone(q), slices.Clone(v)
		for i := range gq {
			gq[i] += 1
		}
		for i := range gv {
			gv[i] += 1
		}
		if g.ScatterPosition(q2, gq) != nil || g.ScatterVelocity(v2, gv) != nil {
			t.Fatal("refused")
		}
		if !slices.Equal(gatherByName(w, g, true, q2), gq) || !slices.Equal(gatherByName(w, g, false, v2), gv) {
			t.Fatalf("seed %d: scattered %v to %v", seed, gq, q2)
		}
		changed := 0
		for i := range q {
			if q[i] != q2[i] {
				changed++
			}
		}
		if changed != len(gq) {
			t.Fatalf("seed %d: %d entries were changed, want those of the group, %d", seed, changed, len(gq))
		}
	}
}

func TestStatesAndCommandsPassThroughAGroup(t *testing.T) {
	w := mustBuild(t, gripperArm())
	g, _ := w.Group("mixed")
	state, part := w.NewState(), g.NewState()
	for i := range state.Position {
		state.Position[i] = float64(i)
	}
	for i := range state.Velocity {
		state.Velocity[i], state.Effort[i] = 100+float64(i), 200+float64(i)
	}
	if err := g.GatherState(&part, &state); err != nil {
		t.Fatal(err)
	}
	if part.Position[0] != 14 || part.Velocity[0] != 113 || part.Effort[4] != 210 {
		t.Errorf("the group's state is %+v", part)
	}
	back := w.NewState()
	if err := g.ScatterState(&back, &part); err != nil || back.Effort[10] != 210 || back.Effort[9] != 0 {
		t.Errorf("the world's state is %+v (%v)", back, err)
	}
	command, all := g.NewCommand(), w.NewCommand()
	command.Control[0], command.Velocity[0] = messages.ControlVelocity, 3
	if err := g.ScatterCommand(&all, &command); err != nil || all.Control[6] != messages.ControlVelocity || all.Velocity[13] != 3 {
		t.Errorf("the world's command is %+v (%v)", all, err)
	}
	again := g.NewCommand()
	if err := g.GatherCommand(&again, &all); err != nil || !reflect.DeepEqual(again, command) {
		t.Errorf("the group's command is %+v, want %+v (%v)", again, command, err)
	}
}

func TestGatherAndScatterDoNotAllocate(t *testing.T) {
	w := mustBuild(t, gripperArm())
	g, _ := w.Group("mixed")
	state, part, command, all := w.NewState(), g.NewState(), g.NewCommand(), w.NewCommand()
	allocations := testing.AllocsPerRun(100, func() {
		if g.GatherState(&part, &state) != nil || g.ScatterState(&state, &part) != nil ||
			g.ScatterCommand(&all, &command) != nil || g.GatherCommand(&command, &all) != nil {
			t.Error("refused")
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations, want none", allocations)
	}
}

func TestVectorsOfAWrongLengthAreRefused(t *testing.T) {
	w := mustBuild(t, gripperArm())
	g, _ := w.Group("arm")
	short := make([]float64, 1)
	q, v := make([]float64, w.NumPositions()), make([]float64, w.NumVelocities())
	state, command := messages.JointState{}, messages.JointCommand{}
	worldState, worldCommand := w.NewState(), w.NewCommand()
	noControl := g.NewCommand()
	noControl.Position = nil
	for name, err := range map[string]error{
		"gather positions":     g.GatherPosition(short, q),
		"gather velocities":    g.GatherVelocity(short, v),
		"gather from short":    g.GatherVelocity(make([]float64, 2), short),
		"scatter positions":    g.ScatterPosition(q, short),
		"scatter velocities":   g.ScatterVelocity(short, make([]float64, 2)),
		"gather state":         g.GatherState(&state, &worldState),
		"scatter state":        g.ScatterState(&worldState, &state),
		"gather command":       g.GatherCommand(&command, &worldCommand),
		"scatter command":      g.ScatterCommand(&worldCommand, &command),
		"scatter half command": g.ScatterCommand(&worldCommand, &noControl),
	} {
		if err == nil || !strings.Contains(err.Error(), `joint group "arm"`) || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGroupsOfStrangersAndRepetitionsAreRefused(t *testing.T) {
	w := mustBuild(t, gripperArm())
	if _, err := w.NewGroup("g", "uper_joint"); err == nil || !strings.Contains(err.Error(), "upper_joint") {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := w.NewGroup("g", "upper_joint", "upper_joint"); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("a repetition: %v", err)
	}
	if all := w.All(); all.NumPositions() != w.NumPositions() || all.NumJoints() != w.NumJoints() || all.World() != w {
		t.Error("the group of all joints is not complete")
	}
}
