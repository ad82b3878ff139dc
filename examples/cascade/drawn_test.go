package cascade

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

var drawnSeeds = flag.Int("topologies", 30, "seeds of TestDrawnTopologiesAgreeWithAPlainModel")

// Each seed draws a topology and faults that end after 4 s. What each world sees is compared with
// what was true at the instant of the measurement, and in the end every joint moves as commanded.
func TestDrawnTopologiesAgreeWithAPlainModel(t *testing.T) {
	seeds := uint64(*drawnSeeds)
	if testing.Short() {
		seeds = min(seeds, 8) // the race detector takes thirty times as long
	}
	for seed := range seeds {
		c := &comparison{seed: seed + 1}
		if c.run(t); t.Failed() {
			t.Fatalf("seed %d, faults %q:\n%s", c.seed, c.plan, c.text)
		}
	}
}

// comparison compares one run with the plain model.
type comparison struct {
	seed uint64
	plan []string
	text string
	d    *drawn
	// truth has the position of each joint by the instant of its measurement, and moved the newest
	// velocities of a joint with their instants.
	truth map[string]map[messages.Instant][]float64
	seen  map[string]messages.Instant // newest valid snapshot of each world and joint
	moved map[string]float64          // velocity of each joint at home
	last  map[string]stamped          // newest command of each output
}

type stamped struct {
	stamp    messages.Stamp
	velocity []float64
}

func (c *comparison) run(t *testing.T) {
	r := rand.New(rand.NewPCG(c.seed, 1))
	c.d = draw(r)
	c.truth, c.seen, c.moved, c.last = map[string]map[messages.Instant][]float64{}, map[string]messages.Instant{}, map[string]float64{}, map[string]stamped{}
	folder := t.TempDir()
	for name, text := range c.d.files() {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "app.yaml" {
			c.text = text
		}
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "source", actors.RoleController, "commands velocities", source{}); err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "ideal", actors.RoleController, "realises a joint", ideal{}); err != nil {
		t.Fatal(err)
	}
	with := []session.Option{session.WithVirtualTime(), session.WithSeed(c.seed), session.WithLogger(nil)} // warnings are of acknowledgements that nobody needs
	c.drawFaults(r)
	for _, line := range c.plan {
		a, err := faults.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		with = append(with, session.WithSchedule(a))
	}
	s, err := session.New(registry, filepath.Join(folder, "app.yaml"), with...)
	if err != nil {
		t.Fatalf("seed %d:\n%s\n%v", c.seed, c.text, err)
	}
	c.tap(t, s)
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Waiting() {
		t.Errorf("%s %s", w.Actor, w.Text)
	}
	c.ends(t, messages.Instant(s.Config.Duration))
}

// drawFaults draws up to three faults, and the acknowledgements after which everything goes on.
func (c *comparison) drawFaults(r *rand.Rand) {
	for range r.IntN(4) {
		at := 2000 + r.IntN(1500)
		switch kind := r.IntN(4); {
		case kind == 0 && len(c.d.movers) > 0:
			c.plan = append(c.plan, fmt.Sprintf("at %dms panic %s", at, c.d.movers[r.IntN(len(c.d.movers))]))
		case len(c.d.links) > 0:
			word := []string{"partition", "duplicate", "drop"}[kind%3]
			c.plan = append(c.plan, fmt.Sprintf("at %dms for %dms %s %s", at, 50+r.IntN(400), word, c.d.links[r.IntN(len(c.d.links))]))
		}
	}
	for _, at := range []int{4200, 4800, 5400} {
		for _, w := range c.d.worlds {
			c.plan = append(c.plan, fmt.Sprintf("at %dms acknowledge %s", at, w.name))
		}
	}
}

