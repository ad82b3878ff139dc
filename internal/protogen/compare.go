package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const remedy = "run go generate ./messages/..."

// compare returns every way in which the generated files in dir differ from what the sources give.
func compare(dir string, files []generated) error {
	var problems []error
	for _, f := range files {
		switch have, err := os.ReadFile(filepath.Join(dir, f.name)); {
		case errors.Is(err, os.ErrNotExist):
			problems = append(problems, fmt.Errorf("%s is missing: %s", f.name, remedy))
		case err != nil:
			problems = append(problems, err)
		case !bytes.Equal(have, f.content):
			problems = append(problems, fmt.Errorf("%s differs from what its source gives, first at byte %d: %s", f.name, firstDifference(have, f.content), remedy))
		}
	}
	stale, err := withoutSource(dir, files)
	for _, name := range stale {
		problems = append(problems, fmt.Errorf("%s has no source any more: %s", name, remedy))
	}
	return errors.Join(append(problems, err)...)
}

// withoutSource lists the generated files in dir that the sources do not give.
func withoutSource(dir string, files []generated) ([]string, error) {
	expected := map[string]bool{}
	for _, f := range files {
		expected[f.name] = true
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.pb.go"))
	if err != nil {
		return nil, fmt.Errorf("list the generated files in %s: %w", dir, err)
	}
	var names []string
	for _, p := range paths {
		if name := filepath.Base(p); !expected[name] {
			names = append(names, name)
		}
	}
	return names, nil
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
