package mecanum

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// Wheels holds one value for each wheel: front left, front right, rear left, rear right.
type Wheels [4]float64

// WheelNames are the names of the wheels in the order of Wheels.
var WheelNames = [4]string{"front_left", "front_right", "rear_left", "rear_right"}

// Errors of this package, for errors.Is.
var (
	// ErrConfig marks a configuration that cannot be.
	ErrConfig = errors.New("mecanum: configuration")
	// ErrNotFinite marks an input that holds NaN or an infinity, or a period that is not above
	// zero. Nothing was changed and no output was written.
	ErrNotFinite = errors.New("mecanum: not a usable number")
)

// Geometry is the shape of the base; see the package documentation for the frames and signs.
type Geometry struct {
	HalfLengthM    float64 // lx, half the distance between the front and rear axles, m, above 0
	HalfWidthM     float64 // ly, half the distance between the left and right wheels, m, above 0
	WheelRadiusM   float64 // r, from the wheel's axis to the ground, m, above 0
	RollerAngleRad float64 // gamma; 0 means 45 degrees; within (-80, 80) degrees and at least 10 degrees from 0
}

// Kinematics maps between body twists and wheel speeds. Make it with NewKinematics; it is constant
// from then on.
type Kinematics struct {
	radius  float64
	lateral float64 // tan(gamma)
	turning float64 // ly + lx tan(gamma), m
}

var rollerSigns = [4]float64{-1, 1, 1, -1}
var sideSigns = [4]float64{1, -1, 1, -1} // sign of y_i

const (
	degree            = math.Pi / 180
	leastRollerAngle  = 10 * degree
	greatestRoller    = 80 * degree
	leastTurningShare = 0.02 // of ly + lx |tan(gamma)|: below, turning would need wheel speeds that no drive has
)

// NewKinematics checks g. Its errors are ErrConfig and name the field.
func NewKinematics(g Geometry) (Kinematics, error) {
	if g.RollerAngleRad == 0 {
		g.RollerAngleRad = math.Pi / 4
	}
	for _, f := range [...]struct {
		name  string
		value float64
	}{{"half length", g.HalfLengthM}, {"half width", g.HalfWidthM}, {"wheel radius", g.WheelRadiusM}} {
		if !(f.value > 0) || math.IsInf(f.value, 1) {
			return Kinematics{}, fmt.Errorf("%w: %s is %g m, it must be finite and above 0", ErrConfig, f.name, f.value)
		}
	}
	if a := math.Abs(g.RollerAngleRad); !(a >= leastRollerAngle && a <= greatestRoller) {
		return Kinematics{}, fmt.Errorf("%w: roller angle is %g rad, it must be between 10 and 80 degrees, or minus that for rollers mounted the other way round (most wheels: 0.7854)",
			ErrConfig, g.RollerAngleRad)
	}
	lateral := math.Tan(g.RollerAngleRad)
	turning := g.HalfWidthM + g.HalfLengthM*lateral
	if math.Abs(turning) < leastTurningShare*(g.HalfWidthM+g.HalfLengthM*math.Abs(lateral)) {
		return Kinematics{}, fmt.Errorf("%w: with roller angle %g rad, half length %g m and half width %g m the wheels cannot turn the base; swap the left and right wheels and make the angle positive",
			ErrConfig, g.RollerAngleRad, g.HalfLengthM, g.HalfWidthM)
	}
	return Kinematics{radius: g.WheelRadiusM, lateral: lateral, turning: turning}, nil
}

// Inverse returns the wheel speeds, in rad/s, that roll the base with the body twist t without
// slip.
func (k *Kinematics) Inverse(t planar.Twist) Wheels {
	var w Wheels
	for i := range w {
		// s_i tan(gamma) x_i - y_i = -(sign of y_i)(ly + lx tan(gamma)), because s_i x_i = -lx
		// (sign of y_i).
		w[i] = (t.X + rollerSigns[i]*k.lateral*t.Y - sideSigns[i]*k.turning*t.Omega) / k.radius
	}
	return w
}

// Forward returns the body twist that fits the wheel speeds (rad/s) best in the least squares
// sense, and the slip: the signed speed in m/s by which every wheel's rolling differs from that
// twist,
// +slip at both front wheels and -slip at both rear wheels. The slip of wheels that roll cleanly is
// zero. It is blind to slip that looks like a rigid motion.
func (k *Kinematics) Forward(w Wheels) (t planar.Twist, slipMPerS float64) {
	x, y, turn := 0.0, 0.0, 0.0
	for i, speed := range w {
		x += speed
		y += rollerSigns[i] * speed
		turn -= sideSigns[i] * speed
	}
	quarter := k.radius / 4
	return planar.Twist{X: quarter * x, Y: quarter * y / k.lateral, Omega: quarter * turn / k.turning},
		quarter * (w[0] + w[1] - w[2] - w[3])
}

func (w Wheels) finite() bool {
	for _, v := range w {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func (w Wheels) greatest() float64 {
	m := 0.0
	for _, v := range w {
		m = math.Max(m, math.Abs(v))
	}
	return m
}
