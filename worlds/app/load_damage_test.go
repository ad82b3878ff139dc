package app

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/actors"
)

// loadDamaged loads a text in the place of the good application. Whatever it is, the load comes
// back, and every error has a place.
func loadDamaged(t *testing.T, r *actors.Registry, text, how string) {
	t.Helper()
	files := testFiles()
	files["app.yaml"] = &fstest.MapFile{Data: []byte(text)}
	defer func() {
		if reason := recover(); reason != nil {
			t.Errorf("%s: panic: %v", how, reason)
		}
	}()
	_, err := Load(files, "app.yaml", r)
	for _, d := range problems(t, err).All() {
		if d.File == "" || d.Line == 0 || d.Problem == "" || d.Excerpt == "" {
			t.Errorf("%s: an error without a place: %+v", how, d)
		}
	}
}

func TestAnyLineMayBeMissing(t *testing.T) {
	r := testRegistry(t)
	lines := strings.SplitAfter(testApp, "\n")
	for i := range lines {
		rest := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
		loadDamaged(t, r, rest, "without "+strings.TrimSpace(lines[i]))
	}
}

func TestAnyValueMayBeNonsense(t *testing.T) {
	r := testRegistry(t)
	values := regexp.MustCompile(`[ \[]([^\s{}\[\],:]+)(?:[\s\]},]|$)`).FindAllStringSubmatchIndex(testApp, -1)
	if len(values) < 70 {
		t.Fatalf("only %d values are tried", len(values))
	}
	for _, at := range values {
		for _, junk := range []string{"~", "[[x]]", "{x: y}", "-1", "m_planar"} {
			text := testApp[:at[2]] + junk + testApp[at[3]:]
			loadDamaged(t, r, text, testApp[at[2]:at[3]]+" is "+junk)
		}
	}
}

func TestRandomDamageIsBorne(t *testing.T) {
	const seed = 5
	random := rand.New(rand.NewPCG(seed, 0))
	r := testRegistry(t)
	lines := strings.SplitAfter(testApp, "\n")
	for range 300 {
		damaged := append([]string{}, lines...)
		for range 1 + random.IntN(4) {
			i, j := random.IntN(len(damaged)), random.IntN(len(damaged))
			switch random.IntN(4) {
			case 0:
				damaged[i] = ""
			case 1:
				damaged[i], damaged[j] = damaged[j], damaged[i]
			case 2:
				damaged[i] = damaged[j]
			default:
				if k := random.IntN(len(damaged[i]) + 1); k < len(damaged[i]) {
					damaged[i] = damaged[i][:k] + string(rune(' '+random.IntN(95))) + damaged[i][k+1:]
				}
			}
		}
		loadDamaged(t, r, strings.Join(damaged, ""), "random damage")
	}
	if t.Failed() {
		t.Logf("seed %d", seed)
	}
}
