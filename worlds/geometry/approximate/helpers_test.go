package approximate_test

import (
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// must returns the value of a function that may not fail.
func must[S any](s S, err error) S {
	if err != nil {
		panic(err)
	}
	return s
}

// A solid is cubes of one length on a grid: true where there is one.
type solid [6][6][6]bool

// drawn returns the solid of layers from below to above, each of rows of x and #.
func drawn(layers ...[]string) (s solid) {
	for z, rows := range layers {
		for y, row := range rows {
			for x, c := range row {
				s[x][y][z] = c == '#'
			}
		}
	}
	return s
}

func (s *solid) at(p [3]int) bool {
	for _, v := range p {
		if v < 0 || v > 5 {
			return false
		}
	}
	return s[p[0]][p[1]][p[2]]
}

// cubes returns the places of the cubes.
func (s *solid) cubes() (out [][3]int) {
	for x := range 6 {
		for y := range 6 {
			for z := range 6 {
				if s[x][y][z] {
					out = append(out, [3]int{x, y, z})
				}
			}
		}
	}
	return out
}

// mesh returns the surface: two triangles for each face between a cube and an empty place.
func (s *solid) mesh() (m mesh.Mesh) {
	index := map[[3]float64]int32{}
	vertex := func(p [3]float64) int32 {
		i, is := index[p]
		if !is {
			i = int32(len(m.Vertices))
			index[p] = i
			m.Vertices = append(m.Vertices, p)
		}
		return i
	}
	for _, cube := range s.cubes() {
		for axis := range 3 {
			for side := range 2 {
				beside := cube
				beside[axis] += 2*side - 1
				if s.at(beside) {
					continue
				}
				var corners [4]int32
				for k := range 4 {
					p := [3]float64{float64(cube[0]), float64(cube[1]), float64(cube[2])}
					p[axis] += float64(side)
					p[(axis+1)%3] += float64(k>>1&1 ^ k&1) // 0, 1, 1, 0 is around the face
					p[(axis+2)%3] += float64(k >> 1 & 1)
					corners[k] = vertex(p)
				}
				if side == 0 {
					corners[1], corners[3] = corners[3], corners[1]
				}
				m.Triangles = append(m.Triangles, [3]int32{corners[0], corners[1], corners[2]}, [3]int32{corners[0], corners[2], corners[3]})
			}
		}
	}
	return m
}

// depthIn returns the least distance of a point from shapes, negative inside.
func depthIn(q *geometry.Query, p [3]float64, hulls []*geometry.Hull) float64 {
	point := geometry.Placed{Shape: &geometry.Sphere{}, Pose: spatial.Pose{R: spatial.IdentityRotation(), P: p}}
	least := 1e9
	for _, h := range hulls {
		least = min(least, q.Distance(&point, &geometry.Placed{Shape: h, Pose: spatial.IdentityPose()}).Distance)
	}
	return least
}
