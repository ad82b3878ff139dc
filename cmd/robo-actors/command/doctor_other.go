//go:build !linux

package command

// kernelFindings returns nothing on systems other than Linux.
func kernelFindings() []finding { return nil }
