// Package faulttest shows how faults are tested: ordinary go tests, in virtual time. In
// fault_test.go it is one actor of its own, with what must hold whatever fails, a run in which
// things are said to fail, and a search for what nobody thought of. In robot_test.go it is a whole
// robot from its application file.
package faulttest
