package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// illRobot is the driven robot with a fault in its second joint from 200 ms on.
func illRobot(t *testing.T, f actors.Fault, each func(k int, r *drivenRobot)) {
	t.Helper()
	r := newDrivenRobot(t, wholeOptions())
	f.Target = armJoints[1]
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	var end func()
	for k := range 600 {
		if k == 200 {
			var err error
			if end, err = r.plant.InjectFault(f.Completed(), f.Target, r.plant.Now(), rand.New(rand.NewPCG(1, 2))); err != nil {
				t.Fatal(err)
			}
		}
		if k == 500 && end != nil {
			end()
		}
		r.drive(k)
		r.cycle(t)
		each(k, r)
	}
}

func TestADriveThatDoesNotReplyIsSilent(t *testing.T) {
	illRobot(t, actors.Fault{Kind: actors.FaultNoReply}, func(k int, r *drivenRobot) {
		if want := k <= 200 || k > 500; r.armState.Answered[1] != want && k > 1 || k > 1 && !r.armState.Answered[0] {
			t.Errorf("cycle %d: answered %v", k, r.armState.Answered)
		}
		if k == 450 && r.armState.Mode[1] != messages.ModeRun {
			t.Error("the drive hears, and should run")
		}
	})
}

func TestRepliesAreLostInBursts(t *testing.T) {
	lost, run := 0, 0
	illRobot(t, actors.Fault{Kind: actors.FaultNoReply, Probability: 0.05, Count: 7}, func(k int, r *drivenRobot) {
		switch {
		case k <= 201 || k >= 495:
		case !r.armState.Answered[1]:
			lost, run = lost+1, run+1
		default:
			if run%7 != 0 {
				t.Errorf("cycle %d: a burst of %d", k, run)
			}
			run = 0
		}
	})
	if lost < 7 || lost > 200 {
		t.Errorf("%d answers were lost", lost)
	}
}

func TestALateReplyIsOfBefore(t *testing.T) {
	var past []float64
	illRobot(t, actors.Fault{Kind: actors.FaultLateReply, Count: 8}, func(k int, r *drivenRobot) {
		if k < 500 {
			count := r.arm.Drives()[1].Resolution // as the encoder reads it
			past = append(past, count*math.RoundToEven(truthOf(t, r.plant, armJoints[1]).Position*(1/count)))
		}
		switch { // a bus reads what was published at the end of the cycle before
		case k > 201 && k <= 208 && r.armState.Answered[1]:
			t.Errorf("cycle %d: answered before the first late one arrives", k)
		case k > 210 && k < 500 && (!r.armState.Answered[1] || r.armState.Position[1] != past[k-9]):
			t.Errorf("cycle %d: %g is not that of 8 cycles before, %g", k, r.armState.Position[1], past[k-9])
		}
	})
}

func TestARepeatedReplyIsNoReply(t *testing.T) {
	illRobot(t, actors.Fault{Kind: actors.FaultRepeatedReply}, func(k int, r *drivenRobot) {
		if want := k <= 201 || k > 500; k > 1 && r.armState.Answered[1] != want {
			t.Errorf("cycle %d: answered %v", k, r.armState.Answered[1])
		}
	})
}

func TestSwappedRepliesAreNobodys(t *testing.T) {
	illRobot(t, actors.Fault{Kind: actors.FaultSwappedReply}, func(k int, r *drivenRobot) {
		want := k <= 200 || k > 500
		if k > 1 && (r.armState.Answered[1] != want || r.armState.Answered[2] != want || !r.armState.Answered[3]) {
			t.Errorf("cycle %d: answered %v", k, r.armState.Answered)
		}
	})
}

func TestAFaultOfAJointThatIsNotThereIsRefused(t *testing.T) {
	p := newDrivenRobot(t, wholeOptions()).plant
	if _, err := p.InjectFault(actors.Fault{Kind: actors.FaultSensorOff}, "nose", 0, nil); err == nil || !strings.Contains(err.Error(), `no servo drives joint "nose"`) {
		t.Error(err)
	}
	if _, err := p.InjectFault(actors.Fault{Kind: actors.FaultBrake}, wheelJoints[0], 0, nil); err == nil || !strings.Contains(err.Error(), "has no brake") {
		t.Error(err)
	}
	if names := p.FaultTargets(); len(names) != len(armJoints)+len(wheelJoints) {
		t.Errorf("%v", names)
	}
}

func TestFaultsThatAreOverCostNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts zero allocations")
	}
	r := newDrivenRobot(t, wholeOptions())
	end, err := r.plant.InjectFault(actors.Fault{Kind: actors.FaultSensorNoise, Amount: 1e-5}, armJoints[0], 0, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for k := range 100 {
		r.drive(k)
		r.cycle(t)
	}
	end()
	r.cycle(t)
	if n := testing.AllocsPerRun(50, func() { r.cycle(t) }); n != 0 {
		t.Errorf("a cycle costs %v allocations", n)
	}
}
