package openrave

import (
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// solid is a homogeneous body: its inertia about its own centre at a density of 1 kg/m3.
type solid struct {
	inertia rigidbody.Inertia
	pose    spatial.Pose
	at      spot
	mesh    bool // its volume is not known
}

// boxSolid has the half lengths e: m = 8 ex ey ez, I = m/3 diag(ey^2 + ez^2, ...).
func boxSolid(e [3]float64) solid {
	m := 8 * e[0] * e[1] * e[2]
	xx, yy, zz := e[0]*e[0], e[1]*e[1], e[2]*e[2]
	return solid{inertia: rigidbody.Inertia{Mass: m, Ixx: m / 3 * (yy + zz), Iyy: m / 3 * (xx + zz), Izz: m / 3 * (xx + yy)}}
}

// sphereSolid: I = 2/5 m r^2.
func sphereSolid(r float64) solid {
	m := 4.0 / 3 * math.Pi * r * r * r
	i := 0.4 * m * r * r
	return solid{inertia: rigidbody.Inertia{Mass: m, Ixx: i, Iyy: i, Izz: i}}
}

// cylinderSolid points along y: Iyy = m r^2/2, the others m (3 r^2 + h^2)/12.
func cylinderSolid(r, h float64) solid {
	m := math.Pi * r * r * h
	across := m * (3*r*r + h*h) / 12
	return solid{inertia: rigidbody.Inertia{Mass: m, Ixx: across, Iyy: m * r * r / 2, Izz: across}}
}

// total returns the sum of solids as one body, by the parallel axis theorem.
func total(solids []solid) rigidbody.Inertia {
	var out rigidbody.Inertia
	var moment spatial.Vec
	for i := range solids {
		s := &solids[i]
		out.Mass += s.inertia.Mass
		moment = moment.AddScaled(s.inertia.Mass, spatial.VecOf(s.pose.P))
	}
	if out.Mass == 0 {
		return rigidbody.Inertia{}
	}
	com := moment.Scale(1 / out.Mass)
	out.Com = com.Array()
	for i := range solids {
		s := &solids[i]
		in := worlds.RotateInertia(s.pose.R, s.inertia)
		d, m := spatial.VecOf(s.pose.P).Sub(com), in.Mass
		out.Ixx += in.Ixx + m*(d.Y*d.Y+d.Z*d.Z)
		out.Iyy += in.Iyy + m*(d.X*d.X+d.Z*d.Z)
		out.Izz += in.Izz + m*(d.X*d.X+d.Y*d.Y)
		out.Ixy += in.Ixy - m*d.X*d.Y
		out.Ixz += in.Ixz - m*d.X*d.Z
		out.Iyz += in.Iyz - m*d.Y*d.Z
	}
	return out
}

// scaled returns the inertia of a body whose density is multiplied by a factor.
func scaled(in rigidbody.Inertia, factor float64) rigidbody.Inertia {
	in.Mass *= factor
	for _, v := range []*float64{&in.Ixx, &in.Ixy, &in.Ixz, &in.Iyy, &in.Iyz, &in.Izz} {
		*v *= factor
	}
	return in
}

// Tags of a mass.
var massTags = []string{"total", "density", "extents", "radius", "com", "inertia"}

// mass reads an element mass of a body with the given solids.
func (r *reader) mass(f *file, e *strictxml.Element, path string, solids []solid) rigidbody.Inertia {
	read := massValues{density: 1}
	for _, c := range e.Children {
		name := tag(c)
		counts := map[string]int{"total": 1, "density": 1, "radius": 1, "extents": 3, "com": 3, "inertia": 9}
		if counts[name] == 0 {
			r.other(f, c, massTags, nil)
			continue
		}
		if v, ok := r.numbers(f, c, path, counts[name]); ok {
			read.set(name, v)
		}
	}
	if read.totalSet && !(read.total >= 0) || !(read.density >= 0) {
		r.fail(f, e.Offset, path, "a mass or density is negative", "at least 0", "")
		return rigidbody.Inertia{}
	}
	var in rigidbody.Inertia
	switch kind := strings.ToLower(attribute(e, "type").Text); kind {
	case "mimicgeom":
		in = total(slices.DeleteFunc(slices.Clone(solids), func(s solid) bool {
			if s.mesh {
				r.note(s.at.file, s.at.offset, path, "the mesh adds nothing to the mass: meshes are not read")
			}
			return s.mesh
		}))
	case "box":
		in = boxSolid(read.extents).inertia
	case "sphere":
		in = sphereSolid(read.radius).inertia
	case "custom":
		return r.customMass(f, e, path, &read)
	default:
		kinds := []string{"mimicgeom", "box", "sphere", "custom"}
		r.fail(f, e.Offset, path, "the type "+source.Quote(source.Clip(kind, 40))+" of a mass is unknown", "one of "+strings.Join(kinds, ", "), source.DidYouMean(kind, kinds))
		return in
	}
	for k := range in.Com {
		in.Com[k] += read.com[k]
	}
	switch {
	case !read.totalSet:
		return scaled(in, read.density)
	case in.Mass > 0:
		return scaled(in, read.total/in.Mass)
	case read.total > 0:
		r.note(f, e.Offset, path, "the body has a mass and no volume: it is taken for a point mass")
	}
	in.Mass = read.total
	return in
}

// massValues are the numbers of an element mass.
type massValues struct {
	density, total, radius float64
	totalSet               bool
	extents, com           [3]float64
	tensor                 [9]float64
}

func (m *massValues) set(name string, v []float64) {
	switch name {
	case "total":
		m.total, m.totalSet = v[0], true
	case "density":
		m.density = v[0]
	case "radius":
		m.radius = v[0]
	case "extents":
		m.extents = [3]float64(v)
	case "com":
		m.com = [3]float64(v)
	case "inertia":
		m.tensor = [9]float64(v)
	}
}

// customMass returns a mass whose tensor about the centre of mass is given, row by row.
func (r *reader) customMass(f *file, e *strictxml.Element, path string, m *massValues) rigidbody.Inertia {
	t := m.tensor
	for _, pair := range [][2]int{{1, 3}, {2, 6}, {5, 7}} {
		a, b := t[pair[0]], t[pair[1]]
		if math.Abs(a-b) > 1e-6*max(math.Abs(t[0]), math.Abs(t[4]), math.Abs(t[8])) {
			r.fail(f, e.Offset, path, "the inertia tensor is not symmetric", "nine numbers, row by row", "")
			break
		}
	}
	return rigidbody.Inertia{Mass: m.total, Com: m.com, Ixx: t[0], Ixy: (t[1] + t[3]) / 2, Ixz: (t[2] + t[6]) / 2, Iyy: t[4], Iyz: (t[5] + t[7]) / 2, Izz: t[8]}
}
