package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant"
)

const application = "../../../examples/mobile_manipulator/app.yaml"

func TestTheCampaignFindsDefectsThatTheSoundProgramHasNot(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three programs with defects and hunts them, which takes minutes with the race detector; the plain run does it")
	}
	h := hunter{root: "../../..", dir: t.TempDir(), file: application, limit: time.Minute, shrink: 4}
	if err := h.build(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nonce_ignored", "fence_silent", "degrade_restarts"} {
		m, err := mutant.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		searched := h.hunt(context.Background(), m, nil)
		if searched.Error != "" || !searched.Found || searched.Invariant != m.Breaks[0] || !searched.SoundPasses || len(searched.Plan) == 0 {
			t.Errorf("%s: %+v; expected %s to fail, and the sound program to pass", name, searched, m.Breaks)
		}
		searched.Searched = "earlier"
		replayed := h.hunt(context.Background(), m, searched)
		if replayed.Searched != "earlier" || replayed.Seed != searched.Seed || replayed.Invariant != searched.Invariant || !replayed.SoundPasses {
			t.Errorf("%s: the replay is %+v; expected the seed of the search, %+v", name, replayed, searched)
		}
	}
	if _, _, err := h.try(context.Background(), h.sound, "nonce_ignored", "-seed", "1"); err == nil || !strings.Contains(err.Error(), `expected "nonce_ignored"`) {
		t.Errorf("the sound program with a defect: %v; expected that it has none", err)
	}
}

func TestNamesAreListed(t *testing.T) {
	all, err := named("")
	if err != nil || len(all) != len(mutant.All()) {
		t.Errorf("%d defects, %v", len(all), err)
	}
	two, err := named("nonce_ignored, nan_passes")
	if err != nil || len(two) != 2 || two[0].Name != "nonce_ignored" {
		t.Errorf("%v, %v", two, err)
	}
	if _, err := named("nonsense"); err == nil {
		t.Error("nonsense is a defect")
	}
}

func TestTheTableCountsWhatWasFound(t *testing.T) {
	r := report{Outcomes: []*outcome{
		{Mutant: "one", Found: true, SoundPasses: true, Seconds: 3, Seed: 7, Invariant: "V1", Plan: []string{"a", "b"}, Program: "abc"},
		{Mutant: "two", Found: true, SoundPasses: false, Seconds: 1},
		{Mutant: "three", Seconds: 600, Seeds: 40},
		{Mutant: "four", Found: true, SoundPasses: true, Seconds: 9},
		{Mutant: "degrade_restarts", Seeds: 3},
		{Mutant: "six"},
	}}
	if median, longest := r.seconds(); r.found() != 2 || median != 3 || longest != 9 {
		t.Errorf("%d found, median %g s, longest %g s; expected 2, 3, 9", r.found(), median, longest)
	}
	dir := t.TempDir()
	jsonFile, markdownFile := filepath.Join(dir, "m.json"), filepath.Join(dir, "m.md")
	if err := r.write(jsonFile, markdownFile); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(jsonFile)
	if err != nil {
		t.Fatal(err)
	}
	var back report
	if err := json.Unmarshal(data, &back); err != nil || len(back.Outcomes) != 6 || back.Outcomes[0].Seed != 7 {
		t.Errorf("%s: %v", data, err)
	}
	text, err := os.ReadFile(markdownFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Found: 2 of 6; search time median 3.0 s, longest 9.0 s.\n", "| degrade_restarts (app_strategies.yaml) | strategy | degrade restarts the actor that failed | L2, V11 | none |  | 3 |",
		"| one |  |  |  | V1 | 7 | 0 | 3.0 | 2 | passes | abc |", "| two |", "| fails |", "| three |  |  |  | none |  | 40 |", "| six |  |  |  | not searched yet |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the table has no %q:\n%s", want, text)
		}
	}
}

func TestRowsOfSlicesAddUpInTheOrderOfTheDefects(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.json")
	r, err := read(file)
	if err != nil || len(r.Outcomes) != 0 {
		t.Fatalf("%v, %v", r, err)
	}
	r.Outcomes = []*outcome{{Mutant: "no_such_defect"}}
	r.enter(&outcome{Mutant: "nonce_ignored", Seed: 1})
	r.enter(&outcome{Mutant: "nan_passes", Seed: 2})
	r.enter(&outcome{Mutant: "nonce_ignored", Seed: 3})
	if err := r.write(file, ""); err != nil {
		t.Fatal(err)
	}
	if r, err = read(file); err != nil || len(r.Outcomes) != 2 || r.Outcomes[0].Seed != 2 || r.Outcomes[1].Seed != 3 {
		t.Errorf("%v, %v; expected nan_passes of seed 2 and nonce_ignored of seed 3", r.Outcomes, err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := read(file); err == nil || !strings.Contains(err.Error(), "not a table of defects") {
		t.Errorf("half a table: %v", err)
	}
}

func TestNoTimesAreCountedWhereNothingWasFound(t *testing.T) {
	r := report{Outcomes: []*outcome{{Mutant: "one", Seconds: 600}}}
	if median, longest := r.seconds(); median != 0 || longest != 0 {
		t.Errorf("median %g, longest %g", median, longest)
	}
}

// The Markdown table lists the known defects, and agrees with the JSON table, which programs
// says.
func TestTheTableIsOfTheDefectsThatThereAre(t *testing.T) {
	r, err := read("../mutants.json")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]*outcome{}
	for _, o := range r.Outcomes {
		rows[o.Mutant] = o
	}
	for _, m := range mutant.All() {
		o := rows[m.Name]
		switch {
		case o == nil:
			t.Errorf("%s is not in the table: run go run ./internal/mutant/hunt -only %s", m.Name, m.Name)
		case o.Found && (!o.SoundPasses || o.Seed == 0 || o.Invariant == ""):
			t.Errorf("%s: %+v", m.Name, o)
		}
	}
	var want strings.Builder
	r.markdown(&want)
	got, err := os.ReadFile("../mutants.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want.String() {
		t.Error("mutants.md differs from mutants.json and the table of defects: run go run ./internal/mutant/hunt -report")
	}
}
