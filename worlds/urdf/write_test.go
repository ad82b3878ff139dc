package urdf

import (
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// lenient accepts every robot of the tests.
var lenient = Options{BoundlessRevoluteIsContinuous: true, AnyMeshURI: true, IndefiniteInertia: true}

// wantSameHashes fails unless a written description gives a world of the same hashes.
func wantSameHashes(t *testing.T, name string, d *worlds.Description, text []byte) {
	t.Helper()
	want, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(name, text, lenient)
	if err != nil {
		t.Errorf("%s is not read again: %v", name, err)
		return
	}
	got, err := worlds.Build(again)
	if err != nil {
		t.Fatal(err)
	}
	if got.Hashes() != want.Hashes() {
		t.Errorf("%s: the hashes are\n%+v, want\n%+v", name, got.Hashes(), want.Hashes())
	}
}

// roundTrip writes a description in both formats, and reads it again.
func roundTrip(t *testing.T, name string, d *worlds.Description) {
	t.Helper()
	yaml, err := WriteYAML(d)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	wantSameHashes(t, name+" as r.yaml", d, yaml)
	xml, err := Write(d)
	var export *ExportError
	if errors.As(err, &export) {
		t.Logf("%s: %d parts need YAML", name, export.Parts.Len())
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	wantSameHashes(t, name+" as r.urdf", d, xml)
}

func TestEveryExampleRobotSurvivesARoundTrip(t *testing.T) {
	examples := os.DirFS("../../examples")
	robots := 0
	err := fs.WalkDir(examples, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".urdf") && !strings.HasSuffix(name, ".urdf.yaml") {
			return err
		}
		d, err := Load(examples, name, lenient)
		if err != nil {
			return err
		}
		robots++
		roundTrip(t, name, d)
		return nil
	})
	if err != nil || robots < 8 {
		t.Errorf("%d robots, %v", robots, err)
	}
}

func TestEverySharedRobotSurvivesARoundTripAsURDF(t *testing.T) {
	folder := shared(t, "robots")
	for name := range robots {
		d, err := Load(os.DirFS(folder), name+".urdf", lenient)
		if err != nil {
			t.Fatal(err)
		}
		text, err := Write(d)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantSameHashes(t, filepath.Join(folder, name)+".urdf", d, text)
	}
}

func TestWrittenTextKeepsWhatNoHashCovers(t *testing.T) {
	d, err := Parse("r.yaml", []byte(shapedYAML), Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := Write(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("r.urdf", text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Links {
		if !reflect.DeepEqual(again.Links[i].Visuals, d.Links[i].Visuals) || !reflect.DeepEqual(again.Links[i].Collisions, d.Links[i].Collisions) {
			t.Errorf("link %s has the shapes\n%+v, want\n%+v", d.Links[i].Name, again.Links[i], d.Links[i])
		}
	}
}

// TestRollPitchAndYawReturnTheRotation draws rotations, and those at and near a right angle of the
// pitch.
func TestRollPitchAndYawReturnTheRotation(t *testing.T) {
	const seed = 17
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range 3000 {
		rpy := [3]float64{6 * r.Float64(), 6 * r.Float64(), 6 * r.Float64()}
		if i%3 == 0 {
			rpy[1] = math.Copysign(math.Pi/2, r.NormFloat64()) + math.Pow(10, -16+16*r.Float64())*r.NormFloat64()
		}
		want := spatial.RotationFromRPY(rpy)
		got := spatial.RotationFromRPY(rpyOf(want))
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-11 {
				t.Fatalf("seed %d: rpy %v gives entry %d as %v, want %v", seed, rpy, k, got[k], want[k])
			}
		}
	}
}

func TestWhatURDFCannotExpressIsReportedTogether(t *testing.T) {
	d, err := Load(os.DirFS("testdata"), "mobile_arm.urdf.yaml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Joint("shoulder").Control = messages.ControlVelocity
	d.Joint("shoulder").Limits[0].Effort = math.Inf(1)
	d.Joint("elbow").Armature = 0.1
	d.Sensors = []worlds.Sensor{{Name: "eye", Link: d.Links[0].Name}}
	_, err = Write(d)
	var export *ExportError
	if !errors.As(err, &export) {
		t.Fatalf("the error is %v", err)
	}
	for _, want := range []string{
		"joints[shoulder].control: URDF cannot express the control modes velocity", "joints[shoulder].limit.effort: URDF cannot express a revolute joint without a limit of effort",
		"joints[elbow].dynamics.armature: URDF cannot express an armature", "sensors[eye]: URDF cannot express a sensor", "joints[base_planar].limits[0]: URDF cannot express a limit of a planar joint",
		"URDF cannot express a joint group", "mobile_arm.urdf.yaml:",
	} {
		if !strings.Contains(export.Parts.Format(100), want) {
			t.Errorf("missing %q in\n%v", want, err)
		}
	}
	if _, err := WriteYAML(d); !errors.As(err, &export) || export.Parts.Len() != 2 {
		t.Errorf("as YAML: %v", err)
	}
	d.Joints[0].Parent = "nowhere"
	if _, err := Write(d); err == nil || errors.As(err, &export) {
		t.Errorf("an invalid description: %v", err)
	}
}
