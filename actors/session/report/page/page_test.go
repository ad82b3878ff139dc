package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
)

// hostile is markup that ends an element, an attribute, a script and a comment.
const hostile = `"'><img src=x onerror=alert(1)></script></style></title><script>alert(2)</script><!--{{.}}` + "`${1}\u2028"

// hostileRun has markup in every text of a report.
func hostileRun() *Run {
	s := &report.Series{}
	s.Add(1, 2)
	return &Run{
		File: hostile, Command: hostile, Version: hostile,
		Report: &report.Report{Application: hostile, Clock: "virtual", Reason: hostile, Duration: time.Second, Recording: hostile, Unrecorded: hostile,
			Logs: []mpack.Log{{Path: hostile}}, Machine: []string{hostile},
			Actors:    []messages.Health{{Actor: hostile, World: hostile, Inputs: []messages.InputHealth{{Port: hostile, From: hostile}}}},
			Couplings: []report.Coupling{{From: hostile, To: hostile}},
			Injected:  []report.InjectedFault{{Fault: hostile, Places: []string{hostile, hostile}, Steps: []string{hostile}}},
			Faults:    []report.FaultStory{{Actor: hostile, Cause: hostile, Text: hostile, Reason: []string{hostile}}},
			Stops:     []report.Stop{{World: hostile, Joints: []string{hostile}, Length: -1}},
			Stopped:   []report.StoppedJoints{{World: hostile, Joints: []string{hostile}, Mode: hostile, Why: []string{hostile}, Faults: []string{hostile}}},
			Unasked:   []string{hostile}, Waiting: []report.Waiting{{Actor: hostile, Text: hostile}}, Notes: []report.Note{{Actor: hostile, Text: hostile}},
			Tracking: []report.TrackingResult{{Body: hostile, Of: report.FollowedPose, Samples: 1}}},
		Charts: []Chart{{Title: hostile, Unit: hostile, Curves: []Curve{{hostile, s, 1}}}},
		Lanes:  []report.Lane{{World: hostile, Joints: []string{hostile}, Parts: []report.LanePart{{To: 1}}}},
		Actors: []Actor{{Path: hostile + "/a", World: hostile, Name: hostile, Kind: hostile}, {Path: hostile + "/b", World: hostile, Name: hostile}},
		Links:  []Link{{From: hostile + "/a.x", To: hostile + "/b.y"}},
	}
}

