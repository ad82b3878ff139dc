package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/worlds"
)

func TestLatchesAndGraspsThatWaitForeverAreNoted(t *testing.T) {
	w := testrobots.Door(t, nil)
	hinge, turn := jointNamed(t, w, "hinge").Limits[0], jointNamed(t, w, "turn").Limits[0]
	for name, c := range map[string]struct {
		options physics.Options
		want    []string
	}{
		"what is reached": {physics.Options{RigidLimits: true, Latches: []physics.LatchOptions{{Joint: "hinge", At: hinge.Lower, HandleJoint: "turn", Release: turn.Upper}}, Grasps: []physics.GraspOptions{{Joint: "turn", Closed: turn.Lower, Opened: turn.Upper}, {Closed: 0, Opened: 0}}}, nil},
		"a handle that turns less": {physics.Options{Latches: []physics.LatchOptions{{Joint: "hinge", HandleJoint: "turn", Release: turn.Upper + 0.1}}},
			[]string{`latches[0].release is `, `nothing releases the latch`}},
		"a door that is never there": {physics.Options{Latches: []physics.LatchOptions{{Joint: "hinge", At: hinge.Upper + 0.1, HandleJoint: "turn", Release: turn.Upper}}},
			[]string{`latches[0].at is `, `of joint "hinge"`}},
		"an end stop that gives way": {physics.Options{Latches: []physics.LatchOptions{{Joint: "hinge", HandleJoint: "turn", Release: turn.Upper + 0.03}}}, nil},
		"one that is rigid":          {physics.Options{RigidLimits: true, Latches: []physics.LatchOptions{{Joint: "hinge", HandleJoint: "turn", Release: turn.Upper + 0.03}}}, []string{`latches[0].release`}},
		"a finger":                   {physics.Options{Grasps: []physics.GraspOptions{{Joint: "turn", Closed: turn.Lower - 1, Opened: turn.Upper}}}, []string{`grasps[0].closed is `, `the grasp never closes`}},
		"what there is not":          {physics.Options{Grasps: []physics.GraspOptions{{Joint: "thumb", Closed: 1}}}, nil},
	} {
		got := (&Robot{World: w, Options: &c.options}).outOfReach()
		if text := strings.Join(got, "\n"); len(got) != min(1, len(c.want)) || slices.ContainsFunc(c.want, func(w string) bool { return !strings.Contains(text, w) }) {
			t.Errorf("%s: the remarks are %q; expected one with %q", name, got, c.want)
		}
	}
}

func jointNamed(t *testing.T, w *worlds.World, name string) worlds.Joint {
	t.Helper()
	i, err := w.JointIndex(name)
	if err != nil {
		t.Fatal(err)
	}
	return w.Joint(i)
}
