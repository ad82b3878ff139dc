package mutant

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Apply returns the patched files by their path relative to the root of the module. It fails if the
// old text of a patch does not occur exactly once.
func (m *Mutant) Apply(root string) (map[string]string, error) {
	files := map[string]string{}
	for _, p := range m.Patches {
		text, patched := files[p.File]
		if !patched {
			data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.File)))
			if err != nil {
				return nil, fmt.Errorf("mutant %s: %w", m.Name, err)
			}
			text = string(data)
		}
		if n := strings.Count(text, p.Old); n != 1 {
			return nil, fmt.Errorf("mutant %s: %s contains the old text %d times; expected once: %q", m.Name, p.File, n, p.Old)
		}
		files[p.File] = strings.Replace(text, p.Old, p.New, 1)
	}
	return files, nil
}

// Overlay writes the patched files and an overlay file into dir, and returns the path of the
// overlay file, as go build -overlay expects it.
func (m *Mutant) Overlay(root, dir string) (string, error) {
	files, err := m.Apply(root)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for file, text := range files {
		copied := filepath.Join(dir, m.Name+"_"+strconv.Itoa(len(replace))+".go.txt")
		if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(root, filepath.FromSlash(file))] = copied
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, m.Name+".json")
	return overlay, os.WriteFile(overlay, data, 0o600)
}
