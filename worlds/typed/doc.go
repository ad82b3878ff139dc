// Package typed is what generated code calls: the values of joints with their units, joint groups
// as vectors, addresses of outputs with the types of their values, and the check that a file still
// has the structure that code was made from. The command robo-actors generate writes such code
// (package worlds/generate); by hand it serves nobody.
//
// Values are copied out of a snapshot and into a command, and nothing allocates. What is looked at
// once, when generated code takes a snapshot or a command, is that its vectors have the sizes of
// the world or joint group; after that no index can be out of range. Layout, units and frames of
// all quantities are those of package messages.
package typed
