package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// things are an object of every shape, of some 0.1 m and 0.5 kg.
var things = []outline.Options{
	{Shape: "sphere", Radius: 0.05},
	{Shape: "box", Size: []float64{0.1, 0.08, 0.06}},
	{Shape: "capsule", Radius: 0.04, Length: 0.06},
	{Shape: "cylinder", Radius: 0.05, Length: 0.08},
	{Shape: "cone", Radius: 0.05, Length: 0.08},
	{Shape: "hull", Points: [][3]float64{{0.05, 0.04, -0.03}, {-0.05, 0.04, -0.03}, {-0.05, -0.04, -0.03}, {0.05, -0.04, -0.03}, {0.02, 0.02, 0.04}, {-0.02, 0.02, 0.04}, {0, -0.03, 0.03}}},
}

// placement is a thing with a name and a start.
type placement struct {
	outline.Options
	name string
	pose spatial.Pose
}

// thrown returns a plant with things in it, each a shape that touches the ground, the further
// surfaces and all things before it.
func thrown(t testing.TB, friction float64, list []placement, surfaces ...SurfaceOptions) *Mechanism {
	t.Helper()
	return thrownRolling(t, friction, 0, list, surfaces...)
}

// thrownRolling is thrown with rolling friction.
func thrownRolling(t testing.TB, friction, rolling float64, list []placement, surfaces ...SurfaceOptions) *Mechanism {
	t.Helper()
	var d *worlds.Description
	o := Options{Surfaces: append([]SurfaceOptions{level(friction)}, surfaces...)}
	for _, x := range list {
		shape, err := x.Build()
		if err != nil {
			t.Fatal(err)
		}
		solid, err := geometry.SolidOf(shape)
		if err != nil {
			t.Fatal(err)
		}
		const mass = 0.5
		m, i := mass/solid.Volume, solid.Inertia
		free := freeBody(x.name, rigidbody.Inertia{Mass: mass, Com: solid.Centre,
			Ixx: m * i[0], Ixy: m * i[1], Ixz: m * i[2], Iyy: m * i[4], Iyz: m * i[5], Izz: m * i[8]})
		if d == nil {
			d = free
		} else {
			d.Links, d.Joints = append(d.Links, free.Links[1]), append(d.Joints, free.Joints...)
		}
		set := ContactOptions{Body: x.name, Shapes: []ShapeOptions{{Options: x.Options}}, RollingFriction: rolling}
		for _, s := range o.Surfaces {
			set.Surfaces = append(set.Surfaces, s.Name)
		}
		o.Contacts = append(o.Contacts, set)
		q := x.pose.R.Quat().Array()
		o.Start = append(o.Start, StartOptions{x.name + "_joint", append(append([]float64(nil), x.pose.P[:]...), q[:]...)})
		o.Surfaces = append(o.Surfaces, SurfaceOptions{Name: x.name, Body: x.name, Options: x.Options, Friction: friction})
	}
	return newPlant(t, built(t, d), o)
}

// watched advances and checks that the laws of contact hold, nothing sinks in, and energy never
// grows. It returns the energy that was gained at most, J.
func watched(t testing.TB, p *Mechanism, d time.Duration, deepest float64) (gained float64) {
	t.Helper()
	least := totalEnergy(p)
	for end := p.Now().Add(d); p.Now() < end; {
		advance(t, p, p.StepLength())
		lawful(t, p, deepest)
		if p.owes {
			continue // the step of an impact lacks half a step of gravity, which the next one makes up for
		}
		energy := totalEnergy(p)
		gained, least = max(gained, energy-least), min(least, energy)
	}
	return gained
}

func randomRotation(r *rand.Rand) spatial.Rotation {
	return spatial.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit().Rotation()
}

