//go:build unix

package record

import (
	"io/fs"
	"syscall"
)

// deleted reports whether an open file has no name any more.
func deleted(info fs.FileInfo) bool {
	s, is := info.Sys().(*syscall.Stat_t)
	return is && s.Nlink == 0
}
