package spatial

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestRollPitchYawTurnAboutFixedAxes(t *testing.T) {
	about := [3]func(a float64) Rotation{
		func(a float64) Rotation {
			return Rotation{1, 0, 0, 0, math.Cos(a), -math.Sin(a), 0, math.Sin(a), math.Cos(a)}
		},
		func(a float64) Rotation {
			return Rotation{math.Cos(a), 0, math.Sin(a), 0, 1, 0, -math.Sin(a), 0, math.Cos(a)}
		},
		func(a float64) Rotation {
			return Rotation{math.Cos(a), -math.Sin(a), 0, math.Sin(a), math.Cos(a), 0, 0, 0, 1}
		},
	}
	angle := func(i int) float64 { return float64(i-7) * math.Pi / 7 }
	// The grid of urdfdom's own test: 15 values an axis.
	for r := range 15 {
		for p := range 15 {
			for y := range 15 {
				rpy := [3]float64{angle(r), angle(p), angle(y)}
				roll, pitch, yaw := about[0](rpy[0]), about[1](rpy[1]), about[2](rpy[2])
				half := pitch.Times(&roll)
				want := yaw.Times(&half)
				if got := RotationFromRPY(rpy); rotationDistance(&got, &want) > 1e-15 {
					t.Fatalf("rpy %v gives %v, want %v", rpy, got, want)
				}
			}
		}
	}
}

func TestQuaternionTurnsAboutItsAxis(t *testing.T) {
	random := testkit.Random(t)
	for range 200 {
		axis, angle := randomVec(random).Unit(), 6*random.Float64()
		scale := math.Exp(random.NormFloat64() * 50) // the length does not matter
		s, c := math.Sincos(angle / 2)
		got := Quat{scale * c, scale * s * axis.X, scale * s * axis.Y, scale * s * axis.Z}.Rotation()
		s, c = math.Sincos(angle)
		a := axis.Array()
		skew := Rotation{0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0}
		var want Rotation // Rodrigues: c I + s [a]x + (1-c) a a^T
		for i := range want {
			want[i] = s*skew[i] + (1-c)*a[i/3]*a[i%3]
		}
		want[0], want[4], want[8] = want[0]+c, want[4]+c, want[8]+c
		if rotationDistance(&got, &want) > 1e-14 || !got.Valid() {
			t.Fatalf("%g about %v: %v, want %v", angle, axis, got, want)
		}
	}
}

func TestQuaternionSurvivesTheWayThroughItsMatrix(t *testing.T) {
	random := testkit.Random(t)
	cases := []Quat{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1e-9, 1, 1e-9, 0}, {0, 0.6, 0.8, 0}}
	for range 2000 {
		cases = append(cases, randomQuat(random))
	}
	for _, q := range cases {
		q = q.Unit()
		r := q.Rotation()
		got := r.Quat()
		same, opposite := 0.0, 0.0
		for i, x := range q.Array() {
			same = max(same, math.Abs(got.Array()[i]-x))
			opposite = max(opposite, math.Abs(got.Array()[i]+x))
		}
		if min(same, opposite) > 1e-14 || got.W < 0 {
			t.Fatalf("%v came back as %v", q, got)
		}
	}
}

func TestLogarithmInvertsExponential(t *testing.T) {
	random := testkit.Random(t)
	for range 5000 {
		angle := randomAngle(random)
		phi := randomVec(random).Unit().Scale(angle)
		q := Exp(phi)
		if math.Abs(q.Norm()-1) > 1e-15 {
			t.Fatalf("exp(%v) has the length %.17g", phi, q.Norm())
		}
		tolerance := 1e-15 * angle
		if got := q.Log(); distance(got, phi) > 4*tolerance+1e-15*angle/max(1e-9, math.Pi-angle) {
			t.Fatalf("log(exp(%v)) = %v", phi, got)
		}
		if got := q.Neg().Log(); distance(got, q.Log()) > 0 && q.W != 0 {
			t.Fatalf("-q has another logarithm: %v", got)
		}
		r := q.Rotation()
		if got := r.Log(); distance(got, phi) > 1e-14+1e-15/max(1e-9, math.Pi-angle) {
			t.Fatalf("logarithm of the matrix of %v is %v", phi, got)
		}
	}
	if got := Exp(Vec{}); got != (Quat{W: 1}) {
		t.Errorf("exp(0) = %v", got)
	}
	if got := (Quat{W: 1}).Log(); got != (Vec{}) {
		t.Errorf("log(1) = %v", got)
	}
}

