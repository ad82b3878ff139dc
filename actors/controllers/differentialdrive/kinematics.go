package differentialdrive

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// Wheels holds one value for each wheel: left, right.
type Wheels [2]float64

// WheelNames are the names of the wheels in the order of Wheels.
var WheelNames = [2]string{"left", "right"}

// Errors of this package, for errors.Is.
var (
	// ErrConfig marks a configuration that cannot be.
	ErrConfig = errors.New("differentialdrive: configuration")
	// ErrNotFinite marks an input that holds NaN or an infinity, or a period that is not above
	// zero. Nothing was changed and no output was written.
	ErrNotFinite = errors.New("differentialdrive: not a usable number")
)

// Geometry is the shape of the base; see the package documentation for the frames and signs.
type Geometry struct {
	SeparationM       float64 // b, distance between the contact points of the wheels, m, above 0
	LeftWheelRadiusM  float64 // m, above 0
	RightWheelRadiusM float64 // m, above 0; radii differ by wear and by how much each wheel carries
}

// Kinematics maps between body twists and wheel speeds. Make it with NewKinematics; it is constant
// from then on.
type Kinematics struct {
	half   float64 // half the separation, m
	radius Wheels
}

// NewKinematics checks g. Its errors are ErrConfig and name the field.
func NewKinematics(g Geometry) (Kinematics, error) {
	for _, f := range [...]struct {
		name  string
		value float64
	}{{"wheel separation", g.SeparationM}, {"left wheel radius", g.LeftWheelRadiusM}, {"right wheel radius", g.RightWheelRadiusM}} {
		if !(f.value > 0) || math.IsInf(f.value, 1) {
			return Kinematics{}, fmt.Errorf("%w: %s is %g m, it must be finite and above 0", ErrConfig, f.name, f.value)
		}
	}
	return Kinematics{half: g.SeparationM / 2, radius: Wheels{g.LeftWheelRadiusM, g.RightWheelRadiusM}}, nil
}

// Inverse returns the wheel speeds, in rad/s, of the body twist t. Its lateral component has no
// part in them.
func (k *Kinematics) Inverse(t planar.Twist) Wheels {
	turn := t.Omega * k.half
	return Wheels{(t.X - turn) / k.radius[0], (t.X + turn) / k.radius[1]}
}

// Forward returns the body twist of wheels that roll without slip at the speeds w, in rad/s. Its
// lateral component is zero. Two wheels have no redundancy, so slip cannot be seen here.
func (k *Kinematics) Forward(w Wheels) planar.Twist {
	left, right := w[0]*k.radius[0], w[1]*k.radius[1]
	return planar.Twist{X: (left + right) / 2, Omega: (right - left) / (2 * k.half)}
}

func (w Wheels) finite() bool {
	for _, v := range w {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func (w Wheels) greatest() float64 { return math.Max(math.Abs(w[0]), math.Abs(w[1])) }
