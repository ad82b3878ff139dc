// Package mesh holds triangle meshes as data, and reads and writes them. Lengths are in m.
//
// [ReadSTL], [ReadOBJ] and [ReadCollada] return the triangles of a file as they are in it. [Weld]
// then merges equal vertices and drops triangles without area, [Mesh.Leak] finds an edge at which
// a surface is open, and [Mesh.Inertia] integrates over the volume of a closed one.
//
// Readers take the content of a file and open nothing. STL and OBJ have no unit: their numbers are
// read as m, and [Mesh.Scale] converts those of other units. Errors of texts are
// source.Diagnostic values with line and column, all numbers of a file at once; errors of binary
// files are of the type [*BinaryError] with the offset of the byte.
//
// # Limits
//
// [MaxBytes] of a file, [MaxVertices], [MaxTriangles], and coordinates up to [MaxCoordinate].
package mesh
