package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/mutant"
)

const application = "../../../examples/mobile_manipulator/app.yaml"

func TestTheCampaignFindsDefectsThatTheSoundProgramHasNot(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the module with defects in it, which takes seconds")
	}
	h := hunter{file: application, shrink: 20, progress: io.Discard}
	if err := h.build(context.Background(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nonce_ignored", "nan_passes"} {
		m, err := mutant.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		o := h.hunt(context.Background(), m)
		if o.Error != "" || !o.Found || o.Invariant != m.Breaks[0] || !o.SoundPasses || len(o.Plan) == 0 {
			t.Errorf("%s: %+v; expected %s to fail, and the sound program to pass", name, o, m.Breaks)
		}
	}
	if _, _, err := h.try(context.Background(), h.mutated, "no_such_defect", "-seed", "1"); err == nil || !strings.Contains(err.Error(), "nonce_ignored") {
		t.Errorf("a defect that there is not: %v; expected the names that there are", err)
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
	if err != nil || len(two) != 2 || two[0].ID != mutant.NonceIgnored {
		t.Errorf("%v, %v", two, err)
	}
	if _, err := named("nonsense"); err == nil {
		t.Error("nonsense is a defect")
	}
}

func TestTheTableCountsWhatWasFound(t *testing.T) {
	r := report{Outcomes: []*outcome{
		{Mutant: "one", Found: true, SoundPasses: true, Seconds: 3, Seed: 7, Invariant: "V1", Plan: []string{"a", "b"}, Breaks: []string{"V1"}},
		{Mutant: "two", Found: true, SoundPasses: false, Seconds: 1},
		{Mutant: "three", Seconds: 600},
		{Mutant: "four", Found: true, SoundPasses: true, Seconds: 9},
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
	if err := json.Unmarshal(data, &back); err != nil || len(back.Outcomes) != 4 || back.Outcomes[0].Seed != 7 {
		t.Errorf("%s: %v", data, err)
	}
	text, err := os.ReadFile(markdownFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Found: 2 of 4; median 3.0 s, longest 9.0 s.", "| one |  |  | V1 | V1 | 7 | 3.0 | 2 | passes |", "| two |", "| fails |", "| three |  |  |  | none |"} {
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
	if _, err := read(file); err == nil || !strings.Contains(err.Error(), "no table of defects") {
		t.Errorf("half a table: %v", err)
	}
}

func TestNoTimesAreCountedWhereNothingWasFound(t *testing.T) {
	r := report{Outcomes: []*outcome{{Mutant: "one", Seconds: 600}}}
	if median, longest := r.seconds(); median != 0 || longest != 0 {
		t.Errorf("median %g, longest %g", median, longest)
	}
}
