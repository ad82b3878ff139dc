package worlds

import (
	"fmt"
	"math"
)

// Difference is one thing in which two joints differ.
type Difference struct {
	Field string // "type", "limit.upper", "limits[2].velocity", ...
	A, B  string // the values, with units
}

// String returns "field: a, b".
func (d Difference) String() string { return d.Field + ": " + d.A + ", " + d.B }

// Joints count as equal within these tolerances.
const (
	lengthTolerance    = 1e-9 // m
	directionTolerance = 1e-9 // entries of rotation matrices and unit vectors
	relativeTolerance  = 1e-9 // limits
)

// CompareJoint returns in what two joints differ that should be one, as the two ends of a coupling:
// type, frame (origin and axis), limits, and mimic relation. Names, links, roles, friction and
// control modes may differ: the worlds are variants of one robot. Joints must have passed
// [Description.Check]; joints of a [World] have.
func CompareJoint(a, b Joint) []Difference {
	var out []Difference
	add := func(field, a, b string) { out = append(out, Difference{field, a, b}) }
	if a.Type != b.Type {
		add("type", a.Type.String(), b.Type.String())
		return out
	}
	a, b = a.canonical(), b.canonical()
	if !near(a.Origin.P[:], b.Origin.P[:], lengthTolerance) {
		add("origin.position", fmt.Sprintf("%.9g m", a.Origin.P), fmt.Sprintf("%.9g m", b.Origin.P))
	}
	if !near(a.Origin.R[:], b.Origin.R[:], directionTolerance) {
		add("origin.orientation", rpyText(a.Origin.R), rpyText(b.Origin.R))
	}
	if !near(a.Axis[:], b.Axis[:], directionTolerance) {
		add("axis", fmt.Sprintf("%.9g", a.Axis), fmt.Sprintf("%.9g", b.Axis))
	}
	for k := range a.Limits {
		out = compareLimits(out, limitField(a.Type, k), angular(a.Type, k), a.Limits[k], b.Limits[k])
	}
	return compareMimic(out, a.Mimic, b.Mimic)
}

// near reports whether two vectors differ by at most the tolerance in every entry.
func near(a, b []float64, tolerance float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= tolerance) {
			return false
		}
	}
	return true
}

// angular reports whether entry k of a joint's velocity is an angular one.
func angular(t JointType, k int) bool {
	switch t {
	case Planar:
		return k == 2
	case Floating:
		return k >= 3
	}
	return t != Prismatic
}

func compareLimits(out []Difference, field string, angular bool, a, b Limit) []Difference {
	unit, effort := "m", "N"
	if angular {
		unit, effort = "rad", "N m"
	}
	for _, l := range []struct {
		name, unit string
		a, b       float64
	}{
		{"lower", unit, a.Lower, b.Lower}, {"upper", unit, a.Upper, b.Upper},
		{"velocity", unit + "/s", a.Velocity, b.Velocity}, {"acceleration", unit + "/s2", a.Acceleration, b.Acceleration},
		{"jerk", unit + "/s3", a.Jerk, b.Jerk}, {"effort", effort, a.Effort, b.Effort},
	} {
		if l.a != l.b && !(math.Abs(l.a-l.b) <= relativeTolerance*max(math.Abs(l.a), math.Abs(l.b))) ||
			math.IsInf(l.a, 0) != math.IsInf(l.b, 0) {
			out = append(out, Difference{field + "." + l.name, limitText(l.a, l.unit), limitText(l.b, l.unit)})
		}
	}
	return out
}

func limitText(v float64, unit string) string {
	if math.IsInf(v, 0) {
		return "none"
	}
	return fmt.Sprintf("%.9g %s", v, unit)
}

func compareMimic(out []Difference, a, b *Mimic) []Difference {
	text := func(m *Mimic) string {
		if m == nil {
			return "none"
		}
		return fmt.Sprintf("%.9g q + %.9g", m.Multiplier, m.Offset)
	}
	if text(a) != text(b) {
		out = append(out, Difference{"mimic", text(a), text(b)})
	}
	return out
}

// rpyText prints a rotation matrix as roll, pitch and yaw.
func rpyText(r [9]float64) string {
	pitch := math.Atan2(-r[6], math.Hypot(r[0], r[3])) + 0 // +0 joins the two zeros
	roll, yaw := math.Atan2(r[7], r[8]), math.Atan2(r[3], r[0])
	if math.Hypot(r[0], r[3]) < 1e-9 { // pitch is +-90 degrees: roll and yaw turn about the same axis
		roll, yaw = math.Atan2(-r[5], r[4]), 0
	}
	return fmt.Sprintf("rpy [%.9g %.9g %.9g] rad", roll, pitch, yaw)
}