// tap looks at everything that the comparison needs.
func (c *comparison) tap(t *testing.T, s *session.Session) {
	for i := range s.Config.Worlds {
		w := &s.Config.Worlds[i]
		drawn := c.d.worlds[i]
		for _, j := range c.d.joints {
			if j.home != drawn {
				continue
			}
			truth := map[messages.Instant][]float64{}
			c.truth[j.name] = truth
			if j.driven {
				k := slices.Index(drawn.driven, j.name)
				run.Tap(t, s.System, w.Name+"/bus.state", func(stamp messages.Stamp, v *messages.DriveState) {
					truth[stamp.Time], c.moved[j.name] = []float64{v.Position[k]}, v.Velocity[k]
				})
				continue
			}
			run.Tap(t, s.System, w.Name+"/ideal_"+j.name+".state", func(stamp messages.Stamp, v *messages.VirtualState) {
				truth[stamp.Time], c.moved[j.name] = slices.Clone(v.Position), v.Velocity[0]
			})
		}
		run.Tap(t, s.System, w.Name+"/perception.snapshot", func(stamp messages.Stamp, v *messages.Snapshot) { c.compare(t, w, drawn, stamp, v) })
	}
	for _, k := range s.Config.Couplings {
		if k.Command == nil {
			continue
		}
		output := s.Config.Worlds[k.Command.To.World].Name + "/coupling_" + k.Joint + ".out"
		run.Tap(t, s.System, output, func(stamp messages.Stamp, v *messages.JointCommand) { c.smooth(t, output, stamp, v) })
	}
}

// compare compares the valid joints of a snapshot with the plain model: the position is the true
// one of its instant, and the instant is not older than the bounds on its way.
func (c *comparison) compare(t *testing.T, w *app.World, drawn *drawnWorld, stamp messages.Stamp, v *messages.Snapshot) {
	for _, j := range c.d.joints {
		i, err := w.Model.JointIndex(j.name)
		if err != nil || !v.Valid[i] {
			continue
		}
		c.seen[w.Name+"/"+j.name] = stamp.Time
		slot := w.Model.Slot(i)
		truth, known := c.truth[j.name][v.Time[i]]
		if got := v.Position[slot.Position : slot.Position+slot.PositionLength]; !known || !slices.Equal(got, truth) {
			t.Errorf("at %s world %s sees joint %s at %v as of %s; it was at %v (known %v)", stamp.Time, w.Name, j.name, got, v.Time[i], truth, known)
		}
		if bound, coupled := drawn.sees[j]; coupled && stamp.Time.Sub(v.Time[i]) > time.Duration(bound)*time.Millisecond {
			t.Errorf("at %s world %s uses a state of joint %s as of %s; the bound is %d ms", stamp.Time, w.Name, j.name, v.Time[i], bound)
		}
	}
}

// smooth checks that no command of a joint jumps beyond the acceleration from one to the next.
func (c *comparison) smooth(t *testing.T, output string, stamp messages.Stamp, v *messages.JointCommand) {
	before, known := c.last[output]
	c.last[output] = stamped{stamp, slices.Clone(v.Velocity)}
	if !known || before.stamp.Incarnation != stamp.Incarnation || before.stamp.Sequence+1 != stamp.Sequence {
		return // withdrawn in between
	}
	most := accelLimit * stamp.Time.Sub(before.stamp.Time).Seconds() * (1 + 1e-6)
	for i := range v.Velocity {
		if step := math.Abs(v.Velocity[i] - before.velocity[i]); step > most+1e-9 || math.Abs(v.Velocity[i]) > speedLimit {
			t.Errorf("at %s velocity[%d] of %s goes from %g to %g within %s", stamp.Time, i, output, before.velocity[i], v.Velocity[i], stamp.Time.Sub(before.stamp.Time))
		}
	}
}

// ends checks that in the end every world has a valid state of every joint, and that each commanded
// joint moves as commanded.
func (c *comparison) ends(t *testing.T, end messages.Instant) {
	for _, w := range c.d.worlds {
		for _, j := range c.d.joints {
			if _, coupled := w.sees[j]; (coupled || w == j.home) && end.Sub(c.seen[w.name+"/"+j.name]) > 300*time.Millisecond {
				t.Errorf("world %s has seen joint %s last at %s", w.name, j.name, c.seen[w.name+"/"+j.name])
			}
		}
	}
	for _, j := range c.d.joints {
		if !j.driven && len(j.way) == 0 {
			continue // nobody commands it
		}
		delay := 0.0 // s, at most
		for at, w := j.home, 0; w < len(j.way); w++ {
			delay += float64(3*1000/min(at.hertz, j.way[w].hertz)) / 1000
			at = j.way[w]
		}
		low, high := math.Inf(1), math.Inf(-1)
		for past := 0.0; past <= delay+0.2; past += 0.005 {
			v := wanted(end.Add(-time.Duration(past * float64(time.Second))))
			low, high = min(low, v), max(high, v)
		}
		if v := c.moved[j.name]; v < low-0.1 || v > high+0.1 {
			t.Errorf("joint %s of %s moves at %.3f in the end; expected %.3f to %.3f", j.name, j.home.name, v, low, high)
		}
	}
}
