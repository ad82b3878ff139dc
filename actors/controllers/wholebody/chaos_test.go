package wholebody

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// witness knows every snapshot of the last second, and what matrices belong to it.
type witness struct {
	t         *testing.T
	r         *rig
	workspace *rigidbody.Workspace
	hand      int
	kept      [2048]struct {
		sequence uint64
		time     messages.Instant
		q, v     [4]float64
	}
	mass, jacobian, bias []float64
	phases               [3]int
	ticks, used          int // ticks, and models that were used
	model                uint64
	oldest               time.Duration
	bound                time.Duration
}

func newWitness(t *testing.T, r *rig, bound time.Duration) *witness {
	t.Helper()
	m, err := r.world.Model()
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{t: t, r: r, workspace: m.NewWorkspace(), mass: make([]float64, 16), bias: make([]float64, 4), jacobian: make([]float64, 24), bound: bound}
	if w.hand, err = m.BodyIndex("hand"); err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(r.sys, "arm/plant.snapshot", func(stamp messages.Stamp, s *messages.Snapshot) {
		k := &w.kept[stamp.Sequence%uint64(len(w.kept))]
		k.sequence, k.time = stamp.Sequence, stamp.Time
		copy(k.q[:], s.Position)
		copy(k.v[:], s.Velocity)
	}); err != nil {
		t.Fatal(err)
	}
	r.each = w.look
	return w
}

// given is what a solver was given.
type given struct {
	mass, bias []float64
	levels     []taskspace.Level
}

// look checks one tick: that the matrices which the hierarchy was given are all those of the
// snapshot that the status names, computed here anew, and that the age is the time since that
// snapshot.
func (w *witness) look(stamp messages.Stamp, s *messages.TaskStatus) {
	w.ticks++
	w.phases[s.Phase]++
	if s.Phase != messages.TaskRunning {
		return
	}
	k := &w.kept[s.SnapshotSequence%uint64(len(w.kept))]
	if k.sequence != s.SnapshotSequence || s.ModelSequence == 0 {
		w.t.Fatalf("%v: model %d is of snapshot %d, which is not known", stamp.Time, s.ModelSequence, s.SnapshotSequence)
	}
	if age := stamp.Time.Sub(k.time); s.ModelAge != age || age > w.bound {
		w.t.Fatalf("%v: the reported age of the model is %v; snapshot %d is %v old, %v at most", stamp.Time, s.ModelAge, s.SnapshotSequence, age, w.bound)
	}
	w.oldest = max(w.oldest, s.ModelAge)
	if s.ModelSequence != w.model {
		w.model = s.ModelSequence
		w.used++
	}
	if err := w.workspace.SetState(k.q[:], k.v[:]); err != nil {
		w.t.Fatal(err)
	}
	for _, err := range []error{w.workspace.MassMatrix(w.mass), w.workspace.Bias(w.bias), w.workspace.Jacobian(w.jacobian, w.hand, rigidbody.LocalWorldAligned)} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	drift := w.workspace.Drift(w.hand, rigidbody.LocalWorldAligned)
	set := w.r.shell.law.sets[s.Set]
	var given given
	switch s := set.solver.(type) {
	case *exactSolver:
		given.mass, given.bias, given.levels = s.in.MassMatrix, s.in.Bias, s.in.Levels
	case *limitedSolver:
		given.mass, given.bias, given.levels = s.in.MassMatrix, s.in.Bias, s.in.Levels
	}
	w.equal(stamp, "mass matrix", given.mass, w.mass)
	w.equal(stamp, "bias", given.bias, w.bias)
	if set.name == "reaching" {
		level := &given.levels[1]
		w.equal(stamp, "Jacobian of reach", level.Jacobian, w.jacobian[:12])
		w.equal(stamp, "drift of reach", level.Drift, drift.Linear[:])
		w.equal(stamp, "Jacobian of turned", given.levels[2].Jacobian, w.jacobian[16:20])
	}
}

func (w *witness) equal(stamp messages.Stamp, what string, got, want []float64) {
	if len(got) != len(want) {
		w.t.Fatalf("%v: %s has %d entries, want %d", stamp.Time, what, len(got), len(want))
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-12*(1+math.Abs(want[i])) {
			w.t.Fatalf("%v: entry %d of the %s is %g; in the snapshot that the tick names it is %g", stamp.Time, i, what, got[i], want[i])
		}
	}
}

