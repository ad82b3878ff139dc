package rigidbody_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// armFile is an arm with numbers of Orocos KDL 1.5.1, a library that shares nothing with the one of
// golden_test.go. The point is the origin of the tip; rows of J and of Jdot qd are linear first.
type armFile struct {
	URDF   string   `json:"urdf"`
	Tip    string   `json:"tip"`
	Joints []string `json:"joints"`
	Cases  []struct {
		Q       []float64   `json:"q"`
		QD      []float64   `json:"qd"`
		M       [][]float64 `json:"M"`
		CQD     []float64   `json:"Cqd"`
		G       []float64   `json:"g"`
		J       [][]float64 `json:"J"`
		JDotQD  []float64   `json:"Jdot_qd"`
		P       []float64   `json:"p"`
		R       [][]float64 `json:"R"`
		Lambda1 [][]float64 `json:"Lambda1"`
		QDD     []float64   `json:"qdd_pos_posture"`
		Tau     []float64   `json:"tau_pos_posture"`
	} `json:"cases"`
}

// armTolerance is absolute: what two other libraries differ by on these arms.
const armTolerance = 1e-7

func TestTheLibraryAgreesWithASecondLibraryOnTwoArms(t *testing.T) {
	folder := filepath.Join(sharedFolder(t, "golden"), "opspace")
	for _, path := range goldenPaths(t, folder) {
		data, err := os.ReadFile(path)
		must(t, err)
		var file armFile
		must(t, json.Unmarshal(data, &file))
		m, err := rigidbody.New(readArm(t, filepath.Join(folder, file.URDF)))
		must(t, err)
		tip, err := m.BodyIndex(file.Tip)
		must(t, err)
		for i, name := range file.Joints {
			body, err := m.JointIndex(name)
			must(t, err)
			if start, _ := m.VelocityRange(body); start != i {
				t.Fatalf("joint %q is dof %d; expected %d", name, start, i)
			}
		}
		for i := range file.Cases {
			checkArm(t, m, tip, &file, i)
		}
	}
}

func checkArm(t *testing.T, m *rigidbody.Model, tip int, file *armFile, i int) {
	w, n, c := m.NewWorkspace(), m.NV(), &file.Cases[i]
	must(t, w.SetState(c.Q, c.QD))
	near := func(what string, got, want []float64) {
		t.Helper()
		compareWithin(t, fmt.Sprint(file.URDF, " case ", i, " ", what), got, want, armTolerance, 1)
	}
	mass, jacobian := make([]float64, n*n), make([]float64, 6*n)
	gravity, bias, tau := make([]float64, n), make([]float64, n), make([]float64, n)
	must(t, w.MassMatrix(mass))
	near("mass matrix", mass, slices.Concat(c.M...))
	must(t, w.GravityForces(gravity))
	near("gravity", gravity, c.G)
	must(t, w.Bias(bias))
	for k := range bias {
		bias[k] -= gravity[k]
	}
	near("forces of velocities", bias, c.CQD)
	must(t, w.Jacobian(jacobian, tip, rigidbody.LocalWorldAligned))
	near("Jacobian", jacobian, slices.Concat(c.J...))
	near("drift", six(w.Drift(tip, rigidbody.LocalWorldAligned)), c.JDotQD)
	pose := w.Pose(tip)
	near("position", pose.P[:], c.P)
	near("orientation", pose.R[:], slices.Concat(c.R...))
	must(t, w.InverseDynamics(tau, c.QDD, nil))
	compare(t, "torque of the task", tau, c.Tau, armTolerance)

	// The inertia that the tip's position feels, (J M^-1 J^T)^-1.
	half := make([]float64, 3*n)
	for k := range 3 {
		must(t, w.HalfSolve(half[k*n:k*n+n], jacobian[k*n:k*n+n]))
	}
	var inverse, inertia mat.Dense
	y := mat.NewDense(3, n, half)
	inverse.Mul(y, y.T())
	must(t, inertia.Inverse(&inverse))
	compare(t, "inertia at the tip", inertia.RawMatrix().Data, slices.Concat(c.Lambda1...), armTolerance)
}

// xmlPose, xmlJoint and xmlLink are what a serial arm's description holds.
type xmlPose struct {
	XYZ string `xml:"xyz,attr"`
	RPY string `xml:"rpy,attr"`
}

