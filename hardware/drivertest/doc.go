// Package drivertest checks that an implementation of hardware.Driver keeps its contract, and that
// of hardware.SensorDriver where it implements it. A driver's own tests call
//
//	drivertest.Run(t, func(t testing.TB) drivertest.Rig { ... })
//
// with a function that builds a driver over fresh drives, simulated, emulated or real. Each [Check]
// is a sentence of the contract. [Checks] returns all of them, for runs outside of Go tests.
package drivertest