// The model actor is late by a random time of up to 200 ms, its link loses, delays, repeats and
// spoils values, and the actor is killed, for a moment or for seconds. No tick mixes two snapshots,
// each knows the age of its model, the arm stays inside its limits, and it always comes back.
func TestALateDeadOrMadModelNeverMixesSnapshotsNorLeavesTheLimits(t *testing.T) {
	for law, ticks := range map[string]int{"exact": 200_000, "constrained": 100_000} {
		if testing.Short() {
			if ticks = 10_000; law == "exact" {
				continue // what the laws share is run under the other one
			}
		}
		t.Run(law, func(t *testing.T) { disturbTheModel(t, law, ticks) })
	}
}

func disturbTheModel(t *testing.T, law string, ticks int) {
	const seed = 3
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 9))
	o := fromActor(armOptions())
	o.ModelMaxAge, o.Law = 300*time.Millisecond, law
	r := newRig(t, o, rigOptions{period: 10 * time.Millisecond, jitter: 200 * time.Millisecond, seed: seed})
	w := newWitness(t, r, o.ModelMaxAge)
	states := map[uint32]int{}
	look := r.each
	r.each = func(stamp messages.Stamp, s *messages.TaskStatus) { states[s.State]++; look(stamp, s) }
	r.arm.each = r.inside
	r.start()
	faults := map[actors.FaultKind]int{}
	const link = "arm/model.model->arm/controller.model"
	for w.ticks < ticks && r.at < messages.Instant(2*ticks)*messages.Instant(time.Millisecond) {
		r.run(time.Duration(200+random.IntN(3000)) * time.Millisecond)
		f := []actors.Fault{
			{Kind: actors.FaultPanic, Target: "arm/model"},
			{Kind: actors.FaultCrashLoop, Target: "arm/model", Duration: time.Duration(random.IntN(3000)) * time.Millisecond},
			{Kind: actors.FaultDrop, Target: link, Duration: time.Duration(random.IntN(1500)) * time.Millisecond},
			{Kind: actors.FaultDelay, Target: link, Delay: time.Duration(1+random.IntN(199)) * time.Millisecond, Duration: time.Duration(random.IntN(3000)) * time.Millisecond},
			{Kind: actors.FaultNaN, Target: link, Duration: time.Duration(random.IntN(800)) * time.Millisecond},
			{Kind: actors.FaultFreeze, Target: link, Duration: time.Duration(random.IntN(1500)) * time.Millisecond},
			{Kind: actors.FaultDrop, Target: "arm/controller.request->arm/model.request", Duration: time.Duration(random.IntN(1500)) * time.Millisecond},
		}[random.IntN(7)]
		if f.Kind != actors.FaultPanic && f.Duration == 0 {
			continue
		}
		if err := r.sys.Inject(f); err != nil {
			t.Fatal(err)
		}
		faults[f.Kind]++
	}
	t.Logf("%d ticks: %d wait for a model, %d run, %d are degraded; %d models were used, the oldest was %v; the controller failed %d times; faults %v; states %v",
		w.ticks, w.phases[0], w.phases[1], w.phases[2], w.used, w.oldest, len(r.failures()), faults, states)
	if w.ticks < ticks || w.phases[1] < ticks/4 || w.phases[2] < ticks/100 || w.oldest < 200*time.Millisecond {
		t.Errorf("the run does not show much")
	}
	for i := range 4 {
		if states[uint32(i)] == 0 && !testing.Short() {
			t.Errorf("state %d was never active", i)
		}
	}
	for _, text := range r.failures() {
		if !strings.Contains(text, ErrDegraded.Error()) {
			t.Fatalf("the controller failed for another reason: %s", text)
		}
	}
	r.sys.ClearFaults()
	r.run(5 * time.Second)
	if r.status.Phase != messages.TaskRunning && r.status.Phase != messages.TaskDegraded {
		t.Errorf("without faults the phase is %s", r.status.Phase)
	}
	if len(faults) < 5 {
		t.Errorf("only %d kinds of faults happened", len(faults))
	}
}
