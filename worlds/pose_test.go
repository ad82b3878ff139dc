package worlds

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

func multiply(a, b [9]float64) (out [9]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				out[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return out
}

func TestRollPitchYawTurnAboutFixedAxes(t *testing.T) {
	about := [3]func(a float64) [9]float64{
		func(a float64) [9]float64 {
			return [9]float64{1, 0, 0, 0, math.Cos(a), -math.Sin(a), 0, math.Sin(a), math.Cos(a)}
		},
		func(a float64) [9]float64 {
			return [9]float64{math.Cos(a), 0, math.Sin(a), 0, 1, 0, -math.Sin(a), 0, math.Cos(a)}
		},
		func(a float64) [9]float64 {
			return [9]float64{math.Cos(a), -math.Sin(a), 0, math.Sin(a), math.Cos(a), 0, 0, 0, 1}
		},
	}
	// The grid of urdfdom's own test: 15 values an axis.
	for r := range 15 {
		for p := range 15 {
			for y := range 15 {
				rpy := [3]float64{float64(r-7) * math.Pi / 7, float64(p-7) * math.Pi / 7, float64(y-7) * math.Pi / 7}
				want := multiply(about[2](rpy[2]), multiply(about[1](rpy[1]), about[0](rpy[0])))
				if got := RotationFromRPY(rpy); !near1(got[:], want[:], 1e-15) {
					t.Fatalf("rpy %v gives %v, want %v", rpy, got, want)
				}
			}
		}
	}
}

func TestAQuaternionTurnsAboutItsAxis(t *testing.T) {
	const seed = 81
	random := rand.New(rand.NewPCG(seed, 0))
	for range 200 {
		axis := UnitVector([3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
		angle := random.Float64() * 6
		scale := math.Exp(random.NormFloat64() * 50) // length does not matter
		s, c := math.Sincos(angle / 2)
		got := RotationFromQuaternion([4]float64{scale * c, scale * s * axis[0], scale * s * axis[1], scale * s * axis[2]})
		s, c = math.Sincos(angle)
		var want [9]float64 // Rodrigues: c I + s [a]x + (1-c) a a^T
		skew := [9]float64{0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0}
		for i := range 9 {
			want[i] = s*skew[i] + (1-c)*axis[i/3]*axis[i%3]
		}
		want[0], want[4], want[8] = want[0]+c, want[4]+c, want[8]+c
		if !near1(got[:], want[:], 1e-14) || !isRotation(got) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

func TestUnitVectorsDoNotOverflow(t *testing.T) {
	for _, v := range [][3]float64{{0, 0, 1e300}, {1e300, 1e300, 1e300}, {1e-320, 0, 0}, {-3, 4, 0}} {
		u := UnitVector(v)
		if length := math.Hypot(math.Hypot(u[0], u[1]), u[2]); math.Abs(length-1) > 1e-15 {
			t.Errorf("%v becomes %v of length %v", v, u, length)
		}
	}
	if got := UnitVector([3]float64{}); got != [3]float64{} {
		t.Errorf("zero becomes %v", got)
	}
}

func TestARotatedInertiaKeepsItsPrincipalMoments(t *testing.T) {
	const seed = 82
	random := rand.New(rand.NewPCG(seed, 0))
	for range 200 {
		x, y := 0.1+random.Float64(), 0.1+random.Float64()
		z := math.Abs(x-y) + random.Float64()*(x+y-math.Abs(x-y)) // anything the triangle inequality allows
		in := rigidbody.Inertia{Mass: 1, Ixx: x, Iyy: y, Izz: z}
		turned := RotateInertia(RotationFromRPY([3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}), in)
		a, b := principalMoments(in), principalMoments(turned)
		sorted := [3]float64{min(x, y, z), x + y + z - min(x, y, z) - max(x, y, z), max(x, y, z)}
		if !near1(a[:], b[:], 1e-7) || !near1(a[:], sorted[:], 1e-7) {
			t.Fatalf("seed %d: moments %v, turned %v, want %v", seed, a, b, sorted)
		}
		if problems := InertiaProblems(turned); len(problems) != 0 {
			t.Fatalf("seed %d: %v", seed, problems)
		}
	}
}

func TestJointTypesAndRolesHaveTheWordsOfFiles(t *testing.T) {
	for _, kind := range JointTypes() {
		if got, err := ParseJointType(kind.String()); err != nil || got != kind {
			t.Errorf("%v is read as %v (%v)", kind, got, err)
		}
	}
	if _, err := ParseJointType("hover"); err == nil {
		t.Error("a joint may hover")
	}
	for role, want := range map[JointRole]string{Driven: "driven", Virtual: "virtual", Passive: "passive", 9: "role(9)"} {
		if role.String() != want {
			t.Errorf("role %d is %q, want %q", role, role.String(), want)
		}
	}
}
