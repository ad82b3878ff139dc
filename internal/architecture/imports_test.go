package architecture

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// within reports whether a pattern matches a package.
func within(pattern, pkg string) bool {
	if pattern == "..." {
		return true
	}
	if base, all := strings.CutSuffix(pattern, "/..."); all {
		return pkg == base || strings.HasPrefix(pkg, base+"/")
	}
	ok, _ := path.Match(pattern, pkg)
	return ok
}

func withinAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return within(p, pkg) })
}

// checkImports returns the forbidden imports of a file. Tests may import any package of this
// module.
func checkImports(f goFile) (findings []string) {
	for _, spec := range f.syntax.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return append(findings, fmt.Sprintf("%s: %v", f.at(spec.Pos()), err))
		}
		why := ""
		if own, is := strings.CutPrefix(name, module+"/"); is {
			if !f.isTest() {
				why = cmp.Or(refuseOwn(f.dir(), own), refuseShell(f, own))
			}
		} else {
			why = refuseOutside(f, name)
		}
		if why != "" {
			findings = append(findings, fmt.Sprintf("%s: %s imports %s: %s", f.at(spec.Pos()), f.dir(), name, why))
		}
	}
	return findings
}

// refuseShell returns why a file beside an actor may not import the runtime, or nothing.
func refuseShell(f goFile, imported string) string {
	if !withinAny(kindsOfActors, f.dir()) || imported != "actors" || slices.Contains(shells, path.Base(f.path)) || shellsElsewhere[f.path] != "" {
		return ""
	}
	return fmt.Sprintf("the law beside an actor is plain functions; only %s may import the runtime", strings.Join(shells, " and "))
}

// refuseOutside returns why a file may not import a package of another module, empty if it may.
func refuseOutside(f goFile, imported string) string {
	for _, rule := range outside {
		if !within(rule.packages, imported) {
			continue
		}
		refused := !f.isTest() && withinAny(rule.not, f.dir())
		if rule.only != nil {
			refused = !withinAny(rule.only, f.dir()) && !(f.isTest() && withinAny(rule.tests, f.dir()))
		}
		if refused {
			return rule.why
		}
	}
	return ""
}

func TestImportsGoOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		report(t, checkImports(f))
	}
}

func TestEveryPackageIsOnAFloor(t *testing.T) {
	for _, f := range goFiles(t) {
		if pkg := f.dir(); floorOf(pkg) == nil && !withinAny(plain, pkg) && !withinAny(libraries, pkg) {
			t.Errorf("%s: package %s is on no floor; add it to floors, plain or libraries", f.path, pkg)
		}
	}
}

// The floors as the sources have them: go test -v -run Floors ./internal/architecture
func TestTheFloorsArePrinted(t *testing.T) {
	packages := map[int][]string{}
	var rest [2][]string
	for _, f := range goFiles(t) {
		switch pkg := f.dir(); {
		case f.isTest():
		case withinAny(plain, pkg):
			rest[0] = append(rest[0], pkg)
		case withinAny(libraries, pkg):
			rest[1] = append(rest[1], pkg)
		case floorOf(pkg) != nil:
			packages[floorOf(pkg).number] = append(packages[floorOf(pkg).number], pkg)
		}
	}
	list := func(all []string) string { slices.Sort(all); return strings.Join(slices.Compact(all), " ") }
	for _, f := range floors {
		t.Logf("%2d %s: %s", f.number, f.purpose, list(packages[f.number]))
	}
	t.Logf("plain functions, imported by every floor: %s", list(rest[0]))
	t.Logf("libraries, imported by every floor: %s", list(rest[1]))
	for _, n := range neighbours {
		t.Logf("permitted within a floor: %s -> %s: %s", n.from, n.to, n.why)
	}
}

func TestEveryPermittedNeighbourIsStillNeeded(t *testing.T) {
	needed := map[neighbour]bool{}
	for _, f := range goFiles(t) {
		for _, spec := range f.syntax.Imports {
			for _, n := range neighbours {
				needed[n] = needed[n] || f.dir() == n.from && !f.isTest() && spec.Path.Value == strconv.Quote(module+"/"+n.to)
			}
		}
	}
	for _, n := range neighbours {
		if !needed[n] {
			t.Errorf("%s does not import %s any more; remove it from neighbours", n.from, n.to)
		}
	}
}

func TestExceptionsOfLawsNameFilesThatExist(t *testing.T) {
	exists := map[string]bool{}
	for _, f := range goFiles(t) {
		exists[f.path] = true
	}
	for name := range shellsElsewhere {
		if !exists[name] {
			t.Errorf("%s does not exist any more; take it out of shellsElsewhere", name)
		}
	}
}

func TestAnImportThatClimbsIsFound(t *testing.T) {
	for name, c := range map[string]struct{ file, imports, want string }{
		"upwards":           {"messages/joint.go", module + "/actors", "floor 0 (values and policies) may not import floor 1"},
		"the runtime":       {"actors/tick.go", module + "/worlds", "may not import floor 2"},
		"a sibling":         {"actors/controllers/mecanum/actor.go", module + "/actors/controllers/wholebody", "both are on floor 5"},
		"another drive":     {"hardware/moteus/bus.go", module + "/hardware/sim", "both are on floor 5"},
		"a law's actor":     {"actors/controllers/wholebody/law.go", module + "/actors", "only actor.go and kinds.go may import the runtime"},
		"a plain law":       {"actors/controllers/planar/pose.go", module + "/actors", "it is a plain package"},
		"dynamics":          {"worlds/rigidbody/rnea.go", module + "/worlds", "it is a plain package"},
		"a parser":          {"worlds/urdf/read.go", module + "/worlds/gate", "may not import floor 4"},
		"a kind by file":    {"worlds/app/build.go", module + "/hardware/remote", ""},
		"the reader":        {"hardware/sim/kinds.go", module + "/worlds/app", "may not import floor 6"},
		"a new folder":      {"toys/robot.go", module + "/actors", "on no floor"},
		"a new target":      {"cmd/robo-actors/command/run.go", module + "/toys", "toys is on no floor"},
		"a library":         {"internal/control/client.go", module + "/messages", "knows nothing of this module"},
		"internal packages": {"worlds/gate/actor.go", module + "/worlds/gate/internal/core", ""},
		"Proto.Actor":       {"actors/system.go", "github.com/asynkron/protoactor-go/actor", "at one place"},
		"even in a test":    {"worlds/app/build_test.go", "github.com/asynkron/protoactor-go/actor", "at one place"},
		"but in this one":   {"actors/system_test.go", "github.com/asynkron/protoactor-go/actor", ""},
		"protobuf":          {"actors/port.go", "google.golang.org/protobuf/proto", "nothing is marshalled"},
		"a lock":            {"actors/controllers/mecanum/actor.go", "sync", "a lock in one means that it is shared"},
		"a file":            {"worlds/urdf/read.go", "os", "the program that starts the application opens files"},
		"a test's freedom":  {"worlds/rigidbody/rnea_test.go", module + "/worlds/urdf", ""},
		"a right one":       {"cmd/robo-actors/command/run.go", module + "/actors/session", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := checkImports(parse(t, textFile{c.file, "package p\n\nimport _ " + strconv.Quote(c.imports) + "\n"}))
			if c.want == "" {
				expectFindings(t, got)
				return
			}
			expectFindings(t, got, c.want)
		})
	}
}
