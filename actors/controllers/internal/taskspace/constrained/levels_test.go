package constrained

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// Six levels, each a thousandth of the one above, of tasks whose weights are spread over six
// decades: the last of them are rounding of the first. The robot moves on, within its limits, at
// both levels of control.
func TestWeightedLevelsHoweverManyAreSolved(t *testing.T) {
	for name, r := range map[string]*robot{"arm": arm(t, false), "arm on wheels": arm(t, true), "quadruped": quadruped(t), "humanoid": humanoid(t)} {
		for law, make_ := range map[string]func(Config) (*Law, error){"torque": NewTorqueLaw, "velocity": NewVelocityLaw} {
			t.Run(name+" "+law, func(t *testing.T) {
				for i := range uint64(12) {
					rng := rand.New(rand.NewPCG(seed, i))
					c := r.config()
					c.Weighted = true
					q := make([]float64, r.model.NQ())
					if len(r.contacts) > 0 {
						q = r.bent(t)
					}
					b := newBench(t, r, c, make_, q, sixLevels(r, rng)...)
					for range 8 {
						for k := range b.v {
							b.v[k] = 0.9*b.v[k] + 0.02*rng.NormFloat64()
						}
						if err := b.tick(t); err != nil {
							t.Fatalf("draw %d: %v", i, err)
						}
						for k, v := range b.out.Velocity {
							if most := r.limits.Velocity[k]; !(math.Abs(v) <= most*(1+1e-6)) && math.Abs(b.v[k]) < most {
								t.Fatalf("draw %d: velocity %d is %g of %g", i, k, v, most)
							}
						}
						b.move(t)
					}
				}
			})
		}
	}
}

// sixLevels draws tasks that are where they should be, of any weights.
func sixLevels(r *robot, rng *rand.Rand) (tasks []taskspace.Task) {
	for level := range 6 {
		task := taskspace.Task{Name: fmt.Sprint("level_", level), Level: level, Weight: math.Pow(10, 6*rng.Float64()-3), Goal: taskspace.Goal{Measured: true}}
		frame := r.model.Body(rng.IntN(r.model.NumBodies())).Name
		switch rng.IntN(5) {
		case 0:
			task.Kind, task.Frame = taskspace.FramePosition, frame
		case 1:
			task.Kind, task.Frame = taskspace.FrameOrientation, frame
		case 2:
			task.Kind, task.Frame = taskspace.FramePose, frame
		case 3:
			task.Kind = taskspace.CentreOfMass
		default:
			task.Kind = taskspace.Posture
		}
		tasks = append(tasks, task)
	}
	return tasks
}

// Limits that no joint is near require nothing, and neither does a place that no joint moves: the
// robot calms down.
func TestLevelsThatRequireNothingLetTheRobotCalmDown(t *testing.T) {
	r := arm(t, false)
	for name, task := range map[string]taskspace.Task{
		"limits":          {Name: "it", Kind: taskspace.JointLimits, Margin: 1e-3},
		"its first joint": {Name: "it", Kind: taskspace.FramePosition, Frame: r.model.Body(0).Name},
	} {
		for _, weighted := range []bool{false, true} {
			for law, make_ := range map[string]func(Config) (*Law, error){"torque": NewTorqueLaw, "velocity": NewVelocityLaw} {
				c := r.config()
				c.Weighted = weighted
				b := newBench(t, r, c, make_, make([]float64, r.model.NQ()), task)
				for i := range b.v {
					b.v[i] = 0.1
				}
				if err := b.tick(t); err != nil {
					t.Errorf("%s, weighted %v, %s: %v", name, weighted, law, err)
					continue
				}
				for i, v := range b.out.Velocity {
					if want := 0.1 * (1 - defaultRest*period); math.Abs(v-want) > 1e-9 {
						t.Errorf("%s, weighted %v, %s: velocity %d goes from 0.1 to %g; expected %g", name, weighted, law, i, v, want)
					}
				}
			}
		}
	}
}
