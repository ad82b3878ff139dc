//go:build !unix

package record

import "io/fs"

// deleted returns false: such a system does not delete a file that is open.
func deleted(fs.FileInfo) bool { return false }
