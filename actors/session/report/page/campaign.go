package page

import (
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
)

// Campaign is what the page of a campaign shows.
type Campaign struct {
	Result *campaign.Result
	// Program is the name of the program that ran the campaign, and File the path of the
	// application file. Command is the command that repeats the campaign, and Version that of the
	// program; empty ones are left out.
	Program, File, Command, Version string
}

var campaignPage = parse("campaign", campaignSource)

// WriteCampaign writes the page of a campaign.
func WriteCampaign(w io.Writer, c *Campaign) error {
	return campaignPage.Execute(w, struct {
		*Campaign
		Verdict                        verdict
		Kinds, Modes, Sometimes        []counter
		NeverReached, NeverBegan       []string
		RealTime, SimulatedHours, Wall string
		Failures                       []failure
	}{
		Campaign: c, Verdict: verdictOfCampaign(c.Result),
		Kinds: counters(c.Result.Kinds), Modes: modeCounters(c.Result), Sometimes: counters(c.Result.Sometimes),
		NeverReached: first(c.Result.Unreached()), NeverBegan: second(c.Result.Unreached()),
		RealTime: fmt.Sprintf("%.0f", c.Result.Speed()), SimulatedHours: fmt.Sprintf("%.2f", c.Result.Simulated.Hours()),
		Wall: c.Result.Wall.Round(time.Second).String(), Failures: failures(c),
	})
}

func verdictOfCampaign(r *campaign.Result) verdict {
	if n := len(r.Failures); n > 0 {
		return verdict{"bad", "invariants did not hold in " + counted(n, "run")}
	}
	return verdict{"good", "every invariant held"}
}

// failure is a run in which an invariant did not hold, with the commands that repeat it and show
// its recording. The first of its steps are those that shrinking kept.
type failure struct {
	*campaign.Failure
	Repeat, See string
}

func failures(c *Campaign) (all []failure) {
	for _, f := range c.Result.Failures {
		all = append(all, failure{f, f.Command(c.Program, c.File, c.Result.Duration), f.View(c.Program)})
	}
	return all
}

// counter is a count of something, with its share of the largest count in percent.
type counter struct {
	Name  string
	Count uint64
	Share template.CSS
}

// counters returns the counts of a map, the largest first.
func counters(of map[string]uint64) (all []counter) {
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all = append(all, counter{Name: name, Count: of[name]})
	}
	slices.SortStableFunc(all, func(a, b counter) int { return int(b.Count) - int(a.Count) })
	return shares(all)
}

func modeCounters(r *campaign.Result) (all []counter) {
	for i, mode := range messages.Modes() {
		all = append(all, counter{Name: mode.String(), Count: r.Modes[i]})
	}
	return shares(all)
}

func shares(all []counter) []counter {
	most := uint64(1)
	for _, c := range all {
		most = max(most, c.Count)
	}
	for i := range all {
		all[i].Share = template.CSS(fmt.Sprintf("%.1f%%", 100*float64(all[i].Count)/float64(most)))
	}
	return all
}

func first(a, _ []string) []string  { return a }
func second(_, b []string) []string { return b }