// Every shape falls on a plane from any orientation, and comes to rest.
func TestEveryShapeComesToRestOnAPlane(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 1))
	for _, thing := range things {
		for range 3 {
			p := thrown(t, 0.5, []placement{{thing, "thing", spatial.Pose{R: randomRotation(r), P: [3]float64{2: 0.12}}}})
			if gained := watched(t, p, 2*time.Second, 1e-3); gained > 2e-4 {
				t.Errorf("%s: energy grew by %g J of 0.6 J (seed %d)", thing.Shape, gained, seed)
			}
			if speed := largest(p.velocity); speed > 1e-6 {
				t.Errorf("%s: it still moves by %g (seed %d)", thing.Shape, speed, seed)
			}
			least := math.Inf(1)
			for _, x := range p.Touches(nil) {
				least = min(least, x.Normal[2])
				near(t, "height of a contact", x.Point[2], 0, 1e-6)
			}
			near(t, thing.Shape+": least part upwards of a normal", least, 1, 1e-9)
		}
	}
}

// lying are poses in which things lie on a level face, with the height of their origin.
var lying = map[string]spatial.Pose{
	"sphere": spatial.PoseFromRPY([3]float64{2: 0.05}, [3]float64{}), "box": spatial.PoseFromRPY([3]float64{2: 0.03}, [3]float64{2: 0.3}),
	"capsule": spatial.PoseFromRPY([3]float64{2: 0.04}, [3]float64{math.Pi / 2, 0, 0.2}), "cylinder": spatial.PoseFromRPY([3]float64{2: 0.04}, [3]float64{2: 0.1}),
	"cone": spatial.PoseFromRPY([3]float64{2: 0.04}, [3]float64{}), "hull": spatial.PoseFromRPY([3]float64{2: 0.03}, [3]float64{2: 0.7}),
}

// Every shape lies on every shape with a level face, which lies on the ground: nothing moves, and
// the forces carry the weights straight up.
func TestEveryShapeRestsOnEveryFace(t *testing.T) {
	for _, under := range []outline.Options{things[1], things[3], {Shape: "cylinder", Radius: 0.2, Length: 0.05}, {Shape: "hull", Points: corners(0.15, 0.1, 0.06)}} {
		top := 0.03
		if under.Shape == "cylinder" {
			top = under.Length / 2
		}
		below := spatial.PoseFromRPY([3]float64{2: top}, [3]float64{})
		for _, thing := range things {
			above := lying[thing.Shape]
			above.P[2] += 2 * top
			p := thrown(t, 0.5, []placement{{under, "under", below}, {thing, "thing", above}})
			begin := append([]float64(nil), p.position...)
			what := fmt.Sprintf("a %s on a %s: ", thing.Shape, under.Shape)
			if gained := watched(t, p, 500*time.Millisecond, 1e-5); gained > 1e-6 {
				t.Errorf("%senergy grew by %g J", what, gained)
			}
			for i := range begin {
				near(t, what+"position", p.position[i], begin[i], 2e-6)
			}
			weight := map[string]float64{}
			for _, x := range p.Touches(nil) {
				near(t, what+"normal upwards", x.Normal[2], 1, 1e-9)
				weight[x.Set] += x.Force[2]
			}
			near(t, what+"force on it", weight["thing"], 0.5*gravity, 1e-5)
			near(t, what+"force on the ground", weight["under"], 2*0.5*gravity, 1e-5)
			if n := testing.AllocsPerRun(5, func() { advance(t, p, p.StepLength()) }); n != 0 {
				t.Errorf("%sa step allocates %v times", what, n)
			}
		}
	}
}

