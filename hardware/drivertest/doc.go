// Package drivertest checks that an implementation of hardware.Driver keeps its contract. A
// driver's own tests call
//
//	drivertest.Run(t, func(t testing.TB) drivertest.Rig { ... })
//
// with a function that builds a driver over fresh drives, simulated, emulated or real. Each [Check]
// is a sentence of the contract; all of them are in [Checks], for who wants to run them elsewhere.
package drivertest
