package command

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// newestHint names the newest recording in the folder recordings if a recording is the first
// argument that is missing.
func newestHint(names, arguments []string) string {
	if missing := len(arguments); missing >= len(names) || names[missing] != "RECORDING" {
		return ""
	}
	if newest := newestRecording(); newest != "" {
		return "; the newest one is " + newest
	}
	return ""
}

// newestRecording returns the path of the recording in the folder recordings that was written last,
// or nothing.
func newestRecording() string {
	all, _ := filepath.Glob(filepath.Join("recordings", "*.mcap"))
	if len(all) == 0 {
		return ""
	}
	return slices.MaxFunc(all, func(a, b string) int { return written(a).Compare(written(b)) })
}

// written returns when a file was written last, the zero time if nobody can know it.
func written(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
