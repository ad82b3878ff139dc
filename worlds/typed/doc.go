// Package typed is the library that generated code uses: values of joints with their units, joint
// groups as vectors, addresses of outputs with the types of their values, and the check that a file
// still has the structure that the code was made from. Package worlds/generate, and the command
// robo-actors generate, write such code.
//
// Values are copied out of a snapshot and into a command, and nothing allocates. Generated code
// checks once, for each snapshot or command, that the vectors have the sizes of the world or joint
// group; after that no index can be out of range. Layout, units and frames of all quantities are
// those of package messages.
package typed
