package rigidbody_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// goldenTolerance is relative to the largest number of the quantity compared.
const goldenTolerance = 1e-9

// goldenFile is one robot of testdata/golden/README.md.
type goldenFile struct {
	Robot    string         `json:"robot"`
	Fixed    *goldenVariant `json:"fixed"`
	Floating *goldenVariant `json:"floating"`
}

type goldenVariant struct {
	NV      int        `json:"nv"`
	Gravity [3]float64 `json:"gravity"`
	Joints  []struct {
		Name   string     `json:"name"`
		Parent int        `json:"parent"`
		Type   string     `json:"type"`
		Axis   [3]float64 `json:"axis"`
		R      [9]float64 `json:"R"`
		P      [3]float64 `json:"p"`
		Mass   float64    `json:"mass"`
		Com    [3]float64 `json:"com"`
		ICom   [9]float64 `json:"I_com"`
	} `json:"joints"`
	Frames []struct {
		Name  string     `json:"name"`
		Joint int        `json:"joint"`
		R     [9]float64 `json:"R"`
		P     [3]float64 `json:"p"`
	} `json:"frames"`
	Samples []goldenSample `json:"samples"`
}

type goldenSample struct {
	Q         []float64     `json:"q"`
	V         []float64     `json:"v"`
	A         []float64     `json:"a"`
	TauIn     []float64     `json:"tau_in"`
	G         []float64     `json:"g"`
	NLE       []float64     `json:"nle"`
	Cv        []float64     `json:"Cv"`
	RNEA      []float64     `json:"rnea"`
	M         []float64     `json:"M"`
	QDD       []float64     `json:"aba_qdd"`
	Com       []float64     `json:"com"`
	VCom      []float64     `json:"vcom"`
	ACom      []float64     `json:"acom_drift"`
	JCom      []float64     `json:"Jcom"`
	HG        []float64     `json:"hg"`
	Kinetic   float64       `json:"kinetic"`
	Potential float64       `json:"potential"`
	Frames    []goldenFrame `json:"frames"`
}

type goldenFrame struct {
	R                 []float64 `json:"R"`
	P                 []float64 `json:"p"`
	JLWA              []float64 `json:"J_lwa"`
	JWorld            []float64 `json:"J_world"`
	JLocal            []float64 `json:"J_local"`
	VelLWA            []float64 `json:"vel_lwa"`
	VelWorld          []float64 `json:"vel_world"`
	DriftClassicalLWA []float64 `json:"drift_classical_lwa"`
	DriftSpatialWorld []float64 `json:"drift_spatial_world"`
}

// bodies returns the tree, its frames as bodies without inertia behind the moving ones.
func (v *goldenVariant) bodies(t testing.TB) []rigidbody.Body {
	kinds := map[string]rigidbody.JointKind{
		"revolute": rigidbody.Revolute, "continuous": rigidbody.Continuous, "prismatic": rigidbody.Prismatic, "free": rigidbody.Floating,
	}
	var bodies []rigidbody.Body
	for _, j := range v.Joints {
		kind, ok := kinds[j.Type]
		if !ok {
			t.Fatalf("joint %q has the type %q", j.Name, j.Type)
		}
		bodies = append(bodies, rigidbody.Body{
			Name: "body of " + j.Name, JointName: j.Name, Parent: j.Parent, Kind: kind, Axis: j.Axis,
			Placement: spatial.Pose{R: j.R, P: j.P},
			Inertia: rigidbody.Inertia{
				Mass: j.Mass, Com: j.Com,
				Ixx: j.ICom[0], Ixy: j.ICom[1], Ixz: j.ICom[2], Iyy: j.ICom[4], Iyz: j.ICom[5], Izz: j.ICom[8],
			},
		})
	}
	for _, f := range v.Frames {
		bodies = append(bodies, rigidbody.Body{
			Name: "frame " + f.Name, Parent: f.Joint, Kind: rigidbody.Fixed, Placement: spatial.Pose{R: f.R, P: f.P},
		})
	}
	return bodies
}

// model builds the tree; frame k of the file is body firstFrame + k.
func (v *goldenVariant) model(t testing.TB) (m *rigidbody.Model, firstFrame int) {
	m, err := rigidbody.New(v.bodies(t), rigidbody.WithGravity(v.Gravity))
	if err != nil {
		t.Fatal(err)
	}
	if m.NV() != v.NV {
		t.Fatalf("nv is %d; expected %d", m.NV(), v.NV)
	}
	return m, len(v.Joints)
}

// position turns the file's quaternion x, y, z, w into ours.
func (s *goldenSample) position(floating bool) []float64 {
	q := append([]float64(nil), s.Q...)
	if floating {
		q[3], q[4], q[5], q[6] = s.Q[6], s.Q[3], s.Q[4], s.Q[5]
	}
	return q
}

func readGolden(t testing.TB, path string) *goldenFile {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file goldenFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &file
}

// goldenPaths lists the files of a folder.
func goldenPaths(t testing.TB, folder string) []string {
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no reference numbers in %s (%v)", folder, err)
	}
	return paths
}

// sharedFolder finds a folder beside the repository, or skips the test.
func sharedFolder(t testing.TB, name string) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	folder := filepath.Join(dir, "..", "shared", name)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no %s beside the repository: the samples in testdata stand for it", name)
	}
	return folder
}

func TestTheLibraryAgreesWithTheSamplesInTestdata(t *testing.T) {
	for _, path := range goldenPaths(t, filepath.Join("testdata", "golden")) {
		checkGoldenFile(t, path)
	}
}

