package faults

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// MaxPlan is the maximum size of a schedule file, in bytes.
const MaxPlan = 1 << 20

// ParsePlan parses a schedule: as YAML if the name ends in .yaml or .yml, else as lines. The YAML
// is a list under the key faults. Each entry is a mapping with the keys of Record, or a line:
//
//	faults:
//	  - {at: 2s, for: 300ms, kind: drop, target: base/controller.state, with: {p: 0.3, burst: 5}}
//	  - at 4s panic mobile_base/wheels
//	  - at 5s acknowledge mobile_base
//
// The file is one document. Every invalid entry is reported, with file, line and column.
func ParsePlan(name string, data []byte) (Schedule, error) {
	if len(data) > MaxPlan {
		return nil, fmt.Errorf("%s has %d bytes; expected a schedule of at most %d", name, len(data), MaxPlan)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // Windows editors write it
	if ext := filepath.Ext(name); ext != ".yaml" && ext != ".yml" {
		return ParseSchedule(name, string(data))
	}
	root, err := document(name, data)
	if err != nil {
		return nil, err
	}
	list, err := listOf(name, root)
	if err != nil {
		return nil, err
	}
	var s Schedule
	var errs []error
	for _, n := range list {
		e, err := entryOf(n)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d:%d: %w", name, n.Line, n.Column, err))
			continue
		}
		s = append(s, e)
	}
	return s, errors.Join(errs...)
}

// document returns the only document of a file, or an empty one. A second document is rejected,
// because it would not be scheduled.
func document(name string, data []byte) (*yaml.Node, error) {
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var first, second yaml.Node
	for _, n := range []*yaml.Node{&first, &second} {
		if err := loader.Load(n); errors.Is(err, io.EOF) {
			return &first, nil
		} else if err != nil {
			return nil, syntaxError(name, err)
		}
	}
	return nil, fmt.Errorf("%s:%d:%d: a second document begins; expected one document, with all entries under one key, faults", name, second.Line, second.Column)
}

// syntaxError returns a YAML syntax error with its place, where it has one.
func syntaxError(name string, err error) error {
	var found *yaml.LoadError
	if !errors.As(err, &found) || found.Mark.Line < 1 {
		return fmt.Errorf("%s: %w", name, err)
	}
	problem := found.Message
	if found.ContextMsg != "" {
		problem = found.ContextMsg + ": " + problem
	}
	return fmt.Errorf("%s:%d:%d: %s", name, found.Mark.Line, found.Mark.Column, problem)
}

// listOf returns the list of entries in a document.
func listOf(name string, root *yaml.Node) ([]*yaml.Node, error) {
	const expected = "expected one key, faults, with a list"
	if len(root.Content) == 0 {
		return nil, nil // nothing is scheduled
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode || len(top.Content) != 2 || top.Content[0].Value != "faults" {
		return nil, fmt.Errorf("%s:%d:%d: not a schedule; %s", name, top.Line, top.Column, expected)
	}
	list := top.Content[1]
	if list.Kind == yaml.ScalarNode && (list.Value == "" || list.Tag == "!!null") {
		return nil, nil
	}
	if list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("%s:%d:%d: faults is not a list; %s", name, list.Line, list.Column, expected)
	}
	return list.Content, nil
}

// keys are the keys of a Record.
var keys = []string{"at", "every", "from", "until", "for", "p", "kind", "target", "mode", "with", "delay"}

// entryOf parses one entry of the list.
func entryOf(n *yaml.Node) (Entry, error) {
	if n.Kind == yaml.ScalarNode {
		return ParseEntry(n.Value)
	}
	if n.Kind != yaml.MappingNode {
		return Entry{}, errors.New("neither a mapping nor a line; expected one of them")
	}
	for i := 0; i < len(n.Content); i += 2 {
		if key := n.Content[i].Value; !slices.Contains(keys, key) {
			return Entry{}, fmt.Errorf("unknown key %q; known: %s", key, strings.Join(keys, ", "))
		}
	}
	var r Record
	if err := n.Decode(&r); err != nil {
		return Entry{}, err
	}
	return r.Entry()
}
