// Package state writes the variables of a running program into a byte string and reads them into
// the variables of another program that was built in the same way. Both sides walk the same types
// in the same order, so that the bytes need no names.
//
// The walk follows pointers, slices, maps and interfaces, and reaches unexported fields. Two
// pointers to one variable stay two pointers to one variable. Functions, channels and locks keep
// the value that the reading program gave them, and so do fields with the tag `state:"-"`. Fields
// with the tag `state:"shared"` refer to what never changes: both programs then refer to the same.
//
// The reader writes only what differs. Constants that both programs share are therefore read and
// never written.
package state
