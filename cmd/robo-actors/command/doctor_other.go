//go:build !linux

package command

// kernelFindings has nothing to say where the kernel is not Linux.
func kernelFindings() []finding { return nil }
