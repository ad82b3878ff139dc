// Package page writes reports as HTML pages. A page is one file that needs nothing else: no
// network, no other file. Every name and text in it is escaped.
package page

import (
	_ "embed" // for the page's sources
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
)

// Run is what the page of a run shows.
type Run struct {
	Report *report.Report
	// File is the path of the application file, Command the command that repeats the run, and
	// Version that of the program; empty ones are left out.
	File, Command, Version string
	Charts                 []Chart
	Lanes                  []report.Lane
	Actors                 []Actor
	Links                  []Link
}

// Chart is a chart of curves over the time of the run.
type Chart struct {
	Title, Unit string
	Curves      []Curve
}

// Curve is one curve of a chart.
type Curve struct {
	Name   string
	Series *report.Series
	// Scale converts a value of the series to the unit of the chart.
	Scale float64
}

// Actor is a node of the wiring.
type Actor struct {
	// Path is "world/name". World and Name are its parts.
	Path, World, Name string
	// Kind is the kind of the application file, or empty.
	Kind   string
	Period time.Duration
}

// Link is an edge of the wiring, between ports "world/name.port".
type Link struct {
	From, To string
	MaxAge   time.Duration
}

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed run.html
var runSource string

//go:embed campaign.html
var campaignSource string

var runPage = parse("run", runSource)

func parse(name, source string) *template.Template {
	return template.Must(template.New(name).Funcs(template.FuncMap{
		"short": short, "seconds": seconds, "degrees": func(rad float64) string { return fmt.Sprintf("%.3f", rad*180/3.141592653589793) },
		"millimetres": func(m float64) string { return fmt.Sprintf("%.2f", 1e3*m) }, "rate": rate, "join": func(all []string) string { return strings.Join(all, ", ") },
		"firstLine": func(s string) string { first, _, _ := strings.Cut(s, "\n"); return first },
		"style":     func() template.CSS { return template.CSS(style) }, "script": func() template.JS { return template.JS(script) },
		"add": func(a, b int) int { return a + b },
	}).Parse(source))
}

// Write writes the page of a run.
func Write(w io.Writer, r *Run) error {
	missed, ticks := r.Report.Missed()
	return runPage.Execute(w, struct {
		*Run
		Verdict       verdict
		Missed, Ticks uint64
		Data          data
		Wiring        wiring
	}{r, verdictOf(r.Report), missed, ticks, dataOf(r), layOut(r.Actors, r.Links)})
}

// verdict is the run in a few words. Class is good, fair or bad.
type verdict struct{ Class, Text string }

func verdictOf(r *report.Report) verdict {
	switch {
	case r.Failed:
		return verdict{"bad", "ended by a failure"}
	case len(r.Unasked) > 0:
		return verdict{"bad", counted(len(r.Unasked), "joint") + " ended stopped"}
	case r.Unrecorded != "":
		return verdict{"fair", "the recording is incomplete"}
	case len(r.Faults) > 0:
		return verdict{"fair", "recovered from " + counted(len(r.Faults), "failure")}
	case len(r.Stops) > 0:
		return verdict{"fair", "joints stopped on the way"}
	}
	return verdict{"good", "ran to its end"}
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// data is what the script of the page draws.
type data struct {
	End    float64     `json:"end"` // s
	Charts []chartData `json:"charts"`
	Lanes  []laneData  `json:"lanes"`
}

type chartData struct {
	Title  string      `json:"title"`
	Unit   string      `json:"unit"`
	Curves []curveData `json:"curves"`
}

// curveData has the least and the greatest value of each span, which begins at a time in s.
type curveData struct {
	Name     string    `json:"name"`
	At       []compact `json:"at"`
	Least    []compact `json:"least"`
	Greatest []compact `json:"greatest"`
}

type laneData struct {
	World  string     `json:"world"`
	Joints []string   `json:"joints"`
	Parts  []lanePart `json:"parts"`
}

type lanePart struct {
	From  compact `json:"from"`
	To    compact `json:"to"`
	Mode  string  `json:"mode"`
	Cause string  `json:"cause"`
}

// compact is a number that is written with the digits that a chart can show.
type compact float64

// MarshalJSON implements json.Marshaler.
func (c compact) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(c), 'g', 7, 64), nil
}

var _ json.Marshaler = compact(0)

func dataOf(r *Run) data {
	d := data{End: r.Report.Duration.Seconds(), Charts: []chartData{}, Lanes: []laneData{}}
	for _, c := range r.Charts {
		chart, moves := chartData{Title: c.Title, Unit: c.Unit}, false
		for _, curve := range c.Curves {
			if spans := curve.Series.Spans(); len(spans) > 0 {
				chart.Curves = append(chart.Curves, curveOf(curve.Name, spans, curve.Scale))
				moves = moves || slices.ContainsFunc(spans, func(s report.Span) bool { return s.Least != 0 || s.Greatest != 0 })
			}
		}
		if moves { // the efforts of joints without a drive are zero

			d.Charts = append(d.Charts, chart)
		}
	}
	for _, l := range r.Lanes {
		lane := laneData{World: l.World, Joints: l.Joints}
		for _, p := range l.Parts {
			lane.Parts = append(lane.Parts, lanePart{compact(p.From.Seconds()), compact(p.To.Seconds()), p.Mode.String(), p.Cause.String()})
		}
		d.Lanes = append(d.Lanes, lane)
	}
	return d
}

func curveOf(name string, spans []report.Span, scale float64) curveData {
	c := curveData{Name: name}
	for _, s := range spans {
		c.At = append(c.At, compact(s.At.Seconds()))
		c.Least, c.Greatest = append(c.Least, compact(scale*s.Least)), append(c.Greatest, compact(scale*s.Greatest))
	}
	return c
}

// short returns a duration with three digits and a fitting unit.
func short(d time.Duration) string {
	switch abs := d.Abs(); {
	case d == 0:
		return "0"
	case abs < 10*time.Microsecond:
		return fmt.Sprintf("%.1f µs", float64(d)/1e3)
	case abs < time.Millisecond:
		return fmt.Sprintf("%.0f µs", float64(d)/1e3)
	case abs < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", float64(d)/1e6)
	case abs < time.Second:
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

func seconds(t messages.Instant) string { return fmt.Sprintf("%.3f s", t.Seconds()) }

func rate(period time.Duration) string {
	if period <= 0 {
		return "on events"
	}
	return fmt.Sprintf("%.4g Hz", 1/period.Seconds())
}
