package campaign

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

var update = flag.Bool("update", false, "write the golden table anew")

func TestTheTableReadsAsItDid(t *testing.T) {
	r := blank()
	for seed := range uint64(30) {
		r.take(madeUp(seed))
	}
	r.Wall = 10 * time.Second
	r.Programs = map[string]uint64{"0123456789ab": 20, "0123456789ac+": 10}
	var b bytes.Buffer
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/table.md"
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s\nwant %s", b.String(), want)
	}
}

// page is a table of a campaign as it is read back: the numbers of its first table, and the rows of
// the others by the heading of their first column.
type page struct {
	numbers map[string]string
	heads   map[string][]string
	rows    map[string][][]string
}

func readPage(text string) page {
	p := page{numbers: map[string]string{}, heads: map[string][]string{}, rows: map[string][][]string{}}
	head := ""
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			head = ""
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case strings.HasPrefix(cells[0], "---"):
		case head == "":
			head = cells[0]
			p.heads[head] = cells
		case strings.HasPrefix(head, "campaign of "):
			p.numbers[cells[0]] = cells[1]
		default:
			p.rows[head] = append(p.rows[head], cells)
		}
	}
	return p
}

func (p *page) number(t *testing.T, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.TrimSuffix(p.numbers[name], " h"), 64)
	if err != nil {
		t.Errorf("%q: %v", name, err)
	}
	return x
}

// column adds up a column of a table.
func (p *page) column(t *testing.T, head string, k int) (sum float64) {
	t.Helper()
	for _, row := range p.rows[head] {
		x, err := strconv.ParseFloat(row[k], 64)
		if err != nil {
			t.Errorf("%s: %v", head, err)
		}
		sum += x
	}
	return sum
}

const (
	conditions = "fault, by the condition that it met"
	document   = "../campaign.md"
)

// The page that the documents carry is one that the command has made: its numbers agree with each
// other, and it names known kinds, conditions and modes.
func TestThePageOfTheDocumentsIsWhole(t *testing.T) {
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte("\trobo-actors campaign examples/mobile_manipulator/app.yaml ")) {
		t.Error("it does not tell the command that makes it")
	}
	checkPage(t, readPage(string(data)))
}

func checkPage(t *testing.T, p page) {
	t.Helper()
	seeds := p.number(t, "seeds")
	each, err := time.ParseDuration(p.numbers["length of a run"])
	if err != nil {
		t.Fatal(err)
	}
	if most := seeds * each.Hours(); seeds == 0 || p.number(t, "simulated") > most+0.01 || p.number(t, "simulated") < 0.9*most-0.01 {
		t.Errorf("%g seeds of %v cannot simulate %s", seeds, each, p.numbers["simulated"])
	}
	if wall := p.number(t, "wall time of all slices"); wall > 0.1 {
		speed := p.number(t, "simulated") / wall
		if said := p.number(t, "times real time"); said < 0.9*speed-1 || said > 1.1*speed+1 {
			t.Errorf("it was %g times real time, it says %g", speed, said)
		}
	}
	met := 0.0
	for k := range p.heads[conditions][1:] {
		met += p.column(t, conditions, k+1)
	}
	if met != p.number(t, "started faults") {
		t.Errorf("%g faults met a condition, %s began", met, p.numbers["started faults"])
	}
	if !slices.Equal(p.heads[conditions][1:], invariant.Conditions()) {
		t.Errorf("the conditions are %v, want %v", p.heads[conditions][1:], invariant.Conditions())
	}
	for _, row := range p.rows[conditions] {
		if _, known := faults.KindOf(row[0]); !known {
			t.Errorf("there is no kind %s", row[0])
		}
	}
	if n := len(p.rows[conditions]); float64(n) != p.number(t, "started kinds") {
		t.Errorf("%d kinds are listed, %s began", n, p.numbers["started kinds"])
	}
	if got := p.column(t, "program", 1); got != seeds {
		t.Errorf("programs ran %g of %g seeds", got, seeds)
	}
	for _, row := range p.rows["event"] {
		var kind messages.EventKind
		if err := kind.UnmarshalText([]byte(row[0])); err != nil {
			t.Error(err)
		}
	}
	if len(p.rows["change to the mode"]) != len(messages.Modes()) {
		t.Errorf("%d modes", len(p.rows["change to the mode"]))
	}
	if p.number(t, "invariants checked after every cycle")+p.number(t, "invariants checked on some seeds") != float64(len(invariant.List())) {
		t.Error("invariants are missing")
	}
	if _, err := parseDigest(p.numbers["digest of all event hashes"]); err != nil {
		t.Error(err)
	}
	if failed := p.number(t, "failures"); failed != float64(len(p.rows["seed"])) {
		t.Errorf("%g failures, %d are listed", failed, len(p.rows["seed"]))
	}
}

func TestThePageOfARealCampaignIsWhole(t *testing.T) {
	var b bytes.Buffer
	if err := do(t, short(t, 1, 3)).Markdown(&b); err != nil {
		t.Fatal(err)
	}
	p := readPage(b.String())
	checkPage(t, p)
	if len(p.rows["event"]) != len(messages.EventKinds()) { // a page of an older program may lack newer kinds
		t.Errorf("%d events", len(p.rows["event"]))
	}
}

// narrow takes so many bytes.
type narrow int

func (n *narrow) Write(data []byte) (int, error) {
	if *n -= narrow(len(data)); *n < 0 {
		return 0, errFull
	}
	return len(data), nil
}

var errFull = errors.New("full")

func TestATableThatCannotBeWrittenSaysSo(t *testing.T) {
	for _, room := range []narrow{0, 50, 500} {
		if err := blank().Markdown(&room); !errors.Is(err, errFull) {
			t.Error(err)
		}
	}
}
