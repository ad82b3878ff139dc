package constrained

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// What a torque row says of the contact forces, beside the product with the whole Jacobian of each
// point.
func TestATorqueRowHasTheForcesOfAllContactsThatItsJointCarries(t *testing.T) {
	for name, r := range map[string]*robot{"quadruped": quadruped(t), "humanoid": humanoid(t)} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, r, r.config(), NewTorqueLaw, r.bent(t), taskspace.Task{Name: "posture", Kind: taskspace.Posture, Goal: taskspace.Goal{Measured: true}})
			must(t, b.tick(t))
			l, none := b.law, 0
			for _, row := range l.torques {
				got := l.constraints.Row(row.row)[l.nv:]
				for i := range l.contacts {
					k := &l.contacts[i]
					if !k.movedBy[row.dof] {
						none++
					}
					for p := range k.points {
						column := k.jacobian[p*3*l.nv+row.dof:]
						for axis, direction := range k.frame {
							want := -l.force * direction.Dot(spatial.Vec{X: column[0], Y: column[l.nv], Z: column[2*l.nv]})
							if at := 3*(k.first+p) + axis; math.Abs(got[at]-want) > 1e-12*l.force {
								t.Fatalf("velocity %d, contact %q, point %d, axis %d: %g, want %g", row.dof, k.c.Name, p, axis, got[at], want)
							}
						}
					}
				}
			}
			if all := len(l.torques) * len(l.contacts); none < all/4 || none == all {
				t.Errorf("of %d pairs of a joint and a contact %d are independent; expected a quarter at least, and not all", all, none)
			}
		})
	}
}

// Random states of an arm in which joints follow others: a column of a Jacobian that is never
// looked at is zero.
func TestVelocitiesThatAreSaidNotToMoveABodyDoNot(t *testing.T) {
	for _, planar := range []bool{false, true} {
		r := arm(t, planar)
		first := r.model.NV() - 7
		f := append(linked(r), rigidbody.Follower{ // nearer to the wall than what it follows
			Position: r.model.NQ() - 6, LeaderPosition: r.model.NQ() - 2, Velocity: first + 1, Leader: first + 5, Multiplier: 2,
		})
		l := &Law{c: Config{Model: r.model, Followers: f}, nv: r.model.NV()}
		rng := rand.New(rand.NewPCG(seed, 14))
		w, q := r.model.NewWorkspace(), make([]float64, r.model.NQ())
		jacobian := make([]float64, 3*l.nv)
		for body := range r.model.NumBodies() {
			moved := l.movedBy(body)
			for range 20 {
				must(t, r.model.RandomPosition(q, rng.Float64))
				f.Positions(q)
				must(t, w.SetPosition(q))
				must(t, w.PointJacobian(jacobian, body, [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}))
				f.Lead(jacobian, l.nv)
				for i, x := range jacobian {
					if x != 0 && !moved[i%l.nv] {
						t.Fatalf("planar %v, body %q moves by %g with velocity %d, which is said not to", planar, r.model.Body(body).Name, x, i%l.nv)
					}
				}
			}
		}
	}
}
