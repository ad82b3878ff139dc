//go:build !linux || !amd64

package pace

// Mark does nothing here.
func Mark() {}

// Interrupted is false here: nothing tells.
func Interrupted() bool { return false }
