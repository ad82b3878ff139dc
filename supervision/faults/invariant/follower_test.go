package invariant

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// grips is a play of the gripper of the simulated hardware: joint grip_right mimics grip, and
// opening mimics grip_right, by -20 times and 0.5 rad. Each of its cycles is a millisecond.
type grips struct {
	*play
	q []float64 // true positions of lift, grip, grip_right and opening
}

func gripper(t *testing.T) *app.Config {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile("../../../hardware/sim/testdata/gripper/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func newGrips(t *testing.T) *grips {
	t.Helper()
	config := gripper(t)
	var err error
	g := &grips{play: &play{t: t, now: 1000 * millisecond, ids: map[string]int{}, sent: map[string]uint64{}, lives: map[string]messages.Incarnation{},
		truths: map[string]*hardware.Truth{}, model: map[string]hardware.DriveModel{}}, q: []float64{0.1, 0.04, 0.04, 0.5 - 20*0.04}}
	for _, name := range []string{"lift", "grip"} {
		g.truths[name] = &hardware.Truth{Mode: messages.ModeOff}
		g.model[name] = hardware.DriveModel{Lag: 0.02, DriveInfo: hardware.DriveInfo{Joint: name, Limits: hardware.Limits{Velocity: 1}}}
	}
	if g.w, err = New(config, map[string]hardware.GroundTruth{app.PlantActor: g.play}); err != nil {
		t.Fatal(err)
	}
	g.w.Attach(func() messages.Instant { return g.now }, nil)
	return g
}

// change changes a snapshot.
type change = func(s *messages.Snapshot, at placesOf)

// placesOf returns where the state of a joint is in a snapshot.
type placesOf = func(name string) (joint, position, velocity int)

// cycle reports what is true, what the bus has read and a snapshot of it with a change.
func (g *grips) cycle(change change) {
	robot, m := g.w.plants[0].Model, g.w.worlds[0]
	names := []string{"lift", "grip", "grip_right", "opening"}
	at := func(name string) (joint, position, velocity int) {
		for i := range m.joints {
			if m.joints[i].name == name {
				return i, m.joints[i].at.Position, m.joints[i].at.Velocity
			}
		}
		g.t.Fatalf("no joint %s", name)
		return 0, 0, 0
	}
	truth := &messages.JointState{Position: make([]float64, robot.NumPositions()), Velocity: make([]float64, robot.NumVelocities())}
	s := g.snapshot(len(m.joints), m.Model.NumPositions(), m.Model.NumVelocities())
	for k, name := range names {
		i, err := robot.JointIndex(name)
		if err != nil {
			g.t.Fatal(err)
		}
		truth.Position[robot.Slot(i).Position] = g.q[k]
		j, position, velocity := at(name)
		s.Position[position], s.Mode[j] = g.q[k], messages.ModeOff
		s.Velocity[velocity] = []float64{0, 0.1, 0.1, -2}[k]
	}
	g.record(app.PlantActor+".state", truth)
	g.record("arm/motors.state", g.reply(2, func(i int) string { return names[i] }))
	if change != nil {
		change(s, at)
	}
	g.record("arm/perception.snapshot", s)
	g.now += millisecond
}

func TestV42(t *testing.T) {
	mode := func(joint string, mode messages.Mode) change {
		return func(s *messages.Snapshot, at placesOf) {
			j, _, _ := at(joint)
			s.Mode[j] = mode
		}
	}
	valid := func(joints ...string) change {
		return func(s *messages.Snapshot, at placesOf) {
			for _, name := range []string{"grip", "grip_right", "opening"} {
				j, _, _ := at(name)
				s.Valid[j] = slices.Contains(joints, name)
			}
		}
	}
	older := func(joints ...string) change {
		return func(s *messages.Snapshot, at placesOf) {
			for _, name := range joints {
				j, _, _ := at(name)
				s.Time[j] -= millisecond
			}
		}
	}
	moved := func(joint string, position, velocity float64) change {
		return func(s *messages.Snapshot, at placesOf) {
			_, q, v := at(joint)
			s.Position[q] += position
			s.Velocity[v] += velocity
		}
	}
	for _, c := range []struct {
		name   string
		change change
		words  []string // none where nothing is wrong
	}{
		{"all as it should be", nil, nil},
		{"all joints invalid", valid(), nil},
		{"a finger that is valid although the other one is not", valid("grip_right"), []string{"grip_right", "it is marked valid: true, and joint grip, which it mimics: false"}},
		{"a finger that is not valid", valid("grip", "opening"), []string{"grip_right", "it is marked valid: false, and joint grip"}},
		{"an indicator at the end of the chain that is not valid", valid("grip", "grip_right"), []string{"opening", "it is marked valid: false, and joint grip"}},
		{"a finger in another mode", mode("grip_right", messages.ModeRun), []string{"grip_right", "it is in run, and joint grip, which it mimics, in off"}},
		{"all states older", older("grip", "grip_right", "opening"), nil},
		{"a finger with another stamp", older("grip_right"), []string{"grip_right", "is stamped", "and that of joint grip"}},
		{"a finger elsewhere", moved("grip_right", 1e-6, 0), []string{"grip_right", "its position is 0.040001 m; joint grip, which it mimics, puts it at 0.040000"}},
		{"an indicator with the offset of the other sign", moved("opening", -1, 0), []string{"opening", "its position is -1.300000 rad", "puts it at -0.300000"}},
		{"an indicator with the velocity of its finger", moved("opening", 0, 2.1), []string{"opening", "its velocity is 0.100000 rad/s", "gives it -2.000000"}},
		{"rounding", moved("opening", 1e-15, 1e-15), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGrips(t)
			for range 5 {
				g.cycle(nil)
			}
			g.want("")
			g.cycle(c.change)
			if len(c.words) == 0 {
				g.want("")
				return
			}
			g.want("V42", c.words...)
		})
	}
}