// A block whose corners are points, and a ball, come to rest on surfaces of every shape, in the
// room.
func TestPointsAndBallsRestOnSurfacesOfEveryShape(t *testing.T) {
	half := [3]float64{0.03, 0.02, 0.01}
	for _, under := range []SurfaceOptions{
		{Options: outline.Options{Shape: "plane"}}, {Options: outline.Options{Shape: "box", Size: []float64{0.4, 0.4, 0.2}}, Position: [3]float64{2: -0.1}},
		{Options: outline.Options{Shape: "cylinder", Radius: 0.2, Length: 0.2}, Position: [3]float64{2: -0.1}},
		{Options: outline.Options{Shape: "hull", Points: corners(0.3, 0.3, 0.2)}, Position: [3]float64{2: -0.1}},
		{Options: outline.Options{Shape: "cone", Radius: 0.2, Length: 0.2}, Position: [3]float64{2: -0.1}, Orientation: [4]float64{1: 1}},
		{Options: outline.Options{Shape: "sphere", Radius: 0.2}, Position: [3]float64{2: -0.2}},
		{Options: outline.Options{Shape: "capsule", Radius: 0.2, Length: 0.2}, Position: [3]float64{2: -0.3}},
	} {
		under.Name, under.Friction = "under", 0.5
		d := freeBody("block", solidBox(1, 2*half[0], 2*half[1], 2*half[2]))
		o := Options{Surfaces: []SurfaceOptions{under}, Contacts: []ContactOptions{{Body: "block", Points: corners(2*half[0], 2*half[1], 2*half[2])}}, Start: placed("block", 0, half[2]+1e-4)}
		if round := under.Shape == "sphere" || under.Shape == "capsule"; round {
			d = freeBody("block", solidSphere(1, 0.02))
			o.Contacts[0] = ContactOptions{Body: "block", Points: [][3]float64{{}}, Radius: 0.02}
			o.Start, half[2] = placed("block", 0, 0.02+1e-4), 0.02
		}
		p := newPlant(t, built(t, d), o)
		watched(t, p, 300*time.Millisecond, 1e-5)
		near(t, under.Shape+": height", p.position[2], half[2], 1e-6)
		up := 0.0
		for _, x := range p.Touches(nil) {
			near(t, under.Shape+": normal", x.Normal[2], 1, 1e-9)
			up += x.Force[2]
		}
		near(t, under.Shape+": force", up, gravity, 1e-4)
	}
}

// One thing of every shape falls into a bin, one on the other.
func TestAHeapOfEveryShapeComesToRest(t *testing.T) {
	const seed, half = 4, 0.13
	var walls []SurfaceOptions
	for i, at := range [][3]float64{{half + 0.05, 0, 0.5}, {-half - 0.05, 0, 0.5}, {0, half + 0.05, 0.5}, {0, -half - 0.05, 0.5}} {
		size := [3]float64{0.1, 0.6, 1}
		if at[0] == 0 {
			size[0], size[1] = size[1], size[0]
		}
		walls = append(walls, SurfaceOptions{Name: fmt.Sprint("wall ", i), Position: at, Box: size, Friction: 0.5})
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var list []placement
	for i, thing := range things {
		pose := spatial.Pose{R: randomRotation(r), P: [3]float64{0.02 * r.NormFloat64(), 0.02 * r.NormFloat64(), 0.12 + 0.13*float64(i)}}
		list = append(list, placement{thing, fmt.Sprint("thing_", i), pose})
	}
	p := thrown(t, 0.5, list, walls...)
	dropped := totalEnergy(p)
	least, gained := dropped, 0.0
	for range 1500 {
		advance(t, p, p.StepLength())
		if p.owes {
			continue
		}
		energy := totalEnergy(p)
		gained, least = max(gained, energy-least), min(least, energy)
	}
	if gained > 1e-3*dropped {
		t.Errorf("energy grew by %g J of %g J (seed %d)", gained, dropped, seed)
	}
	if kinetic, _ := p.Energy(); kinetic > 1e-3*dropped {
		t.Errorf("the heap still moves with %g J of %g J (seed %d)", kinetic, dropped, seed)
	}
	for i := range list {
		at := p.position[7*i:]
		if math.Abs(at[0]) > half || math.Abs(at[1]) > half || at[2] < 0.01 {
			t.Errorf("thing %d is at %v, not in the bin (seed %d)", i, at[:3], seed)
		}
	}
}
