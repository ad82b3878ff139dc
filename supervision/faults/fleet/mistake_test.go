package fleet

import (
	"errors"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func TestEveryMistakeIsAnErrorAtItsLine(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	made := map[string]int{}
	for seed := range uint64(100) {
		a, err := Draw(seed)
		if err != nil {
			t.Fatal(err)
		}
		before := maps.Clone(a.Files)
		for _, name := range a.Names() {
			for _, b := range kindsOf(name) {
				wrong, m, ok := a.with(r, &b, name)
				if !ok || made[b.what] >= 10 {
					continue
				}
				made[b.what]++
				config, err := app.Load(wrong.FS(), File, registry)
				if err == nil {
					_, err = app.New(config)
				}
				var list *source.Diagnostics
				if !errors.As(err, &list) || !has(list, &m) {
					t.Errorf("seed %d: %s: got the error %v", seed, &m, err)
				}
			}
		}
		if !maps.Equal(before, a.Files) {
			t.Fatalf("seed %d: a mistake is in the original, too", seed)
		}
	}
	for _, b := range append(kindsOf(File), kindsOf("robot")...) {
		if made[b.what] == 0 {
			t.Errorf("no application can have %s", b.what)
		}
	}
}

func TestASeedDrawsOneMistake(t *testing.T) {
	a, err := Draw(3)
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for seed := range uint64(50) {
		wrong, m := Wrong(seed, a)
		again, _ := Wrong(seed, a)
		if !maps.Equal(wrong.Files, again.Files) {
			t.Errorf("seed %d draws two mistakes", seed)
		}
		for name, text := range wrong.Files {
			if name != m.File && text != a.Files[name] {
				t.Errorf("seed %d: %s changes %s, too", seed, &m, name)
			}
		}
		drawn[m.What] = true
	}
	if len(drawn) < 20 {
		t.Errorf("50 seeds draw only %d kinds of mistakes", len(drawn))
	}
}

// has reports whether one of the errors is at the mistake.
func has(list *source.Diagnostics, m *Mistake) bool {
	for _, d := range list.All() {
		if d.File == m.File && d.Line == m.Line {
			return true
		}
	}
	return false
}
