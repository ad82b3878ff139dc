package notation

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestNamesAreQuotedWhereTheyNeedIt(t *testing.T) {
	for name, want := range map[string][2]string{
		"pitch":      {`"pitch"`, `pitch`},
		"left wheel": {`"left wheel"`, `"left wheel"`},
		"a=b":        {`"a=b"`, `"a=b"`},
		"":           {`""`, `""`},
		"\x1b[2J":    {`"\u001b[2J"`, `"\x1b[2J"`},
		"größe":      {`"größe"`, `größe`},
	} {
		if got := string(JSON.AppendName(nil, name)); got != want[0] {
			t.Errorf("%q is %s in JSON; expected %s", name, got, want[0])
		}
		if got := string(Text.AppendName(nil, name)); got != want[1] {
			t.Errorf("%q is %s in text; expected %s", name, got, want[1])
		}
	}
}

func TestNumbersReadBackTheSame(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", 1e9: "1000000000", 1.5e-6: "0.0000015", 1e-7: "1e-07", 1e21: "1e+21", -0.1: "-0.1", math.MaxFloat64: "1.7976931348623157e+308",
	} {
		if got := string(Text.AppendFloat(nil, f)); got != want {
			t.Errorf("%g is %s; expected %s", f, got, want)
		}
	}
	r := testkit.Random(t)
	for range 10000 {
		f := math.Float64frombits(r.Uint64())
		text := string(Text.AppendFloat(nil, f))
		got, err := strconv.ParseFloat(text, 64)
		if err != nil || got != f && !math.IsNaN(f) {
			t.Fatalf("%g reads back from %s as %g: %v", f, text, got, err)
		}
		if line := JSON.AppendFloat(nil, f); !json.Valid(line) {
			t.Fatalf("%g is %s, which is no JSON", f, line)
		}
	}
	for f, want := range map[float64]string{math.Inf(1): `"Infinity"`, math.Inf(-1): `"-Infinity"`} {
		if got := string(JSON.AppendFloat(nil, f)); got != want {
			t.Errorf("%g is %s in JSON; expected %s", f, got, want)
		}
	}
}
