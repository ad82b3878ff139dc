package metrics

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// metricName finds names of metrics in PromQL; label_values has one too.
var metricName = regexp.MustCompile(`\b(robo_actors|go|process)_[a-z0-9_]+`)

// histogramFunctions need native histograms.
var histogramFunctions = regexp.MustCompile(`histogram_(quantile|avg)`)

type dashboard struct {
	Panels []struct {
		ID      int
		Type    string
		Title   string
		GridPos struct{ X, Y, W, H int }
		Targets []struct{ Expr string }
	}
	Templating struct{ List []struct{ Query any } }
}

func TestTheDashboardShowsMetricsThatExist(t *testing.T) {
	text, err := os.ReadFile("dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	families := scrape(t, rich(), protobufForm)
	shown := map[string]bool{}
	for _, p := range d.Panels {
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			if !strings.Contains(target.Expr, `{job="$job"`) {
				t.Errorf("panel %q mixes the jobs of a server: %s", p.Title, target.Expr)
			}
			for _, name := range metricName.FindAllString(target.Expr, -1) {
				shown[name] = true
				f := families[name]
				if f == nil {
					t.Errorf("panel %q shows %s, which does not exist", p.Title, name)
				} else if histogramFunctions.MatchString(target.Expr) && strings.Contains(target.Expr, "rate("+name) && f.Metric[0].Histogram == nil {
					t.Errorf("panel %q takes %s for a histogram", p.Title, name)
				}
			}
		}
	}
	for _, name := range names(t) {
		// Joined with others by people, or constant while all is well.
		if !shown[name] && !slices.Contains([]string{"robo_actors_actor_info", "robo_actors_actor_incarnation", "robo_actors_ticks_total", "robo_actors_viewers_connected_total"}, name) {
			t.Errorf("no panel shows %s", name)
		}
	}
}

func TestNoTwoPanelsOfTheDashboardOverlap(t *testing.T) {
	text, err := os.ReadFile("dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for i, a := range d.Panels {
		if a.GridPos.X+a.GridPos.W > 24 {
			t.Errorf("panel %q ends outside the page", a.Title)
		}
		for _, b := range d.Panels[:i] {
			p, q := a.GridPos, b.GridPos
			if a.ID == b.ID || p.X < q.X+q.W && q.X < p.X+p.W && p.Y < q.Y+q.H && q.Y < p.Y+p.H {
				t.Errorf("panels %q and %q overlap or have one number", a.Title, b.Title)
			}
		}
	}
}
