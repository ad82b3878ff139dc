package app

import (
	"bytes"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// yamlLimits bound one file of an application.
var yamlLimits = strictyaml.Limits{Bytes: 1 << 20, Depth: 32, Nodes: 100_000, Aliases: 1_000}

// parseFile reads a file of one YAML document. It returns false where nothing can be made of it,
// which was reported.
func parseFile(name string, data []byte, list *diagnostics) (cursor, bool) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := source.NewText(name, data)
	if len(data) <= yamlLimits.Bytes && separators(data) > yamlLimits.Nodes {
		d := text.Diagnostic(0, "", fmt.Sprintf("the file may have %d values", separators(data)))
		d.Expected, d.Hint = fmt.Sprintf("at most %d", yamlLimits.Nodes), "split it with include"
		list.Add(d)
		return cursor{}, false
	}
	root := strictyaml.Parse(text, yamlLimits, &list.Diagnostics)
	return cursor{root, text, "", list}, root != nil
}

// separators counts the characters that can stand between two values, and so bounds the number of
// values before the scanner makes them: it needs some hundred bytes for each.
func separators(data []byte) int {
	count := 0
	for _, b := range data {
		switch b {
		case ',', ':', '-', '?', '[', '{', '\n':
			count++
		}
	}
	return count
}