// A drive that moves two joints may measure its own rightly, and the world may know the relation of
// the other one wrongly.
func TestTheTruePositionOfAMimicJointIsCompared(t *testing.T) {
	for off, want := range map[float64]string{19 * fineEncoder: "", 21 * fineEncoder: "V27", -21 * fineEncoder: "V27"} {
		g := newGrips(t)
		for range 5 {
			g.cycle(nil)
		}
		g.want("")
		g.q[3] += off // the truth of the indicator, not what the world computes
		for range 60 {
			g.cycle(func(s *messages.Snapshot, at placesOf) {
				_, q, _ := at("opening")
				s.Position[q] = 0.5 - 20*g.q[1]
			})
		}
		if want == "" {
			g.want("")
			continue
		}
		g.want(want, "opening", "is outside of what was true")
	}
}

func TestWatchingJointsThatMimicOthersAllocatesNothing(t *testing.T) {
	g := newGrips(t)
	g.cycle(nil)
	var seen *messages.Snapshot
	g.cycle(func(s *messages.Snapshot, _ placesOf) { seen = s })
	m := g.w.worlds[0]
	if n := testing.AllocsPerRun(100, func() { g.w.followers(m, g.now, seen) }); n != 0 || len(m.followers) != 2 {
		t.Errorf("a snapshot with %d of them allocates %v times", len(m.followers), n)
	}
	g.want("")
}

// What a drive moves and carries includes the joints that mimic its own.
func TestAJointCarriesTheWeightOfWhatMimicsIt(t *testing.T) {
	world := gripper(t).Plants[0].Model
	s := newShaking(world)
	q, v := make([]float64, world.NumPositions()), make([]float64, world.NumVelocities())
	slot := func(name string) int {
		i, err := world.JointIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		return world.Slot(i).Velocity
	}
	if err := world.Neutral(q); err != nil {
		t.Fatal(err)
	}
	s.note(q, v, time.Millisecond)
	v[slot("grip")], v[slot("grip_right")], v[slot("opening")] = 0.01, 0.01, -0.2
	s.note(q, v, time.Millisecond)
	if got := s.load(slot("grip")); got != 0 {
		t.Errorf("the other finger, which moves with it, loads it by %g N", got)
	}
	if got, want := s.mass[slot("grip")*len(v)+slot("grip")], 0.2+0.2+400*(1e-6+0.01*0.01*0.01); math.Abs(got-want) > 1e-9 {
		t.Errorf("the finger moves %g kg, expected %g: both fingers, and the indicator by 20 rad/m", got, want)
	}
}
