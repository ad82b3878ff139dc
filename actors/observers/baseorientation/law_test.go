package baseorientation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const seed = 20261124

// The golden value of Upkie's own tests.
func TestPitchIsThatOfAnUpkie(t *testing.T) {
	c := Config{BaseToImu: spatial.Rotation{0, -1, 0, 1, 0, 0, 0, 0, 1}, ReferenceToWorld: ArsToWorld()}
	got := c.Estimate(&messages.Inertial{Orientation: [4]float64{0.008472769239730098, -0.9953038144146671, -0.09639792825405252, -0.002443076206500708}})
	if math.Abs(got.Pitch+0.016) > 0.001 {
		t.Errorf("pitch %g rad, expected -0.016 +- 0.001", got.Pitch)
	}
}

// pitchByCosine is the definition of pitch by an arc cosine.
func pitchByCosine(r *spatial.Rotation) float64 {
	x := r.Axis(0).Unit()
	ahead := spatial.Vec{X: x.X, Y: x.Y}
	if n := ahead.Norm(); n > 0 {
		ahead = ahead.Scale(1 / n)
	}
	if r[8] < 0 {
		ahead = ahead.Neg()
	}
	angle := math.Acos(min(max(x.Dot(ahead), -1), 1))
	if x.Z < 0 {
		return angle
	}
	return -angle
}

func randomSample(r *rand.Rand) messages.Inertial {
	q := spatial.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
	return messages.Inertial{Orientation: q.Array(), AngularVelocity: [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}
}

func TestPitchAgreesWithTheArcCosine(t *testing.T) {
	r := rand.New(rand.NewPCG(seed, 1))
	c := Config{BaseToImu: UpkieBaseToImu(), ReferenceToWorld: ArsToWorld()}
	for range 10_000 {
		imu := randomSample(r)
		got := c.Estimate(&imu)
		rotation := spatial.Rotation(got.RotationBaseToWorld)
		if want := pitchByCosine(&rotation); math.Abs(got.Pitch-want) > 1e-7 {
			t.Fatalf("seed %d: %v: pitch %g rad, expected %g", seed, imu.Orientation, got.Pitch, want)
		}
		if !rotation.Valid() {
			t.Fatalf("seed %d: %v is not a rotation", seed, rotation)
		}
	}
}

// mounted returns the sample of a unit with reference rotation u on a base with the orientation r.
func mounted(c *Config, r spatial.Quat, rate spatial.Vec) messages.Inertial {
	base := r.Rotation()
	inReference := c.ReferenceToWorld.InverseTimes(&base)
	unit := inReference.TimesInverse(&c.BaseToImu)
	return messages.Inertial{Orientation: unit.Quat().Array(), AngularVelocity: c.BaseToImu.Apply(rate).Array()}
}

func TestTheBaseIsFoundForEveryMountingAndReference(t *testing.T) {
	r := rand.New(rand.NewPCG(seed, 2))
	for range 2000 {
		imu := randomSample(r)
		c := Config{BaseToImu: spatial.QuatOf(imu.Orientation).Rotation(), ReferenceToWorld: spatial.IdentityRotation()}
		if r.IntN(2) == 0 {
			c.ReferenceToWorld = ArsToWorld()
		}
		lean, rate := r.Float64()*3-1.5, spatial.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		base := spatial.Exp(spatial.Vec{Z: r.Float64() * 6}).Times(spatial.Exp(spatial.Vec{Y: lean})) // turned, then leaning
		sample := mounted(&c, base, rate)
		got := c.Estimate(&sample)
		if math.Abs(got.Pitch-lean) > 1e-9 {
			t.Fatalf("seed %d: pitch %g rad, expected %g", seed, got.Pitch, lean)
		}
		if off := spatial.VecOf(got.AngularVelocity).Sub(rate).Norm(); off > 1e-12 {
			t.Fatalf("seed %d: angular velocity off by %g rad/s", seed, off)
		}
	}
}

func TestPitchOfRemarkableOrientations(t *testing.T) {
	c := Config{BaseToImu: UpkieBaseToImu(), ReferenceToWorld: spatial.IdentityRotation()}
	for _, x := range []struct {
		name string
		base spatial.Quat
		want float64
	}{
		{"upright", spatial.Quat{W: 1}, 0},
		{"forward by 0.5 rad", spatial.Exp(spatial.Vec{Y: 0.5}), 0.5},
		{"backward by 0.5 rad", spatial.Exp(spatial.Vec{Y: -0.5}), -0.5},
		{"face down", spatial.Exp(spatial.Vec{Y: math.Pi / 2}), math.Pi / 2},
		{"face up", spatial.Exp(spatial.Vec{Y: -math.Pi / 2}), -math.Pi / 2},
		{"beyond face down", spatial.Exp(spatial.Vec{Y: 2}), 2},
		{"on its side", spatial.Exp(spatial.Vec{X: math.Pi / 2}), 0},
	} {
		sample := mounted(&c, x.base, spatial.Vec{})
		if got := c.Estimate(&sample).Pitch; math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%s: pitch %g rad, expected %g", x.name, got, x.want)
		}
	}
	upsideDown := spatial.Rotation{0: 1, 4: -1, 8: -1}
	if got := Pitch(&upsideDown); got != -math.Pi {
		t.Errorf("upside down: pitch %g rad, expected -pi", got)
	}
	if vertical := (spatial.Rotation{2: 1, 4: 1, 6: -1}); Pitch(&vertical) != math.Pi/2 {
		t.Errorf("x straight down: pitch %g rad, expected pi/2", Pitch(&vertical))
	}
}

func FuzzValidSamplesHaveFiniteOrientations(f *testing.F) {
	f.Add(1.0, 0.0, 0.0, 0.0, 0.1)
	f.Add(0.7, -0.7, 0.1, 0.0, 1e300)
	f.Add(0.0, 0.0, 0.0, 0.0, math.Inf(1))
	f.Add(math.NaN(), 1.0, 1e308, 0.0, 0.0)
	f.Fuzz(func(t *testing.T, w, x, y, z, rate float64) {
		imu := messages.Inertial{Orientation: [4]float64{w, x, y, z}, AngularVelocity: [3]float64{rate, -rate, rate / 2}}
		if !Valid(&imu) {
			return
		}
		c := Config{BaseToImu: UpkieBaseToImu(), ReferenceToWorld: ArsToWorld()}
		got := c.Estimate(&imu)
		rotation := spatial.Rotation(got.RotationBaseToWorld)
		if !(math.Abs(got.Pitch) <= math.Pi) || !rotation.Valid() {
			t.Errorf("%+v gives %+v", imu, got)
		}
		for _, v := range got.AngularVelocity {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%+v gives the angular velocity %v", imu, got.AngularVelocity)
			}
		}
	})
}