func TestTheLibraryAgreesWithAllReferenceNumbers(t *testing.T) {
	for _, path := range goldenPaths(t, filepath.Join(sharedFolder(t, "golden"), "rigidbody")) {
		checkGoldenFile(t, path)
	}
}

func checkGoldenFile(t *testing.T, path string) {
	file := readGolden(t, path)
	for name, v := range map[string]*goldenVariant{"fixed": file.Fixed, "floating": file.Floating} {
		if v == nil {
			continue
		}
		t.Run(file.Robot+" "+name, func(t *testing.T) {
			m, first := v.model(t)
			w := m.NewWorkspace()
			if len(v.Samples) == 0 {
				t.Fatal("no samples")
			}
			for i := range v.Samples {
				s := &v.Samples[i]
				q := s.position(name == "floating")
				if err := m.Check(q, s.V); err != nil {
					t.Fatal(err)
				}
				must(t, w.SetState(q, s.V))
				checkGoldenDynamics(t, m, w, s)
				checkGoldenMass(t, m, w, s)
				for k := range s.Frames {
					checkGoldenFrame(t, m, w, first+k, &s.Frames[k])
				}
				if t.Failed() {
					t.Fatalf("at sample %d", i)
				}
			}
		})
	}
}

func checkGoldenDynamics(t *testing.T, m *rigidbody.Model, w *rigidbody.Workspace, s *goldenSample) {
	nv := m.NV()
	got := make([]float64, nv)
	must(t, w.GravityForces(got))
	compare(t, "gravity forces", got, s.G, goldenTolerance)
	must(t, w.Bias(got))
	compare(t, "bias", got, s.NLE, goldenTolerance)
	must(t, w.InverseDynamics(got, s.A, nil))
	compare(t, "inverse dynamics", got, s.RNEA, goldenTolerance)
	mass := make([]float64, nv*nv)
	must(t, w.MassMatrix(mass))
	compare(t, "mass matrix", mass, s.M, goldenTolerance)

	must(t, w.ForwardDynamics(got, s.TauIn, nil))
	compare(t, "forward dynamics", got, s.QDD, goldenTolerance)
	// The reference's own mass matrix and bias: M a + h - tau, against the size of the terms that
	// it is the difference of.
	residual, size := make([]float64, nv), 0.0
	for i := range residual {
		residual[i] = s.NLE[i] - s.TauIn[i]
		size = math.Max(size, math.Max(math.Abs(s.NLE[i]), math.Abs(s.TauIn[i])))
		for j := range got {
			residual[i] += s.M[i*nv+j] * got[j]
			size = math.Max(size, math.Abs(s.M[i*nv+j]*got[j]))
		}
	}
	for i, r := range residual {
		if !(math.Abs(r) <= goldenTolerance*size) {
			t.Errorf("equation of motion, row %d: off by %.3g where the terms are %.3g", i, r, size)
		}
	}
}

func checkGoldenMass(t *testing.T, m *rigidbody.Model, w *rigidbody.Workspace, s *goldenSample) {
	com, velocity, drift := w.CentreOfMass(), w.CentreOfMassVelocity(), w.CentreOfMassDrift()
	compare(t, "centre of mass", com[:], s.Com, goldenTolerance)
	compare(t, "velocity of the centre of mass", velocity[:], s.VCom, goldenTolerance)
	compare(t, "drift of the centre of mass", drift[:], s.ACom, goldenTolerance)
	jacobian := make([]float64, 3*m.NV())
	must(t, w.CentreOfMassJacobian(jacobian))
	compare(t, "Jacobian of the centre of mass", jacobian, s.JCom, goldenTolerance)
	h := w.CentroidalMomentum()
	compare(t, "linear momentum", h.Linear[:], s.HG[:3], goldenTolerance)
	compare(t, "angular momentum", h.Angular[:], s.HG[3:], goldenTolerance)
	compare(t, "kinetic energy", []float64{w.KineticEnergy()}, []float64{s.Kinetic}, goldenTolerance)
	compare(t, "potential energy", []float64{w.PotentialEnergy()}, []float64{s.Potential}, goldenTolerance)
}

func checkGoldenFrame(t *testing.T, m *rigidbody.Model, w *rigidbody.Workspace, body int, want *goldenFrame) {
	pose := w.Pose(body)
	compare(t, "orientation", pose.R[:], want.R, goldenTolerance)
	compare(t, "position", pose.P[:], want.P, goldenTolerance)
	jacobian := make([]float64, 6*m.NV())
	for _, c := range []struct {
		name string
		ref  rigidbody.Reference
		want []float64
	}{
		{"Jacobian in world-aligned axes", rigidbody.LocalWorldAligned, want.JLWA},
		{"Jacobian in the world", rigidbody.World, want.JWorld},
		{"Jacobian in the frame", rigidbody.Local, want.JLocal},
	} {
		must(t, w.Jacobian(jacobian, body, c.ref))
		compare(t, c.name, jacobian, c.want, goldenTolerance)
	}
	for _, c := range []struct {
		name string
		got  rigidbody.Motion
		want []float64
	}{
		{"velocity in world-aligned axes", w.Velocity(body, rigidbody.LocalWorldAligned), want.VelLWA},
		{"velocity in the world", w.Velocity(body, rigidbody.World), want.VelWorld},
		{"classical drift in world-aligned axes", w.Drift(body, rigidbody.LocalWorldAligned), want.DriftClassicalLWA},
		{"spatial drift in the world", w.Drift(body, rigidbody.World), want.DriftSpatialWorld},
	} {
		compare(t, c.name, six(c.got), c.want, goldenTolerance)
	}
}
