// Package faulttest shows how to test faults with ordinary Go tests in virtual time. fault_test.go
// tests one custom actor: invariants, a run with planned faults, and a search for others.
// robot_test.go tests a whole robot from its application file.
package faulttest
