package sim

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// tape keeps what a plant's actor publishes.
type tape struct {
	topics []string
	states []messages.JointState
	truths []messages.BodyState
	stamps map[string][]messages.Instant
	events []messages.Event
}

func (r *tape) Channel(topic string, _ reflect.Type) (int, bool) {
	r.topics = append(r.topics, topic)
	return len(r.topics) - 1, true
}

func (r *tape) Record(id int, stamp messages.Stamp, value any) {
	topic := r.topics[id]
	r.stamps[topic] = append(r.stamps[topic], stamp.Time)
	switch v := value.(type) {
	case *messages.JointState:
		r.states = append(r.states, messages.JointState{Position: slices.Clone(v.Position), Velocity: slices.Clone(v.Velocity), Effort: slices.Clone(v.Effort)})
	case *messages.BodyState:
		r.truths = append(r.truths, *v)
	}
}

func (r *tape) Event(e messages.Event) { r.events = append(r.events, e) }
func (r *tape) Dropped(int, uint64)    {}

// play runs a plant's actor alone, every period, and returns what it published.
func play(t *testing.T, o *PlantOptions, period, d time.Duration) (*Plant, *tape, error) {
	t.Helper()
	handle, makeActor, err := o.MakePlant(hardware.PlantContext{World: wholeRobot(t), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &tape{stamps: map[string][]messages.Instant{}}
	s, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "plant/robot", Period: period, New: makeActor}}},
		actors.WithVirtualTime(), actors.WithRecorder(r))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	err = s.Advance(d)
	if stopped := s.Stop(context.Background()); stopped != nil {
		t.Error(stopped)
	}
	return handle.(*Plant), r, err
}

func TestThePlantsActorPublishesTheTruthOfItsReleases(t *testing.T) {
	const period = 4 * time.Millisecond
	p, r, err := play(t, plantOptions(), period, 100*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"plant/robot.state", "plant/robot.truth"} {
		stamps := r.stamps[topic]
		if len(stamps) != 26 {
			t.Errorf("%s was sent %d times in 26 releases", topic, len(stamps))
		}
		for i, at := range stamps {
			if want := messages.Instant(0).Add(time.Duration(i) * period); at != want {
				t.Errorf("value %d of %s is of %s, expected %s", i, topic, at, want)
			}
		}
	}
	if p.Now() != messages.Instant(100*time.Millisecond) {
		t.Errorf("the plant is at %s", p.Now())
	}

	// the same plant, advanced by hand, is in the states that were sent
	twin := madePlant(t, plantOptions(), 1)
	body, err := twin.mechanism.Body("arm_gripper")
	if err != nil {
		t.Fatal(err)
	}
	w := twin.mechanism.World()
	q, v, effort := make([]float64, w.NumPositions()), make([]float64, w.NumVelocities()), make([]float64, w.NumVelocities())
	for i := range r.states {
		if i > 0 {
			advance(t, twin, period)
		}
		if err := twin.mechanism.CopyState(q, v); err != nil {
			t.Fatal(err)
		}
		if err := twin.CopyEffort(effort); err != nil || !slices.Equal(effort, r.states[i].Effort) {
			t.Fatalf("the efforts of state %d are %v, those of the plant %v (%v)", i, r.states[i].Effort, effort, err)
		}
		if !slices.Equal(q, r.states[i].Position) || !slices.Equal(v, r.states[i].Velocity) {
			t.Fatalf("state %d is not that of the plant", i)
		}
		if twin.mechanism.Pose(body) != r.truths[i].Pose || twin.mechanism.Twist(body) != r.truths[i].Twist {
			t.Fatalf("truth %d is not that of the gripper", i)
		}
	}
}

func TestTrueEffortsAreThoseThatReachTheJoints(t *testing.T) {
	p := liftAt(t, testrobots.Lift(t))
	spindle := slot(t, p.mechanism.World(), "spindle").Velocity
	efforts := func(mode messages.Mode, arm uint32) float64 {
		for range 1000 {
			for _, s := range p.servos {
				s.Obey(p.Now(), &servo.Command{Mode: mode, Arm: arm, SetPoints: servo.SetPoints{Control: messages.ControlVelocity}})
			}
			advance(t, p, time.Millisecond)
		}
		effort := make([]float64, len(p.mechanism.Velocity()))
		if err := p.CopyEffort(effort); err != nil {
			t.Fatal(err)
		}
		return effort[spindle]
	}
	near(t, "effort of the drive that holds the trunk", efforts(messages.ModeRun, 1), 60.02*gravity, 1)
	near(t, "effort of the drive whose brake holds it", efforts(messages.ModeOff, 1), 0, 1e-9)
	if err := p.CopyEffort(nil); err == nil {
		t.Error("efforts for no joints are accepted")
	}
}

func TestWhatNobodyHearsIsNotSent(t *testing.T) {
	_, makeActor, err := plantOptions().MakePlant(hardware.PlantContext{World: wholeRobot(t), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "plant/robot", Period: time.Millisecond, New: makeActor}}},
		actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	var heard []messages.Stamp
	if err := s.Advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	remove, err := actors.Tap(s, "plant/robot.truth", func(stamp messages.Stamp, _ *messages.BodyState) { heard = append(heard, stamp) })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Advance(5 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		remove()
	}
	if len(heard) != 5 || heard[0].Sequence != 1 || heard[0].Time != messages.Instant(11*time.Millisecond) {
		t.Errorf("heard %v, expected five values, the first of all at 11ms", heard)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestWithoutABodyNoTruthIsSent(t *testing.T) {
	o := plantOptions()
	o.Truth = ""
	_, r, err := play(t, o, time.Millisecond, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.truths) != 0 || len(r.states) != 11 {
		t.Errorf("%d truths and %d states were sent, expected 0 and 11", len(r.truths), len(r.states))
	}
}
