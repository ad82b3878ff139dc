package app

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestMistakesOfDeclaredPartsAreNamed(t *testing.T) {
	r := testRegistry(t)
	for want, c := range map[string]struct{ list, part string }{
		`app.yaml:1:27: app.parts[1]: the part "extra.yaml" is listed twice`: {"[extra.yaml, ./extra.yaml]", "worlds: {}\n"},
		"app.yaml:1:15: app.parts[0]: the path leads out of the folder":      {"[../extra.yaml]", "worlds: {}\n"},
		"extra.yaml:1:1: app: the key \"app\" is unknown":                    {"[extra.yaml]", "app: {}\n"},
		"none.yaml: the file does not exist":                                 {"[none.yaml]", "worlds: {}\n"},
		"app.parts: there are 17 parts":                                      {"[" + strings.Repeat("extra.yaml, ", 17) + "]", "worlds: {}\n"},
	} {
		files := edited(t, "app.yaml", "{name: test,", "{parts: "+c.list+", name: test,")
		files["extra.yaml"] = &fstest.MapFile{Data: []byte(c.part)}
		_, err := Load(files, "app.yaml", r)
		wantErrors(t, problems(t, err), want)
	}
}

// A configuration is loaded again with its parts, and keeps what an option of the command has set.
func TestAConfigurationIsLoadedAgainWithParts(t *testing.T) {
	files := edited(t, "app.yaml", "{name: test,", "{parts: [extra.yaml], name: test,")
	files["extra.yaml"] = &fstest.MapFile{Data: []byte("worlds:\n  extra: {rate: 10Hz, models: [{path: arm.urdf, namespace: extra}], joints: {extra_j1: {passive: true}, extra_j2: {passive: true}}}\n")}
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	c.Seed = 99
	next, err := c.With("extra.yaml")
	if err != nil || next.Seed != 99 || !slices.Contains(next.WorldNames(), "extra") || slices.Contains(c.WorldNames(), "extra") {
		t.Errorf("%v: %v", next, err)
	}
	if !slices.Equal(c.Parts[0].Worlds, []string{"extra"}) {
		t.Errorf("the part adds the worlds %v", c.Parts[0].Worlds)
	}
	if _, err := (&Config{}).With("extra.yaml"); err == nil || !strings.Contains(err.Error(), "not loaded from a file") {
		t.Error(err)
	}
}
