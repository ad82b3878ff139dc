package architecture

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// within reports whether a package is one that a pattern of a room stands for.
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

// roomOf returns the room of a package, nil where none has it.
func roomOf(pkg string) *room {
	for i := range rooms {
		if withinAny(rooms[i].packages, pkg) {
			return &rooms[i]
		}
	}
	return nil
}

// checkImports returns what is wrong with the imports of a file. Tests may look at more than what they test, but for
// libraries that are allowed in one place only.
func checkImports(f goFile) (findings []string) {
	for _, spec := range f.syntax.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return append(findings, fmt.Sprintf("%s: %v", f.at(spec.Pos()), err))
		}
		why := ""
		if own, is := strings.CutPrefix(name, module+"/"); is {
			if !f.isTest() {
				why = refuseOwn(f, own)
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

// refuseOwn returns why a file may not import a package of this module, empty if it may.
func refuseOwn(f goFile, imported string) string {
	r := roomOf(f.dir())
	switch {
	case r == nil:
		return "the package has no place in the order of imports; give it one in rooms"
	case !withinAny(r.may, imported):
		return r.why
	case withinAny(kindsOfActors, f.dir()) && imported == "actors" && !slices.Contains(shells, path.Base(f.path)) && shellsElsewhere[f.path] == "":
		return fmt.Sprintf("the law beside an actor is plain functions; only %s may know the runtime", strings.Join(shells, " and "))
	}
	return ""
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

func TestEveryPackageHasAPlaceInTheOrderOfImports(t *testing.T) {
	for _, f := range goFiles(t) {
		if roomOf(f.dir()) == nil {
			t.Errorf("%s: package %s has no place in the order of imports; give it one in rooms", f.path, f.dir())
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
		"upwards":          {"messages/joint.go", module + "/actors", "they know nobody"},
		"the runtime":      {"actors/tick.go", module + "/worlds", "stays above it"},
		"a sibling":        {"actors/controllers/mecanum/actor.go", module + "/actors/controllers/wholebody", "kinds of actors are siblings"},
		"another drive":    {"hardware/moteus/bus.go", module + "/hardware/sim", "kinds of drives are siblings"},
		"a law's actor":    {"actors/controllers/wholebody/law.go", module + "/actors", "only actor.go and kinds.go may know the runtime"},
		"a shared law":     {"actors/controllers/planar/pose.go", module + "/actors", "control laws are plain functions"},
		"dynamics":         {"worlds/rigidbody/rnea.go", module + "/messages", "plain functions of numbers"},
		"a parser":         {"worlds/urdf/read.go", module + "/actors", "from text to a world"},
		"a kind by file":   {"worlds/app/build.go", module + "/hardware/sim", "in a registry only"},
		"the contract":     {"hardware/bus.go", module + "/worlds/app", "no application file"},
		"a new folder":     {"toys/robot.go", module + "/actors", "no place in the order of imports"},
		"Proto.Actor":      {"actors/system.go", "github.com/asynkron/protoactor-go/actor", "at one place"},
		"even in a test":   {"worlds/app/build_test.go", "github.com/asynkron/protoactor-go/actor", "at one place"},
		"but in this one":  {"actors/system_test.go", "github.com/asynkron/protoactor-go/actor", ""},
		"protobuf":         {"actors/port.go", "google.golang.org/protobuf/proto", "nothing is marshalled"},
		"a lock":           {"actors/controllers/mecanum/actor.go", "sync", "a lock in one means that it is shared"},
		"a file":           {"worlds/urdf/read.go", "os", "files are opened by who starts"},
		"a test's freedom": {"worlds/rigidbody/rnea_test.go", module + "/worlds/urdf", ""},
		"a right one":      {"cmd/robo-actors/command/run.go", module + "/actors/session", ""},
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
