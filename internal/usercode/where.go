package usercode

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Injected is the value of a panic that a fault injects: no line of the user's code is to blame.
type Injected string

// maxFrames bounds how far up the stack the line of a panic is looked for.
const maxFrames = 64

// Frames of this module between a panic and the user's code: an actor that misuses a port panics
// in package actors, at a line of the user. Call calls the user's code: no frame above it is the
// user's.
const (
	actorsPackage = module + "actors."
	caller        = module + "internal/usercode.Call"
)

// where returns the line of the user's code that panicked, as "gripper.go:42", while the panic is
// being recovered. It returns "" for an injected panic. The folder is left out: the text is the
// same on every machine, as recordings of virtual time are.
func where(value any) string {
	if _, injected := value.(Injected); injected {
		return ""
	}
	var counters [maxFrames]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(2, counters[:])])
	for panicked := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case f.Function == caller:
			return ""
		case panicked && !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, actorsPackage):
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
