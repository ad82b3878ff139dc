package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// noteGroup is a note with the others of its file that have the same text.
type noteGroup struct {
	first source.Diagnostic
	also  []source.Position
}

// groupNotes joins notes of one file with the same text, in the order of the first of each.
func groupNotes(notes []source.Diagnostic) []*noteGroup {
	type key struct{ file, problem string }
	known := map[key]*noteGroup{}
	var groups []*noteGroup
	for _, n := range notes {
		k := key{n.File, n.Problem}
		if g := known[k]; g != nil {
			g.also = append(g.also, n.Position)
			continue
		}
		known[k] = &noteGroup{first: n}
		groups = append(groups, known[k])
	}
	return groups
}

// maxAlso is how many further positions of a note are printed.
const maxAlso = 4

// text returns the note without its excerpt, and where else it applies.
func (g *noteGroup) text() string {
	n := g.first
	n.Excerpt = ""
	text := n.Error()
	if len(g.also) == 0 {
		return text
	}
	lines := make([]string, 0, maxAlso)
	for _, at := range g.also[:min(len(g.also), maxAlso)] {
		lines = append(lines, fmt.Sprintf("%d:%d", at.Line, at.Column))
	}
	if more := len(g.also) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("%d more", more))
	}
	return text + "\n    also at " + strings.Join(lines, ", ")
}

// writeNotes prints warnings about a valid file, as many as errors of an invalid one: each with its
// excerpt, or those that are alike together.
func writeNotes(w io.Writer, notes []source.Diagnostic, each bool) {
	var texts []string
	if each {
		for i := range notes {
			texts = append(texts, notes[i].Error())
		}
	} else {
		for _, g := range groupNotes(notes) {
			texts = append(texts, g.text())
		}
	}
	shown := min(len(texts), source.MaxPrinted)
	for _, text := range texts[:shown] {
		fmt.Fprintf(w, "note: %s\n", text)
	}
	if more := len(texts) - shown; more > 0 {
		fmt.Fprintf(w, "note: and %d more notes\n", more)
	}
}
