package command

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

func (f *campaignFlags) print(w io.Writer, file string, r *campaign.Result) error {
	if f.json {
		return writeJSON(w, r)
	}
	if len(r.Failures) == 0 {
		return f.printCoverage(w, r)
	}
	if err := r.Summary(w); err != nil {
		return err
	}
	for _, failure := range r.Failures {
		f.printFailure(w, file, failure)
	}
	return nil
}

// printCoverage prints all tables of a campaign without a failure. Beside a failure they would hide
// it.
func (f *campaignFlags) printCoverage(w io.Writer, r *campaign.Result) error {
	err := r.Markdown(w)
	if len(f.inject) == 0 {
		f.printGaps(w, r)
	}
	fmt.Fprintf(w, "\npassed: no invariant was broken in %s\n", count(int(r.Seeds), "run"))
	return err
}

// rarestShown is how many of the cells that faults met least often are printed.
const rarestShown = 12

// printGaps lists what the drawn plans did not cover.
func (f *campaignFlags) printGaps(w io.Writer, r *campaign.Result) {
	if least := campaign.ShortestThatHeals; f.length < least {
		fmt.Fprintf(w, "\nNo run had to recover: runs of %v are too short; expected --duration %v or more\n", f.length, least)
	}
	if f.fleet {
		rarest := r.Rarest(rarestShown)
		words := make([]string, len(rarest))
		for i, cell := range rarest {
			words[i] = cell.String()
		}
		fmt.Fprintf(w, "\nMet least often (fault, condition, joint, control mode): %s\n", strings.Join(words, "; "))
	}
	situations, kinds := r.Unreached()
	if len(situations) > 0 {
		fmt.Fprintf(w, "\nNever reached: %s\n", strings.Join(situations, ", "))
	}
	if len(kinds) > 0 {
		fmt.Fprintf(w, "\nKinds of faults that never began: %s\n", strings.Join(kinds, ", "))
	}
}

func (f *campaignFlags) printFailure(w io.Writer, file string, failure *campaign.Failure) {
	fmt.Fprintf(w, "\n%s\n", failure.Error())
	fmt.Fprintf(w, "plan, entries shrunk from %d to %d in %s:\n", len(failure.Drawn), len(failure.Plan), count(failure.ShrinkRuns, "run"))
	for _, line := range failure.Plan {
		fmt.Fprintf(w, "\t%s\n", line)
	}
	if !slices.ContainsFunc(failure.Plan, isFault) {
		fmt.Fprintln(w, "the plan has no fault: the application breaks the invariant by itself, or by what its operator does")
	}
	fmt.Fprintln(w, "last events:")
	for _, line := range lastEvents(failure.Events, 12) {
		fmt.Fprintf(w, "\t%s\n", line)
	}
	fmt.Fprintf(w, "repeat it: %s\n", failure.Command(invocation(), file, f.length))
	if failure.Recording != "" {
		fmt.Fprintf(w, "recording: %s\nsee it:    %s\n", failure.Recording, failure.View(invocation()))
	}
}

// isFault reports whether a line of a plan is a fault, and nothing that an operator does.
func isFault(line string) bool {
	e, err := faults.ParseEntry(line)
	return err != nil || e.Verb == faults.Inject
}

// number is one in the text of an event, and not in a name such as joint_2.
var number = regexp.MustCompile(`-?\b[0-9]+(\.[0-9]+)?(e-?[0-9]+)?\b`)

// lastEvents returns the newest events, at most n of them, in the order of time. An event that
// repeats appears once, at its last time, with its number; refusals that differ in numbers only are
// the same.
func lastEvents(events []string, n int) []string {
	times := map[string]int{}
	text := func(line string) string {
		_, text, _ := strings.Cut(line, " ")
		if strings.Contains(text, " refused ") { // of each command, with its numbers
			text = number.ReplaceAllString(text, "#")
		}
		return text
	}
	for _, line := range events {
		times[text(line)]++
	}
	var last []string
	for i := len(events) - 1; i >= 0 && len(last) < n; i-- {
		line := events[i]
		switch count := times[text(line)]; {
		case count == 0:
			continue // it has appeared
		case count > 1:
			line += fmt.Sprintf(" (%d times)", count)
		}
		times[text(events[i])] = 0
		last = append(last, line)
	}
	slices.Reverse(last)
	return last
}

// campaignProgress shows the progress of a campaign: one changing line on a terminal, a line every
// ten seconds elsewhere.
type campaignProgress struct {
	to      io.Writer
	changes bool
	seeds   uint64
	began   time.Time
	shown   time.Time
	any     bool
}

func (p *campaignProgress) show(r *campaign.Result) {
	every := 10 * time.Second
	if p.changes {
		every = 200 * time.Millisecond
	}
	if time.Since(p.began) < every || time.Since(p.shown) < every {
		return
	}
	p.shown, p.any = time.Now(), true
	line := fmt.Sprintf("%d of %d seeds, %.2f h simulated, %.0f times real time, %d faults, %d failures", r.Seeds, p.total(r), r.Simulated.Hours(), r.Speed(), r.Faults, len(r.Failures))
	if p.changes {
		fmt.Fprintf(p.to, "\r\x1b[K%s", line)
		return
	}
	fmt.Fprintln(p.to, line)
}

// found prints a violation as soon as it is found, since shrinking its plan may take long.
func (p *campaignProgress) found(seed uint64, v *invariant.Violation) {
	if p.changes {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
	fmt.Fprintf(p.to, "seed %d: %s; its plan is being shrunk\n", seed, clean(v.Error(), ""))
}

// total returns the final number of seeds, with those of earlier calls.
func (p *campaignProgress) total(r *campaign.Result) uint64 { return max(r.Seeds, p.seeds) }

func (p *campaignProgress) end() {
	if p.any && p.changes {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
