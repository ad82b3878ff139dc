package rigidbody_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestNewRefusesWhatIsNoTree(t *testing.T) {
	nan := math.NaN()
	for want, spoil := range map[string]func(b []rigidbody.Body){
		`body 1 "": has no name`:                                   func(b []rigidbody.Body) { b[1].Name = "" },
		`body 1 "link 1": body 0 has the same name`:                func(b []rigidbody.Body) { b[1].Name = "link 1" },
		`body 1 "link 2": its revolute joint has no name`:          func(b []rigidbody.Body) { b[1].JointName = "" },
		`the joint of body 0 is named "hinge 1" too`:               func(b []rigidbody.Body) { b[1].JointName = "hinge 1" },
		`parent 1; expected -1 for the world, or the index of an`:  func(b []rigidbody.Body) { b[1].Parent = 1 },
		`parent -2; expected -1`:                                   func(b []rigidbody.Body) { b[0].Parent = -2 },
		`joint "hinge 2": unknown kind 6; expected fixed,`:         func(b []rigidbody.Body) { b[1].Kind = 6 },
		`joint "hinge 2": its placement holds numbers that are no`: func(b []rigidbody.Body) { b[1].Placement.P[0] = nan },
		`placement's R is not orthonormal (R^T R is off by 1); ex`: func(b []rigidbody.Body) { b[1].Placement.R = [9]float64{} },
		`placement's R is a reflection (its determinant is -1)`:    func(b []rigidbody.Body) { b[1].Placement.R[0] = -1 },
		`joint "hinge 2": armature -1; expected a finite number`:   func(b []rigidbody.Body) { b[1].Armature = -1 },
		`armature 1 on a floating joint; only revolute`:            func(b []rigidbody.Body) { b[0].Kind, b[0].Armature = rigidbody.Floating, 1 },
		`armature 1 on a planar joint; only revolute`:              func(b []rigidbody.Body) { b[1].Kind, b[1].Armature = rigidbody.Planar, 1 },
		`axis (0, 0, 2) has the length 2; expected a unit vector`:  func(b []rigidbody.Body) { b[1].Axis = [3]float64{0, 0, 2} },
		`axis (0, NaN, 0) has the length NaN; expected a unit ve`:  func(b []rigidbody.Body) { b[1].Axis = [3]float64{0, nan, 0} },
		`its inertia holds numbers that are not finite`:            func(b []rigidbody.Body) { b[1].Inertia.Com[2] = math.Inf(1) },
		`mass -2 kg; expected 0 or more`:                           func(b []rigidbody.Body) { b[1].Inertia.Mass = -2 },
		`has a negative eigenvalue; expected a positive semi`:      func(b []rigidbody.Body) { b[1].Inertia.Ixy = 1 },
	} {
		bodies := hinges(3, -1)
		spoil(bodies)
		m, err := rigidbody.New(bodies)
		if err == nil || m != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v; expected an error with %s", err, want)
		}
	}
	_, err := rigidbody.New(nil, rigidbody.WithGravity([3]float64{0, 0, math.Inf(-1)}))
	if want := "gravity (0, 0, -Inf) m/s2 is not finite"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("New: %v; expected %s", err, want)
	}
}

func TestNewReportsAllFaultsAtOnce(t *testing.T) {
	bodies := hinges(3, -1)
	bodies[0].Inertia.Mass = -1
	bodies[1].Axis = [3]float64{}
	bodies[2].Parent = 7
	_, err := rigidbody.New(bodies)
	if err == nil || strings.Count(err.Error(), "rigidbody: body") != 3 {
		t.Errorf("New: %v; expected three faults", err)
	}
}

func TestNewBoundsTheSizeOfAModel(t *testing.T) {
	_, err := rigidbody.New(hinges(1025, -1))
	if want := "1025 degrees of freedom; a model holds at most 1024"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("New: %v; expected %s", err, want)
	}
	_, err = rigidbody.New(make([]rigidbody.Body, 1<<16+1))
	if want := "65537 bodies; a model holds at most 65536"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("New: %v; expected %s", err, want)
	}
	if _, err = rigidbody.New(hinges(1024, -1)); err != nil {
		t.Error(err)
	}
}