func written(t *testing.T, r *Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tags returns the names of the elements of a page, with their attributes' names.
func tags(page string) (all []string) {
	inside := ""
	for _, tag := range regexp.MustCompile(`<(/?)([a-zA-Z!][a-zA-Z0-9-]*)([^>]*)>`).FindAllStringSubmatch(page, -1) {
		name := tag[2]
		if inside != "" { // the content of script and style is no markup
			if tag[1] == "/" && name == inside {
				inside = ""
			}
			continue
		}
		if tag[1] == "" {
			all = append(all, name)
			if name == "script" || name == "style" {
				inside = name
			}
		}
	}
	return all
}

// The elements of a page with hostile names are those of the same page with plain names.
func TestMarkupInNamesStaysText(t *testing.T) {
	page := written(t, hostileRun())
	plain := written(t, plainRun())
	if got, want := tags(page), tags(plain); !slices.Equal(got, want) {
		t.Errorf("elements %v\n\texpected %v", got, want)
	}
	for _, live := range []string{"<img", "alert(2)</script>", "onerror=alert(1)>"} {
		if strings.Contains(page, live) {
			t.Errorf("the page has %q", live)
		}
	}
	if n := strings.Count(page, "&lt;img src=x"); n < 25 {
		t.Errorf("the hostile name is %d times in the page, expected it in every place", n)
	}
	var d data
	if err := json.Unmarshal(embedded(t, page), &d); err != nil {
		t.Fatal(err)
	}
	if d.Charts[0].Title != hostile || d.Charts[0].Curves[0].Name != hostile || d.Lanes[0].World != hostile || d.Lanes[0].Joints[0] != hostile {
		t.Errorf("the data of the charts is %+v", d)
	}
}

// plainRun is hostileRun with a plain word for each hostile one.
func plainRun() *Run {
	r := hostileRun()
	text, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	quoted, err := json.Marshal(hostile)
	if err != nil {
		panic(err)
	}
	plain := &Run{}
	if err := json.Unmarshal(bytes.ReplaceAll(text, quoted[1:len(quoted)-1], []byte("word")), plain); err != nil {
		panic(err)
	}
	plain.Charts[0].Curves[0].Series = r.Charts[0].Curves[0].Series
	return plain
}

// embedded returns the data in a page.
func embedded(t *testing.T, page string) []byte {
	t.Helper()
	_, rest, ok := strings.Cut(page, `<script type="application/json" id="data">`)
	text, _, ends := strings.Cut(rest, "</script>")
	if !ok || !ends {
		t.Fatal("the page has no data")
	}
	return []byte(text)
}

func TestAPageNeedsNothingElse(t *testing.T) {
	var b bytes.Buffer
	if err := WriteCampaign(&b, &Campaign{Result: &campaign.Result{}}); err != nil {
		t.Fatal(err)
	}
	for name, page := range map[string]string{"run": written(t, &Run{Report: &report.Report{}}), "campaign": b.String()} {
		for _, outside := range []string{"http:", "https:", " src=", "@import", "<link", "import(", "fetch(", "url(\"", "url(h"} {
			if strings.Contains(page, outside) {
				t.Errorf("the page of a %s has %q", name, outside)
			}
		}
		if !strings.Contains(page, `default-src &#39;none&#39;`) && !strings.Contains(page, `default-src 'none'`) {
			t.Errorf("the page of a %s lets a browser load something", name)
		}
	}
}

func TestThePageSaysHowTheRunEnded(t *testing.T) {
	for want, r := range map[string]report.Report{
		`<p class="verdict good">ran to its end</p>`:              {Reason: "the time was over"},
		`<p class="verdict bad">ended by a failure</p>`:           {Reason: "it broke", Failed: true},
		`<p class="verdict bad">2 joints ended stopped</p>`:       {Unasked: []string{"a/b", "a/c"}, Faults: []report.FaultStory{{}}},
		`<p class="verdict fair">recovered from 1 failure</p>`:    {Faults: []report.FaultStory{{}}},
		`<p class="verdict fair">joints stopped on the way</p>`:   {Stops: []report.Stop{{}}},
		`<p class="verdict fair">the recording is incomplete</p>`: {Unrecorded: "no space"},
		`Ended: it broke.`: {Reason: "it broke", Failed: true},
	} {
		if page := written(t, &Run{Report: &r}); !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
}

// Numbers are written in the unit of the chart; a chart that is zero all the time is left out.
func TestChartsHaveTheUnitOfTheirTitle(t *testing.T) {
	moving, still := &report.Series{}, &report.Series{}
	for i := range 3 {
		moving.Add(messages.Instant(i)*messages.Instant(time.Second), 0.001*float64(i))
		still.Add(messages.Instant(i), 0)
	}
	page := written(t, &Run{Report: &report.Report{Duration: 2 * time.Second}, Charts: []Chart{
		{"error", "mm", []Curve{{"x", moving, 1e3}, {"y", still, 1e3}}}, {"effort", "N", []Curve{{"y", still, 1}}}, {"empty", "N", []Curve{{"z", &report.Series{}, 1}}}}})
	want := `{"end":2,"charts":[{"title":"error","unit":"mm","curves":[{"name":"x","at":[0,1,2],"least":[0,1,2],"greatest":[0,1,2]},{"name":"y","at":[0],"least":[0],"greatest":[0]}]}],"lanes":[]}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, embedded(t, page)); err != nil || compact.String() != want {
		t.Errorf("data %s (%v)\n\texpected %s", compact.String(), err, want)
	}
}

func TestEveryActorAndLinkHasItsPlaceInTheWiring(t *testing.T) {
	var actors []Actor
	var links []Link
	for w := range 6 {
		for a := range 3 + w {
			path := fmt.Sprintf("w%d/a%d", w, a)
			actors = append(actors, Actor{Path: path, World: fmt.Sprintf("w%d", w), Name: fmt.Sprintf("a%d", a)})
			links = append(links, Link{From: path + ".out", To: fmt.Sprintf("w%d/a%d.in", (w+a)%6, a%3)})
		}
	}
	links = append(links, Link{From: "gone/a.out", To: "w0/a0.in"})
	w := layOut(actors, links)
	if len(w.Worlds) != 6 || len(w.Nodes) != len(actors) || len(w.Edges) != len(links)-1 {
		t.Fatalf("%d worlds, %d actors and %d links; expected 6, %d and %d", len(w.Worlds), len(w.Nodes), len(w.Edges), len(actors), len(links)-1)
	}
	all := slices.Concat(w.Worlds)
	for i, a := range all {
		if a.X < 0 || a.Y < 0 || a.X+a.Width > w.Width || a.Y+a.Height > w.Height {
			t.Errorf("world %s is outside of the picture", a.Title)
		}
		for _, b := range all[:i] {
			if overlap(a, b) {
				t.Errorf("the worlds %s and %s overlap", a.Title, b.Title)
			}
		}
	}
	for i, n := range w.Nodes {
		world := w.Worlds[slices.IndexFunc(w.Worlds, func(b box) bool { return b.Title == actors[i].World })]
		if n.X <= world.X || n.Y <= world.Y || n.X+n.Width >= world.X+world.Width || n.Y+n.Height > world.Y+world.Height {
			t.Errorf("%s is outside of its world", n.Path)
		}
		for _, other := range w.Nodes[:i] {
			if overlap(n, other) {
				t.Errorf("%s and %s overlap", n.Path, other.Path)
			}
		}
	}
	for _, e := range w.Edges {
		world := func(path string) string { name, _, _ := strings.Cut(path, "/"); return name }
		if e.Between != (world(e.From) != world(e.To)) {
			t.Errorf("link %s is drawn as one between worlds: %t", e.Title, e.Between)
		}
	}
}

func overlap(a, b box) bool {
	return a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height
}

func TestALongNameStaysWithinItsBox(t *testing.T) {
	long := strings.Repeat("ü", 40)
	w := layOut([]Actor{{Path: "w/" + long, World: "w", Name: long, Kind: "k"}, {Path: "w/short", World: "w", Name: "short", Kind: "kind"}}, nil)
	if got := []rune(w.Nodes[0].Title); len(got) != titleRunes || got[titleRunes-1] != '…' || w.Nodes[0].Path != "w/"+long {
		t.Errorf("a long name is shown as %q", string(got))
	}
	if n := w.Nodes[1]; n.Title != "short" || n.Detail != "kind · on events" {
		t.Errorf("a short name is shown as %q, %q", n.Title, n.Detail)
	}
}

func TestACampaignShowsEachViolationWithItsCommands(t *testing.T) {
	f := &campaign.Failure{Seed: 17, Invariant: "V3" + hostile, Time: messages.Instant(time.Second), Actor: hostile, Joint: hostile, Text: hostile,
		Drawn: []string{"at 1s panic " + hostile, "at 2s drop x"}, Plan: []string{"at 1s panic " + hostile}, ShrinkRuns: 5, Events: []string{hostile}, Recording: hostile}
	r := &campaign.Result{Application: hostile, Seeds: 20, Duration: 4 * time.Second, Failures: []*campaign.Failure{f}, Kinds: map[string]uint64{hostile: 3, "drop": 4}, Done: []campaign.Range{{First: 1, Last: 20}}}
	var b bytes.Buffer
	if err := WriteCampaign(&b, &Campaign{Result: r, Program: "robo-actors", File: "robot.yaml", Command: "robo-actors campaign robot.yaml"}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{`<p class="verdict bad">invariants did not hold in 1 run</p>`, "seed 17", "shrunk from 2 to 1 entries in 5 runs", "Seeds 1 to 20",
		"robo-actors campaign robot.yaml --first 17 --seeds 1 --duration 4s", "<code>robo-actors view ", `style="width: 75.0%"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if strings.Contains(page, "<img") || strings.Contains(page, "<script") {
		t.Error("the page has the markup of a name")
	}
}

func TestDurationsHaveThreeDigitsAndAUnit(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0", 1500: "1.5 µs", 123_456: "123 µs", 1_234_567: "1.23 ms", 123_456_789: "123.5 ms", 12_345_678_900: "12.346 s"} {
		if got := short(d); got != want {
			t.Errorf("%d ns: %s, expected %s", d, got, want)
		}
	}
}
