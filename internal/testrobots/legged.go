package testrobots

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Axes of joints.
var (
	alongX = [3]float64{1, 0, 0}
	alongY = [3]float64{0, 1, 0}
	alongZ = [3]float64{0, 0, 1}
)

// bodies is a robot under construction.
type bodies []rigidbody.Body

// add appends a box of a size (m) and mass (kg), whose z axis begins at its joint, at a place on
// its parent.
func (b *bodies) add(name string, parent int, kind rigidbody.JointKind, axis, at [3]float64, mass float64, size [3]float64) int {
	place := spatial.IdentityPose()
	place.P = at
	x, y, z := size[0]*size[0], size[1]*size[1], size[2]*size[2]
	*b = append(*b, rigidbody.Body{Name: name, JointName: name + "_joint", Parent: parent, Kind: kind, Placement: place, Axis: axis,
		Inertia: rigidbody.Inertia{Mass: mass, Com: [3]float64{0, 0, size[2] / 2}, Ixx: mass * (y + z) / 12, Iyy: mass * (x + z) / 12, Izz: mass * (x + y) / 12}})
	return len(*b) - 1
}

// Foot is a body that stands on the ground, with the points that touch it, in the body's frame, m.
type Foot struct {
	Name, Body string
	Points     [][3]float64
}

// Quadruped is a made-up robot of a floating trunk and four legs of three joints, 18 degrees of
// freedom, and its feet, one point each.
func Quadruped() ([]rigidbody.Body, []Foot) {
	b, feet := bodies{}, []Foot{}
	trunk := b.add("trunk", -1, rigidbody.Floating, [3]float64{}, [3]float64{}, 16, [3]float64{0.5, 0.3, 0.1})
	for i, at := range [][2]float64{{0.25, 0.15}, {0.25, -0.15}, {-0.25, 0.15}, {-0.25, -0.15}} {
		leg := fmt.Sprintf("leg_%d", i)
		hip := b.add(leg+"_hip", trunk, rigidbody.Revolute, alongX, [3]float64{at[0], at[1], 0}, 1, [3]float64{0.05, 0.05, 0.05})
		upper := b.add(leg+"_upper", hip, rigidbody.Revolute, alongY, [3]float64{}, 1, [3]float64{0.04, 0.04, -0.25})
		b.add(leg+"_lower", upper, rigidbody.Revolute, alongY, [3]float64{0, 0, -0.25}, 0.4, [3]float64{0.03, 0.03, -0.25})
		feet = append(feet, Foot{fmt.Sprintf("foot_%d", i), leg + "_lower", [][3]float64{{0, 0, -0.25}}})
	}
	return b, feet
}

// Biped is a made-up humanoid of human proportions, 38 degrees of freedom: a floating pelvis, two
// legs of 6, a waist of 3, two arms of 7, a neck of 3; and its feet, soles of four points.
func Biped() ([]rigidbody.Body, []Foot) {
	b, feet := bodies{}, []Foot{}
	pelvis := b.add("pelvis", -1, rigidbody.Floating, [3]float64{}, [3]float64{}, 12, [3]float64{0.2, 0.3, 0.15})
	for _, side := range []string{"left", "right"} {
		y := map[string]float64{"left": 0.1, "right": -0.1}[side]
		at := b.add(side+"_hip_yaw", pelvis, rigidbody.Revolute, alongZ, [3]float64{0, y, 0}, 1, [3]float64{0.08, 0.08, -0.05})
		at = b.add(side+"_hip_roll", at, rigidbody.Revolute, alongX, [3]float64{}, 1, [3]float64{0.08, 0.08, -0.05})
		at = b.add(side+"_thigh", at, rigidbody.Revolute, alongY, [3]float64{}, 5, [3]float64{0.1, 0.1, -0.4})
		at = b.add(side+"_shank", at, rigidbody.Revolute, alongY, [3]float64{0, 0, -0.4}, 3, [3]float64{0.08, 0.08, -0.4})
		at = b.add(side+"_ankle", at, rigidbody.Revolute, alongY, [3]float64{0, 0, -0.4}, 0.5, [3]float64{0.05, 0.05, -0.03})
		b.add(side+"_foot", at, rigidbody.Revolute, alongX, [3]float64{}, 1, [3]float64{0.2, 0.1, -0.05})
		feet = append(feet, Foot{side, side + "_foot", [][3]float64{{0.12, 0.05, -0.05}, {0.12, -0.05, -0.05}, {-0.08, 0.05, -0.05}, {-0.08, -0.05, -0.05}}})
	}
	at := pelvis
	for i, axis := range [][3]float64{alongZ, alongX, alongY} {
		at = b.add(fmt.Sprintf("waist_%d", i), at, rigidbody.Revolute, axis, [3]float64{0, 0, 0.05}, 1+9*float64(i/2), [3]float64{0.2, 0.3, 0.1 + 0.3*float64(i/2)})
	}
	chest := at
	for _, side := range []string{"left", "right"} {
		at, place := chest, [3]float64{0, map[string]float64{"left": 0.2, "right": -0.2}[side], 0.35}
		for i, axis := range [][3]float64{alongY, alongX, alongZ, alongY, alongZ, alongX, alongY} {
			at = b.add(fmt.Sprintf("%s_arm_%d", side, i), at, rigidbody.Revolute, axis, place, 0.7, [3]float64{0.05, 0.05, -0.1})
			place = [3]float64{0, 0, -0.1}
		}
	}
	at = chest
	for i, axis := range [][3]float64{alongZ, alongY, alongX} {
		at = b.add(fmt.Sprintf("neck_%d", i), at, rigidbody.Revolute, axis, [3]float64{0, 0, 0.4 * float64(1-min(i, 1))}, 0.5, [3]float64{0.1, 0.1, 0.1})
	}
	return b, feet
}

// bends are the angles of a stance, rad.
var bends = []struct {
	part  string
	angle float64
}{{"_upper", -0.5}, {"_thigh", -0.5}, {"_lower", 1}, {"_shank", 1}, {"_ankle", -0.5}, {"_arm_3", -0.8}}

// Stance writes a position of a Quadruped or a Biped with bent knees, the base at the origin.
func Stance(m *rigidbody.Model, q []float64) error {
	if err := m.Neutral(q); err != nil {
		return err
	}
	for i := range m.NumBodies() {
		p, n := m.PositionRange(i)
		if n != 1 {
			continue
		}
		for _, bent := range bends {
			if strings.HasSuffix(m.Body(i).Name, bent.part) {
				q[p] = bent.angle
			}
		}
	}
	return nil
}
