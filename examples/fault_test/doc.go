// Package faulttest shows how faults are tested: an ordinary go test, in virtual time, with invariants that hold in every
// cycle whatever fails. See its test.
package faulttest
