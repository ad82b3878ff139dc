package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// mutations returns n mutants of a folder and an operator, each of a function of its own.
func mutations(folder string, op operators.Operator, n int) (all []*operators.Mutation) {
	for i := range n {
		all = append(all, &operators.Mutation{Identity: operators.Identity{File: folder + "/a.go", Function: "f", Operator: op, Old: "a", New: "b", Nth: i}})
	}
	return all
}

func TestADrawTakesOperatorsInTurnAndRepeatsWithItsSeed(t *testing.T) {
	p := &part{name: "p", folders: []string{"x"}, count: 10}
	all := slices.Concat(mutations("x", operators.Sign, 50), mutations("x", operators.Unit, 50), mutations("x", operators.Reset, 2))
	first, counts := p.draw(all, map[string]bool{}, 1), map[operators.Operator]int{}
	for _, m := range first {
		counts[m.Operator]++
	}
	if counts[operators.Sign] != 4 || counts[operators.Unit] != 4 || counts[operators.Reset] != 2 {
		t.Errorf("drawn: %v; expected both resets, and four of each other operator", counts)
	}
	slices.Reverse(all)
	if !slices.Equal(first, p.draw(all, map[string]bool{}, 1)) {
		t.Error("the draw depends on the order of the sources")
	}
	if slices.Equal(first, p.draw(all, map[string]bool{}, 2)) {
		t.Error("another seed draws the same")
	}
	if rest := p.draw(all, map[string]bool{first[0].ID(): true, first[1].ID(): true}, 1); len(rest) != 8 || slices.Contains(rest, first[0]) {
		t.Errorf("%d are drawn beside two; expected 8 others", len(rest))
	}
}

func TestRowsOfMutantsThatAreGoneMakePlaceForOthers(t *testing.T) {
	all := mutations("worlds/coupling", operators.Sign, 80)
	table := &table{Seed: 1}
	table.renew(all)
	if len(table.Mutants) != 50 {
		t.Fatalf("%d mutants; expected 50 of couplings", len(table.Mutants))
	}
	for _, r := range table.Mutants {
		r.Tests = &verdict{Killed: true}
	}
	gone := table.Mutants[3].ID
	table.Mutants[4].Body = "changed since"
	changed := table.Mutants[4].ID
	table.renew(slices.DeleteFunc(slices.Clone(all), func(m *operators.Mutation) bool { return m.ID() == gone }))
	results := 0
	for _, r := range table.Mutants {
		if r.ID == gone || r.ID == changed && r.Tests != nil {
			t.Errorf("%s stays in the table with %v", r.ID, r.Tests)
		}
		if r.Tests != nil {
			results++
		}
	}
	if len(table.Mutants) != 50 || results != 48 {
		t.Errorf("%d mutants, %d results; expected 50 and 48", len(table.Mutants), results)
	}
}

// tableOf returns a table of mutants with these results of tests, campaign and sample.
func tableOf(results ...[3]*verdict) *table {
	t := &table{Seed: 1}
	for i, m := range mutations("worlds/coupling", operators.Sign, len(results)) {
		t.Mutants = append(t.Mutants, &row{ID: m.ID(), Part: "couplings", Identity: m.Identity, Tests: results[i][0], Campaign: results[i][1], Sampled: results[i][2], found: m})
	}
	return t
}

var (
	killed   = &verdict{Killed: true, Package: "worlds/coupling", Test: "TestA"}
	found    = &verdict{Killed: true, Invariant: "V3"}
	survived = &verdict{}
)

func TestASurvivorNeedsAReasonAndAReasonASurvivor(t *testing.T) {
	table := tableOf([3]*verdict{killed}, [3]*verdict{survived, found}, [3]*verdict{survived, survived, found}, [3]*verdict{survived, survived}, [3]*verdict{})
	survivor := table.Mutants[3].ID
	if err := unexplained(table.Mutants, nil); err == nil || !strings.Contains(err.Error(), "1 mutants survive") || !strings.Contains(err.Error(), survivor) || !strings.Contains(err.Error(), "-a\n+b") {
		t.Errorf("%v; expected the fourth mutant with its diff", err)
	}
	if err := unexplained(table.Mutants, map[string]string{survivor: "equal"}); err != nil {
		t.Error(err)
	}
	if err := idle(table.Mutants, map[string]string{survivor: "equal"}); err != nil {
		t.Error(err)
	}
	for _, id := range []string{table.Mutants[0].ID, table.Mutants[1].ID, "unknown"} {
		if err := idle(table.Mutants, map[string]string{id: "equal"}); err == nil || !strings.Contains(err.Error(), id) {
			t.Errorf("a reason for %s: %v", id, err)
		}
	}
}