func TestNewLeavesItsArgumentAlone(t *testing.T) {
	bodies := hinges(2, -1)
	bodies[0].Axis = [3]float64{0, 0, 1 + 1e-8}
	m, err := rigidbody.New(bodies)
	must(t, err)
	if bodies[0].Axis[2] != 1+1e-8 || m.Body(0).Axis[2] != 1 {
		t.Errorf("the axis is %v outside and %v inside; expected 1+1e-8 and 1", bodies[0].Axis, m.Body(0).Axis)
	}
	bodies[0].Name = "other"
	if m.Body(0).Name != "link 1" {
		t.Error("the model shares the list of bodies with its caller")
	}
}

func TestANearlyOrthonormalPlacementIsMadeExact(t *testing.T) {
	bodies := hinges(2, -1)
	turn := rodrigues([3]float64{0.6, 0, 0.8}, 0.7)
	bodies[1].Placement.R = turn
	for i := range turn {
		bodies[1].Placement.R[i] = math.Round(turn[i]*1e7) / 1e7
	}
	m, err := rigidbody.New(bodies)
	must(t, err)
	r := m.Body(1).Placement.R
	square := product3(transpose3(r), r)
	unit := spatial.IdentityPose().R
	compare(t, "R^T R", square[:], unit[:], 1e-15)
	compare(t, "R", r[:], turn[:], 2e-7)
}

func TestNamesAndRangesLeadToBodiesAndJoints(t *testing.T) {
	m := floatingChain(t, 2)
	if m.NQ() != 9 || m.NV() != 8 || m.NumBodies() != 3 {
		t.Errorf("nq %d, nv %d, %d bodies; expected 9, 8, 3", m.NQ(), m.NV(), m.NumBodies())
	}
	for i := range m.NumBodies() {
		b := m.Body(i)
		if k, err := m.BodyIndex(b.Name); k != i || err != nil {
			t.Errorf("BodyIndex(%q) = %d, %v; expected %d", b.Name, k, err, i)
		}
		if k, err := m.JointIndex(b.JointName); k != i || err != nil {
			t.Errorf("JointIndex(%q) = %d, %v; expected %d", b.JointName, k, err, i)
		}
	}
	for body, want := range map[int][4]int{0: {0, 7, 0, 6}, 1: {7, 1, 6, 1}, 2: {8, 1, 7, 1}, -1: {}, 3: {}} {
		q, nq := m.PositionRange(body)
		v, nv := m.VelocityRange(body)
		if got := [4]int{q, nq, v, nv}; got != want {
			t.Errorf("ranges of body %d are %v; expected %v", body, got, want)
		}
	}
	if m.Gravity() != [3]float64{0, 0, -9.81} {
		t.Errorf("gravity is %v", m.Gravity())
	}
}

func TestUnknownNamesComeWithTheKnownOnes(t *testing.T) {
	m := floatingChain(t, 2)
	_, err := m.BodyIndex("tool")
	if want := `rigidbody: no body "tool"; bodies are base, link 1, link 2`; err == nil || err.Error() != want {
		t.Errorf("%v; expected %s", err, want)
	}
	_, err = m.JointIndex("wrist")
	if want := `rigidbody: no joint "wrist"; joints are free, hinge 1, hinge 2`; err == nil || err.Error() != want {
		t.Errorf("%v; expected %s", err, want)
	}
	_, err = floatingChain(t, 100).BodyIndex("tool")
	if want := "link 39, and 61 more"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v; expected ... %s", err, want)
	}
}

func TestKindsHaveTheirNamesAndSizes(t *testing.T) {
	for kind, want := range map[rigidbody.JointKind]struct {
		name   string
		nq, nv int
	}{
		rigidbody.Fixed: {"fixed", 0, 0}, rigidbody.Revolute: {"revolute", 1, 1}, rigidbody.Continuous: {"continuous", 1, 1},
		rigidbody.Prismatic: {"prismatic", 1, 1}, rigidbody.Planar: {"planar", 3, 3}, rigidbody.Floating: {"floating", 7, 6},
		rigidbody.JointKind(9): {"JointKind(9)", 0, 0},
	} {
		if kind.String() != want.name || kind.Positions() != want.nq || kind.Velocities() != want.nv {
			t.Errorf("%s has %d positions and %d velocities; expected %+v", kind, kind.Positions(), kind.Velocities(), want)
		}
	}
}
