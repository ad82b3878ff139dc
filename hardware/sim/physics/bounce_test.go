package physics

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
)

// fallingRod is a rod of 1 m and 1 kg about y, tilted by an angle, that strikes the ground by 2 m/s
// with one end while it slides along x.
func fallingRod(t *testing.T, restitution, friction, angle, along float64) *Mechanism {
	const half = 0.5
	s, c := math.Sincos(angle)
	p := newPlant(t, built(t, freeBody("rod", solidBox(1, 2*half, 0.01, 0.01))), Options{
		Step:     200 * time.Microsecond,
		Surfaces: []SurfaceOptions{{Name: "ground", Friction: friction, Restitution: restitution}},
		Contacts: []ContactOptions{{Body: "rod", Points: [][3]float64{{-half, 0, 0}, {half, 0, 0}}}},
		Start:    []StartOptions{{Joint: "rod_joint", Position: []float64{0, 0, half*s + 0.02, math.Cos(angle / 2), 0, math.Sin(angle / 2), 0}}},
	})
	const down = -2.0
	if err := p.SetState(p.position, []float64{c*along - s*down, 0, s*along + c*down, 0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	return p
}

// Kane's paradox: with Newton's restitution alone, friction that turns the slip of the end round
// brings up to 7 % more energy.
func TestAnImpactWithFrictionBringsNoEnergy(t *testing.T) {
	bounced := 0
	for _, restitution := range []float64{0.5, 0.8, 1} {
		for _, friction := range []float64{0.1, 0.3, 0.5, 1, 2} {
			for _, angle := range []float64{0.3, 0.6, 0.9, 1.2} {
				for _, along := range []float64{-4, -1, 0, 1, 4} {
					p := fallingRod(t, restitution, friction, angle, along)
					energy := totalEnergy(p)
					for range 150 {
						advance(t, p, p.StepLength())
						lawful(t, p, 1e-4)
						now := totalEnergy(p)
						if now > energy*(1+1e-5) {
							t.Fatalf("restitution %g, friction %g, angle %g, along %g m/s: at %s the energy rises from %g to %g J",
								restitution, friction, angle, along, p.Now(), energy, now)
						}
						energy = now
						if x := &p.contacts.pairs[1]; x.region != contact.Apart && x.speed[0] > 0.1 {
							bounced++
						}
					}
				}
			}
		}
	}
	if bounced < 250 {
		t.Errorf("%d of 300 rods bounced", bounced)
	}
}

func TestABounceThatBringsNoEnergyIsWhatRestitutionSays(t *testing.T) {
	for _, along := range []float64{0, 4} { // at 4 m/s it slips on
		p := fallingRod(t, 0.8, 0.1, 0.9, along)
		x := &p.contacts.pairs[1]
		for x.region == contact.Apart {
			advance(t, p, p.StepLength())
		}
		near(t, "speed of the end after the impact", x.speed[0], -0.8*x.approach, 1e-5)
	}
}
