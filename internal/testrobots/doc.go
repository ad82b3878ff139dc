// Package testrobots builds robots for tests and benchmarks.
package testrobots
