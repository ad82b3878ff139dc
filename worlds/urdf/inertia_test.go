package urdf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
)

// inertialRobot is a robot of two links; the second one has the inertia.
func inertialRobot(mass, com, rpy string, tensor [6]string) string {
	var entries strings.Builder
	for i, name := range tensorNames {
		fmt.Fprintf(&entries, " %s=%q", name, tensor[i])
	}
	return `<robot name="r"><link name="a"/><link name="b"><inertial><origin xyz="` + com + `" rpy="` + rpy + `"/><mass value="` + mass +
		`"/><inertia` + entries.String() + `/></inertial></link><joint name="j" type="continuous"><parent link="a"/><child link="b"/>` +
		`<axis xyz="0 0 1"/></joint></robot>`
}

// Exporters compute zeros as differences: a description has 2.4e-35 or -3e-18 where a zero belongs,
// with and without a mass, in any entry.
func TestAThousandDescriptionsWithRoundingNoiseAroundZeroLoad(t *testing.T) {
	const seed = 2311
	random := rand.New(rand.NewPCG(seed, 0))
	number := func(v float64) string { return fmt.Sprintf("%.*g", 1+random.IntN(17), v) }
	for trial := range 1000 {
		mass := []float64{0, 1e-3, 0.05, 0.3, 1, 2.5, 20}[random.IntN(7)]
		size := math.Pow(10, -2-random.Float64())
		var tensor [6]string
		for i := range tensor {
			noise := math.Pow(10, -40+24*random.Float64())
			v := noise * (2*random.Float64() - 1)
			if shape := trial % 4; (i == 0 || i == 3 || i == 5) && mass > 0 && (shape == 1 || shape == 2 && i > 0 || shape == 3 && i == 5) {
				v += mass * size * size // a ball, a rod, a tensor with one entry
			}
			tensor[i] = number(v)
		}
		rpy := "0 0 0"
		if trial%2 == 1 {
			rpy = fmt.Sprintf("%g %g %g", random.NormFloat64(), random.NormFloat64(), random.NormFloat64())
		}
		text := inertialRobot(number(mass), "0.1 0 1e-17", rpy, tensor)
		d, err := Parse("r.urdf", []byte(text), Options{})
		if err != nil {
			t.Fatalf("seed %d, trial %d: %v\n%s", seed, trial, err, text)
		}
		w, err := worlds.Build(d)
		if err != nil {
			t.Fatalf("seed %d, trial %d: %v\n%s", seed, trial, err, text)
		}
		if _, err := w.Model(); err != nil {
			t.Fatalf("seed %d, trial %d: %v\n%s", seed, trial, err, text)
		}
	}
}

func TestTheEntryOfIcubLoadsWithoutANote(t *testing.T) {
	for _, mass := range []string{"0", "0.27"} {
		d, err := Parse("icub.urdf", []byte(inertialRobot(mass, "0 0 0", "0 0 0", [6]string{"0", "0", "2.4e-35", "0", "0", "0"})), Options{})
		if err != nil || len(d.Notes) != 0 {
			t.Errorf("mass %s: %v %+v", mass, err, d)
		}
	}
}

func TestATensorWithNegativeMomentsNeedsItsOption(t *testing.T) {
	text := inertialRobot("0.0015", "0 0 0", "0 0 0", [6]string{"1e-7", "0", "0", "-3.5e-8", "0", "1e-7"})
	wantRefused(t, "tiago.urdf", text, Options{}, "not positive definite: its principal moments are -3.5e-08")
	_, err := Parse("tiago.urdf", []byte(text), Options{})
	all := diagnostics(t, err)
	for _, word := range []string{"accept: [indefinite_inertia]", "IndefiniteInertia"} {
		if !strings.Contains(all[0].Hint, word) {
			t.Errorf("the hint %q does not name %s", all[0].Hint, word)
		}
	}
	d, err := Parse("tiago.urdf", []byte(text), Options{IndefiniteInertia: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Problem, "not positive definite") {
		t.Errorf("the notes are %v", d.Notes)
	}
	w, err := worlds.Build(d.Prefixed("left"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Model(); err != nil {
		t.Error(err)
	}
	// The option is for tensors alone.
	wantRefused(t, "r.urdf", inertialRobot("-1", "0 0 0", "0 0 0", [6]string{"1", "0", "0", "1", "0", "1"}), Options{IndefiniteInertia: true}, "negative")
}

func TestEachWordSetsItsOption(t *testing.T) {
	for word, want := range map[string]Options{
		"boundless_revolute": {BoundlessRevoluteIsContinuous: true}, "any_mesh_uri": {AnyMeshURI: true}, "indefinite_inertia": {IndefiniteInertia: true},
	} {
		var o Options
		if !o.Accept(word) || o != want {
			t.Errorf("%s sets %+v", word, o)
		}
	}
	if o := (Options{}); o.Accept("anything") || len(AcceptWords()) != 3 {
		t.Error("another word is accepted")
	}
}
