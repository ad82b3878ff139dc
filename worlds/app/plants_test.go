package app

import (
	"strings"
	"testing"
)

// twoPlants are the files of the tests with two plants, of which drives name one.
func twoPlants(t *testing.T, pairs ...string) (*Config, error) {
	t.Helper()
	text := string(testFiles()["app.yaml"].Data)
	i := strings.Index(text, "plant:\n")
	plant, rest, _ := strings.Cut(text[i+len("plant:\n"):], "\nsupervision:")
	plant = "  " + strings.ReplaceAll(plant, "\n", "\n  ") + "\n"
	text = text[:i] + "plants:\n  near:\n" + plant + "  far:\n" + plant + "supervision:" + rest
	text = strings.ReplaceAll(text, "type: sim\n        rate", "type: sim\n        plant: near\n        rate")
	text = strings.ReplaceAll(text, "wheels: {type: sim,", "wheels: {type: sim, plant: far,")
	for k := 0; k < len(pairs); k += 2 {
		if !strings.Contains(text, pairs[k]) {
			t.Fatalf("no %q in\n%s", pairs[k], text)
		}
		text = strings.ReplaceAll(text, pairs[k], pairs[k+1])
	}
	files := testFiles()
	files["app.yaml"].Data = []byte(text)
	return Load(files, "app.yaml", testRegistry(t))
}

func TestDrivesActOnThePlantThatTheyName(t *testing.T) {
	c, err := twoPlants(t)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Plants) != 2 || c.Plants[0].Path != "plant/near" || c.Plants[1].Name != "far" {
		t.Fatalf("the plants are %+v", c.Plants)
	}
	for _, w := range c.Worlds {
		for _, d := range w.Drives {
			if want := map[string]string{"arm": "plant/near", "wheels": "plant/far"}[d.Name]; d.Plant != want {
				t.Errorf("%s acts on %q, want %q", d.Path, d.Plant, want)
			}
		}
	}
	if c.Plants[0].Seed(7) == c.Plants[1].Seed(7) {
		t.Error("both plants have the same noise")
	}
	for _, picture := range []string{c.Mermaid(), c.DOT()} {
		if !strings.Contains(picture, "plant_near") || !strings.Contains(picture, "plant_far") {
			t.Errorf("the picture lacks a plant:\n%s", picture)
		}
	}
}

func TestTheOnlyPlantNeedsNoName(t *testing.T) {
	c, err := Load(testFiles(), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range c.Worlds {
		for _, d := range w.Drives {
			if d.Plant != PlantActor {
				t.Errorf("%s acts on %q, want %q", d.Path, d.Plant, PlantActor)
			}
		}
	}
	if c.Plants[0].Seed(7) != 7 {
		t.Error("the seed of the only plant is not that of the application")
	}
}

func TestWrongNamesOfPlantsAreReported(t *testing.T) {
	for want, edit := range map[string][]string{
		`worlds.low.drives.wheels.plant: no plant is named "fra"`: {"plant: far,", "plant: fra,"},
		`did you mean "far"?`: {"plant: far,", "plant: fra,"},
		`worlds.low.drives.wheels: the application has several plants, and the drives name none`: {"plant: far, ", ""},
		`expected: plant: one of "near", "far"`:                                                  {"plant: far, ", ""},
		`plants: the application has a section plant too`:                                        {"plants:\n", "plant: {type: sim, rate: 1kHz, models: [{path: arm.urdf}]}\nplants:\n"},
	} {
		if _, err := twoPlants(t, edit...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
}

// A simulated robot that stays in the file with real drives falls, and looks like the real one.
func TestAPlantOnWhichNoDriveActsIsNoted(t *testing.T) {
	for want, edit := range map[string][]string{"": {}, "plants.far: no drive acts on the simulated robot": {"plant: far,", "plant: near,"}} {
		c, err := twoPlants(t, edit...)
		if err != nil {
			t.Fatal(err)
		}
		var noted []string
		for _, n := range c.Notes {
			if strings.Contains(n.Error(), "no drive acts on") {
				noted = append(noted, n.Error())
			}
		}
		if (len(noted) == 1) != (want != "") || want != "" && !strings.Contains(noted[0], want) {
			t.Errorf("%q: the notes are %q, want %q", edit, noted, want)
		}
	}
}