func TestReasonsAreSentences(t *testing.T) {
	file := filepath.Join(t.TempDir(), "survivors.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"file": "a.go", "function": "f", "operator": "sign", "old": "a", "new": "b", "reason": "both are zero at this place"}]`)
	id := operators.Identity{File: "a.go", Function: "f", Operator: operators.Sign, Old: "a", New: "b"}
	if reasons, err := readSurvivors(file); err != nil || reasons[id.ID()] == "" {
		t.Errorf("%v, %v", reasons, err)
	}
	write(`[{"file": "a.go", "function": "f", "reason": "equal"}]`)
	if _, err := readSurvivors(file); err == nil || !strings.Contains(err.Error(), "a.go f") {
		t.Errorf("a reason of one word: %v", err)
	}
	write(`{`)
	if _, err := readSurvivors(file); err == nil || !strings.Contains(err.Error(), "not a table of mutants") {
		t.Errorf("half a file: %v", err)
	}
}

func TestADrawForChecksTakesKilledMutantsOfFewPackages(t *testing.T) {
	table := &table{}
	for _, folder := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		for _, m := range mutations(folder, operators.Sign, 30) {
			table.Mutants = append(table.Mutants, &row{ID: m.ID(), Identity: m.Identity, Tests: &verdict{Killed: m.Nth%2 == 0, Package: folder}})
		}
	}
	seen := map[string]bool{}
	for seed := range uint64(30) {
		drawn := table.drawn(20, seed)
		packages := map[string]bool{}
		for _, r := range drawn {
			packages[r.folder()] = true
			seen[r.folder()] = true
			if !r.Tests.Killed {
				t.Errorf("%s survived and is drawn", r.ID)
			}
		}
		if len(drawn) != 20 || len(packages) != packagesDrawn {
			t.Errorf("seed %d draws %d mutants of %d packages", seed, len(drawn), len(packages))
		}
	}
	if len(seen) != 7 {
		t.Errorf("30 seeds draw from the packages %v; expected all seven", seen)
	}
}

func TestThePublishedTableCountsEachMutantOnce(t *testing.T) {
	table := tableOf([3]*verdict{killed, nil, found}, [3]*verdict{survived, found}, [3]*verdict{survived, survived, survived}, [3]*verdict{})
	var b strings.Builder
	reasons := map[string]string{table.Mutants[2].ID: "Nobody reads the value."}
	table.markdown(&b, reasons)
	for _, want := range []string{"| couplings | 4 | 1 | 1 | 1 | 1 | 1 | 2 | 1 |", "| all | 4 | 1 | 1 | 1 | 1 | 1 | 2 | 1 |", "| sign | 4 |", "Nobody reads the value.", "```diff\n-a\n+b\n```", "| TestA | V3 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table has no %q:\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := table.figures(&b, "../../..", reasons); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| seeds of published campaigns | ", "| generated mutants | 4 |", "| generated mutants that survive, each with a reason | 1 |",
		"| generated mutants that no test of their package kills, for a reason | 1 |"} {
		if !strings.Contains(b.String(), want) || strings.Contains(b.String(), "campaigns | 0 |") {
			t.Errorf("the figures have no %q:\n%s", want, b.String())
		}
	}
}

func TestAReasonIsBrokenIntoLinesOfAPage(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("four letters ", 40))
	lines := strings.Split(wrapped(text), "\n")
	for i, line := range lines {
		if len(line) > columns || i+1 < len(lines) && len(line) < columns-len("letters") {
			t.Errorf("line %d has %d columns: %q", i+1, len(line), line)
		}
	}
	if strings.Join(lines, " ") != text {
		t.Errorf("the words are %q", lines)
	}
}

func TestImportersWithoutTestsHandOnToTheirOwn(t *testing.T) {
	direct := map[string][]string{"a": {"b", "c", "cmd/robo-actors/command"}, "b": {"d"}, "c": {"e"}, "e": {"f"}}
	if got := through("a", direct, map[string]bool{"c": true, "d": true, "cmd/robo-actors/command": true}); !slices.Equal(got, []string{"c", "d"}) {
		t.Errorf("importers %v; expected c with tests, d for b without", got)
	}
}

// The committed table has enough mutants whose lines the sources still contain, and its survivors
// have reasons.
func TestTheCommittedTableIsOfThePresentSources(t *testing.T) {
	table, err := readTable("../generated.json")
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := readSurvivors("../survivors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := unexplained(table.Mutants, reasons); err != nil {
		t.Error(err)
	}
	if err := idle(table.Mutants, reasons); err != nil {
		t.Error(err)
	}
	var want strings.Builder
	table.markdown(&want, reasons)
	if got, err := os.ReadFile("../generated.md"); err != nil || string(got) != want.String() {
		t.Errorf("generated.md differs from generated.json and survivors.json (%v): run go run ./internal/mutant/sweep -report", err)
	}
	present, files := 0, map[string]string{}
	for _, r := range table.Mutants {
		if _, is := files[r.File]; !is {
			text, _ := os.ReadFile(filepath.Join("../../..", filepath.FromSlash(r.File)))
			files[r.File] = string(text)
		}
		missing := func(line string) bool { return !strings.Contains(files[r.File], line) }
		if lines := strings.Split(r.Old, "\n"); files[r.File] != "" && !slices.ContainsFunc(lines, missing) {
			present++
		}
	}
	if present < 400 {
		t.Errorf("the sources still contain %d of %d mutants; expected at least 400: run go run ./internal/mutant/sweep", present, len(table.Mutants))
	}
}