func TestExponentialInvertsLogarithm(t *testing.T) {
	random := testkit.Random(t)
	for range 5000 {
		r := randomQuat(random).Rotation()
		back := Exp(r.Log()).Rotation()
		if d := rotationDistance(&r, &back); d > 1e-14 {
			t.Fatalf("exp(log(%v)) = %v", r, back)
		}
		if angle := r.Log().Norm(); angle > math.Pi+1e-15 {
			t.Fatalf("the logarithm of %v turns by %g", r, angle)
		}
	}
}

func TestLogFromIsTheLogarithmOfTheRotationBetween(t *testing.T) {
	random := testkit.Random(t)
	for range 5000 {
		from, angle := randomQuat(random).Rotation(), randomAngle(random)
		want := randomVec(random).Unit().Scale(angle)
		between := Exp(want).Rotation()
		to := between.Times(&from)
		if got := to.LogFrom(&from); distance(got, want) > 1e-14+1e-15/max(1e-9, math.Pi-angle) {
			t.Fatalf("turned by %v: got %v", want, got)
		}
	}
	same := Quat{1, 2, 3, 4}.Rotation()
	if got := same.LogFrom(&same); got.Norm() > 1e-15 {
		t.Errorf("no turn is %v", got)
	}
}

func TestProductsComposeRotations(t *testing.T) {
	random := testkit.Random(t)
	for range 1000 {
		p, q, v := randomQuat(random), randomQuat(random), randomVec(random)
		r, s := p.Rotation(), q.Rotation()
		rs, rInvS, rSInv := r.Times(&s), r.InverseTimes(&s), r.TimesInverse(&s)
		rInv, sInv := r.Inverse(), s.Inverse()
		for name, pair := range map[string][2]Vec{
			"quaternion product": {p.Times(q).Rotate(v), p.Rotate(q.Rotate(v))},
			"matrix product":     {rs.Apply(v), r.Apply(s.Apply(v))},
			"matrix and quat":    {rs.Apply(v), p.Times(q).Rotate(v)},
			"inverse times":      {rInvS.Apply(v), r.ApplyInverse(s.Apply(v))},
			"times inverse":      {rSInv.Apply(v), r.Apply(s.ApplyInverse(v))},
			"inverse":            {rInv.Apply(v), r.ApplyInverse(v)},
			"conjugate":          {q.Conj().Rotate(v), sInv.Apply(v)},
			"axes":               {r.Axis(0).Scale(v.X).AddScaled(v.Y, r.Axis(1)).AddScaled(v.Z, r.Axis(2)), r.Apply(v)},
		} {
			if d := distance(pair[0], pair[1]); d > 1e-14*v.Norm() {
				t.Fatalf("%s of %v and %v: %v and %v", name, p, q, pair[0], pair[1])
			}
		}
	}
}

func TestOnlyRotationsAreValid(t *testing.T) {
	random := testkit.Random(t)
	for range 100 {
		r := randomQuat(random).Rotation()
		if !r.Valid() {
			t.Fatalf("%v is a rotation", r)
		}
		mirrored, stretched, broken := r, r, r
		for i := range 3 {
			mirrored[i] = -mirrored[i]
		}
		for i := range stretched {
			stretched[i] *= 1 + 1e-5
		}
		broken[random.IntN(9)] = math.NaN()
		if mirrored.Valid() || stretched.Valid() || broken.Valid() {
			t.Fatalf("accepts %v, %v or %v", mirrored, stretched, broken)
		}
	}
}

func TestZeroQuaternionBecomesTheIdentity(t *testing.T) {
	if got := (Quat{}).Unit(); got != (Quat{W: 1}) {
		t.Errorf("the zero quaternion becomes %v", got)
	}
}

func TestPosesComposeAndInvert(t *testing.T) {
	random := testkit.Random(t)
	identity := IdentityPose()
	for range 1000 {
		a, b, x := randomPose(random), randomPose(random), randomVec(random)
		ab := a.Times(&b)
		if d := distance(ab.Apply(x), a.Apply(b.Apply(x))); d > 1e-14 {
			t.Fatalf("%v then %v is off by %g", b, a, d)
		}
		if d := distance(a.ApplyInverse(a.Apply(x)), x); d > 1e-14 {
			t.Fatalf("%v and back is off by %g", a, d)
		}
		inverse := a.Inverse()
		unit, back := a.Times(&inverse), a.InverseTimes(&ab)
		if d := max(poseDistance(&unit, &identity), poseDistance(&back, &b)); d > 1e-14 {
			t.Fatalf("%v times its inverse is off by %g", a, d)
		}
	}
	if got := PoseFromRPY([3]float64{1, 2, 3}, [3]float64{}); got != (Pose{R: IdentityRotation(), P: [3]float64{1, 2, 3}}) {
		t.Errorf("no rotation gives %v", got)
	}
}
