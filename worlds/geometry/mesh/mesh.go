package mesh

// Mesh is a set of triangles in the frame of the mesh.
type Mesh struct {
	// Vertices are points, x, y, z in m.
	Vertices [][3]float64
	// Triangles are indices of three vertices each, counterclockwise as seen from outside.
	Triangles [][3]int32
}
