package architecture

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// controlFile declares the quantities that a command can hold, and lists the files that treat them.
const controlFile = "messages/control_mode.go"

// quantitiesOf returns the constants of a file that are one bit each: "ControlX = 1 << n".
func quantitiesOf(f goFile) (names []string) {
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "Control") {
			return true
		}
		if b, is := spec.Values[0].(*ast.BinaryExpr); is && b.Op == token.SHL {
			names = append(names, spec.Names[0].Name)
		}
		return true
	})
	return names
}

// controlPlaces returns the files that the comments of controlFile list: each line of a list is
// indented and begins with a path. Of a file that treats some quantities only, their words follow
// "only".
func controlPlaces(f goFile) map[string][]string {
	places := map[string][]string{}
	for _, group := range f.syntax.Comments {
		for line := range strings.Lines(group.Text()) {
			words := strings.Fields(line)
			if !strings.HasPrefix(line, "\t") || len(words) == 0 || !strings.HasSuffix(words[0], ".go") {
				continue
			}
			places[words[0]] = nil
			if i := slices.Index(words, "only"); i >= 0 {
				places[words[0]] = words[i+1:]
			}
		}
	}
	return places
}

// controlsNamed returns the quantities that a file names.
func controlsNamed(f goFile, quantities []string) (named []string) {
	found := map[string]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is && slices.Contains(quantities, s.Sel.Name) {
			if id, is := s.X.(*ast.Ident); is && id.Name == "messages" {
				found[s.Sel.Name] = true
			}
		}
		return true
	})
	return slices.Sorted(maps.Keys(found))
}

// checkControls compares the list of places with the program: a file that tells quantities apart is
// listed, and treats every quantity unless the list names the few that it treats.
func checkControls(all []goFile) (findings []string) {
	i := slices.IndexFunc(all, func(f goFile) bool { return f.path == controlFile })
	if i < 0 {
		return []string{controlFile + ": not found"}
	}
	quantities, places := quantitiesOf(all[i]), controlPlaces(all[i])
	for _, f := range all {
		if f.path == controlFile || f.isTest() || f.generated() || strings.HasPrefix(f.path, "examples/") || strings.HasPrefix(f.path, "internal/mutant/") {
			continue
		}
		named := controlsNamed(f, quantities)
		some, listed := places[f.path]
		delete(places, f.path)
		var want []string
		for _, q := range quantities {
			if some == nil || slices.Contains(some, strings.ToLower(strings.TrimPrefix(q, "Control"))) {
				want = append(want, q)
			}
		}
		slices.Sort(want)
		switch {
		case !listed && len(named) > 1:
			findings = append(findings, fmt.Sprintf("%s: treats %s and is not in the list of %s: add it there", f.path, strings.Join(named, ", "), controlFile))
		case listed && !slices.Equal(named, want):
			findings = append(findings, fmt.Sprintf("%s: treats %s; the list of %s says %s", f.path, strings.Join(named, ", "), controlFile, strings.Join(want, ", ")))
		}
	}
	for _, gone := range slices.Sorted(maps.Keys(places)) {
		findings = append(findings, fmt.Sprintf("%s: is in the list of %s and does not exist", gone, controlFile))
	}
	return findings
}

// Whoever adds a quantity that a command can hold gets one finding for each place that lacks it.
func TestEveryPlaceTreatsEveryControlQuantity(t *testing.T) {
	report(t, checkControls(goFiles(t)))
}

func TestAForgottenControlQuantityIsFound(t *testing.T) {
	declare := func(list string) goFile {
		return parse(t, textFile{controlFile, "package messages\n\n// Places:\n//\n" + list + `
const (
	ControlNone     ControlMode = 0
	ControlPosition ControlMode = 1 << 0
	ControlVelocity ControlMode = 1 << 1
	ControlCurrent  ControlMode = 1 << 2
	ControlAny                  = ControlPosition | ControlVelocity
)
`})
	}
	uses := func(path string, names ...string) goFile {
		return parse(t, textFile{path, "package p\n\nvar all = []any{messages.Control" + strings.Join(names, ", messages.Control") + "}\n"})
	}
	list := declare("//\tp/law.go   moves\n//\tp/hold.go  holds; only position velocity\n//\tp/gone.go  was\n")
	expectFindings(t, checkControls([]goFile{list,
		uses("p/law.go", "Position", "Velocity"), uses("p/hold.go", "Position", "Velocity"),
		uses("p/new.go", "Position", "Current"), uses("p/one.go", "Velocity"), uses("p/law_test.go", "Position", "Velocity")}),
		"p/law.go: treats ControlPosition, ControlVelocity; the list of messages/control_mode.go says ControlCurrent, ControlPosition, ControlVelocity",
		"p/new.go: treats ControlCurrent, ControlPosition and is not in the list", "p/gone.go: is in the list")
	expectFindings(t, checkControls([]goFile{declare("//\tp/law.go  moves\n"), uses("p/law.go", "Position", "Velocity", "Current")}))
}
