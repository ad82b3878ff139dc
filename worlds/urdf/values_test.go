package urdf

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// decimal is the grammar of numbers, written another way.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

func TestNumbersAreDecimalFiniteAndComplete(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-0": 0, "+1": 1, "1.": 1, ".5": 0.5, "-1.25e-3": -0.00125, "1E3": 1000, "007": 7, "1e-400": 0, "4.9e-324": 5e-324,
		"1.7976931348623157e308": math.MaxFloat64,
	} {
		if got, err := parseNumber(text); err != nil || got != want {
			t.Errorf("%q is read as %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", ".", "e3", "1e", "1e+", "--1", "+-1", "1-", "1e--3", "nan", "NaN", "inf", "Infinity", "-inf", "0x10", "0x1p3", "1_000", "1,5",
		"1.2.3", "1 2", " 1", "1e1.5", "1f", "1m", "١", "１", "1e400", "-1e400", "0b1", "0o7", "1'000", "\x001", "½", strings.Repeat("1", 101),
	} {
		if got, err := parseNumber(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestNumbersAgreeWithTheGrammarWrittenAnotherWay(t *testing.T) {
	const seed = 91
	random := rand.New(rand.NewPCG(seed, 0))
	const alphabet = "0123456789..eE+-+-xnaif_ ,"
	accepted := 0
	for range 200_000 {
		b := make([]byte, 1+random.IntN(8))
		for i := range b {
			b[i] = alphabet[random.IntN(len(alphabet))]
		}
		text := string(b)
		value, err := parseNumber(text)
		want, parseErr := strconv.ParseFloat(text, 64)
		good := decimal.MatchString(text) && !math.IsInf(want, 0)
		if good != (err == nil) {
			t.Fatalf("seed %d: %q gives %v (%v); the grammar says %v", seed, text, value, err, good)
		}
		if good && (parseErr != nil || value != want) {
			t.Fatalf("seed %d: %q is read as %v, want %v", seed, text, value, want)
		}
		if good {
			accepted++
		}
	}
	if accepted < 1000 {
		t.Errorf("only %d numbers were drawn", accepted)
	}
}

func TestMeshAddressesAreJudgedAsText(t *testing.T) {
	for _, text := range []string{
		"package://pkg/meshes/a.stl", "model://m/a.dae", "meshes/a.stl", "a.stl", "./a.stl", "a/../b.stl", "package://pkg/a%20b.stl",
		"package://pkg/a..b/c", "a/b:c",
	} {
		if err := checkAddress("mesh", text); err != nil {
			t.Errorf("%q is refused: %v", text, err)
		}
	}
	for _, text := range []string{
		"", "/etc/passwd", "//host/x", `\\host\x`, "../x", "a/../../x", "package://../x", "package://pkg/../../x", "package:///etc/passwd",
		"file:///x", "file://x", "http://x/y", "https://x/y", "ftp://x", "data:,x", "C:/x", `C:\x`, `a\..\..\x`, "package://pkg/%2e%2e/%2e%2e/x",
		"%2e%2e/x", "%252e%252e/x", "%2fetc/passwd", "a%00b", "a\x1b[2J", "a\nb", "a%zz", "FILE:///x", strings.Repeat("a/", 3000),
	} {
		if err := checkAddress("mesh", text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