type xmlJoint struct {
	Name   string  `xml:"name,attr"`
	Type   string  `xml:"type,attr"`
	Origin xmlPose `xml:"origin"`
	Axis   xmlPose `xml:"axis"`
	Parent struct {
		Link string `xml:"link,attr"`
	} `xml:"parent"`
	Child struct {
		Link string `xml:"link,attr"`
	} `xml:"child"`
}

type xmlLink struct {
	Name     string `xml:"name,attr"`
	Inertial struct {
		Origin xmlPose `xml:"origin"`
		Mass   struct {
			Value float64 `xml:"value,attr"`
		} `xml:"mass"`
		Inertia struct {
			XX float64 `xml:"ixx,attr"`
			XY float64 `xml:"ixy,attr"`
			XZ float64 `xml:"ixz,attr"`
			YY float64 `xml:"iyy,attr"`
			YZ float64 `xml:"iyz,attr"`
			ZZ float64 `xml:"izz,attr"`
		} `xml:"inertia"`
	} `xml:"inertial"`
}

// readArm reads as much of a description as these arms need: joints are in the order of the tree.
func readArm(t testing.TB, path string) []rigidbody.Body {
	data, err := os.ReadFile(path)
	must(t, err)
	var robot struct {
		Links  []xmlLink  `xml:"link"`
		Joints []xmlJoint `xml:"joint"`
	}
	must(t, xml.Unmarshal(data, &robot))
	index := map[string]int{}
	bodies := []rigidbody.Body{}
	add := func(name, joint string, parent int, kind rigidbody.JointKind, pose spatial.Pose, axis [3]float64) {
		index[name] = len(bodies)
		k := slices.IndexFunc(robot.Links, func(l xmlLink) bool { return l.Name == name })
		if k < 0 {
			t.Fatalf("%s: no link %q", path, name)
		}
		bodies = append(bodies, rigidbody.Body{
			Name: name, JointName: joint, Parent: parent, Kind: kind, Placement: pose, Axis: axis, Inertia: robot.Links[k].inertia(t),
		})
	}
	add(robot.Joints[0].Parent.Link, "", -1, rigidbody.Fixed, spatial.IdentityPose(), [3]float64{})
	for _, j := range robot.Joints {
		parent, ok := index[j.Parent.Link]
		if !ok {
			t.Fatalf("%s: joint %q stands before its parent", path, j.Name)
		}
		kind, axis := rigidbody.Fixed, [3]float64{}
		switch j.Type {
		case "revolute":
			kind, axis = rigidbody.Revolute, triple(t, j.Axis.XYZ)
		case "continuous":
			kind, axis = rigidbody.Continuous, triple(t, j.Axis.XYZ)
		case "prismatic":
			kind, axis = rigidbody.Prismatic, triple(t, j.Axis.XYZ)
		case "fixed":
		default:
			t.Fatalf("%s: joint %q is %s, which this reader does not know", path, j.Name, j.Type)
		}
		add(j.Child.Link, j.Name, parent, kind, j.Origin.pose(t), axis)
	}
	return bodies
}

// inertia returns the rotational inertia in the link's axes.
func (l *xmlLink) inertia(t testing.TB) rigidbody.Inertia {
	pose, i := l.Inertial.Origin.pose(t), l.Inertial.Inertia
	r := product3(product3(pose.R, [9]float64{i.XX, i.XY, i.XZ, i.XY, i.YY, i.YZ, i.XZ, i.YZ, i.ZZ}), transpose3(pose.R))
	return rigidbody.Inertia{
		Mass: l.Inertial.Mass.Value, Com: pose.P, Ixx: r[0], Ixy: r[1], Ixz: r[2], Iyy: r[4], Iyz: r[5], Izz: r[8],
	}
}

// pose turns roll, pitch and yaw into a matrix: yaw first, about axes that go along.
func (p *xmlPose) pose(t testing.TB) spatial.Pose {
	rpy := triple(t, p.RPY)
	r := rodrigues([3]float64{0, 0, 1}, rpy[2])
	r = product3(r, rodrigues([3]float64{0, 1, 0}, rpy[1]))
	return spatial.Pose{R: product3(r, rodrigues([3]float64{1, 0, 0}, rpy[0])), P: triple(t, p.XYZ)}
}

func triple(t testing.TB, s string) (v [3]float64) {
	if strings.TrimSpace(s) == "" {
		return v
	}
	if n, err := fmt.Sscan(s, &v[0], &v[1], &v[2]); n != 3 || err != nil || math.IsNaN(v[0]+v[1]+v[2]) {
		t.Fatalf("%q is not three numbers: %v", s, err)
	}
	return v
}
