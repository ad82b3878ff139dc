package database

import (
	"fmt"
	"strings"
)

// Problem is why a file is refused.
type Problem uint8

// The problems of files.
const (
	// Foreign: the file is no planning database.
	Foreign Problem = iota + 1
	// OtherVersion: the file is a planning database of another version.
	OtherVersion
	// Damaged: the pages of the file contradict each other.
	Damaged
	// Busy: another process has the file open, to write or while this one wants to.
	Busy
	// Unreadable: the operating system refuses access, or the file does not exist.
	Unreadable
	// ReadOnly: a change was requested from a file that was opened read-only.
	ReadOnly
)

var problemNames = [...]string{"", "it is no planning database", "it is a planning database of another version", "it is damaged",
	"another process uses it", "it cannot be opened", "it was opened read-only"}

// String describes the problem.
func (p Problem) String() string {
	if p > 0 && int(p) < len(problemNames) {
		return problemNames[p]
	}
	return fmt.Sprintf("Problem(%d)", uint8(p))
}

// FileError reports a file that is refused.
type FileError struct {
	Path    string
	Problem Problem
	Detail  string
	Err     error // of the operating system; may be nil
}

// Error names the file, the problem and the next step.
func (e *FileError) Error() string {
	text := fmt.Sprintf("%s: %v", e.Path, e.Problem)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	switch e.Problem {
	case Foreign, OtherVersion, Damaged:
		text += "; choose another file, or build with --replace to move it aside and begin a new one"
	case Busy:
		text += "; close it there, or try again later"
	}
	return text
}

// Unwrap returns the error of the operating system.
func (e *FileError) Unwrap() error { return e.Err }

// EntryError reports one entry that a file does not have, or whose bytes are damaged.
type EntryError struct {
	Path    string
	Key     Key
	Damaged bool
	Known   []string // titles of the entries of this kind
}

// Error names the file, the entry, the known ones, and the next step.
func (e *EntryError) Error() string {
	if e.Damaged {
		return fmt.Sprintf("%s: the entry %v is damaged: its checksum is wrong; build it again with --force, or remove it by clean", e.Path, e.Key)
	}
	known := "none"
	if len(e.Known) > 0 {
		known = strings.Join(e.Known, ", ")
	}
	return fmt.Sprintf("%s: no entry %v; build it; known entries of this kind: %s", e.Path, e.Key, known)
}
