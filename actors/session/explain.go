package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Explained states why a joint is in its mode and how it re-arms, or what became of an actor.
type Explained struct {
	explain.Explanation
	// Actor is the explanation of an actor. It is nil for a joint, and the other fields are empty for
	// an actor.
	Actor *explain.ActorExplanation `json:",omitempty"`
	// Check is a check of a test that failed in the recorded run. It is nil for joints and actors,
	// and the other fields are empty for a check.
	Check *FailedCheck `json:",omitempty"`
	// Present lists the causes still present, as in "stale+drive", or "none". It is empty for a
	// recording.
	Present string
	// DriveFault is the newest fault of the joint's drive since the first event of the chain, as in
	// "its newest fault code is 38, over-temperature". It is empty without a fault or without a
	// drive in this world.
	DriveFault string
	// Required is the way of re-arm: acknowledge, reset or auto, or a note that it depends on the
	// kind of the joint. It is empty if the joint runs or the application is unknown.
	Required string
}

// FailedCheck is a check of a test that did not hold in a recorded run.
type FailedCheck struct {
	At   messages.Instant
	Text string
	// Faults are the injected faults before it, in their order.
	Faults []explain.Step
}

// String returns the check and the faults in words.
func (c *FailedCheck) String() string {
	s := fmt.Sprintf("at %s the check of the test failed: %s\n", c.At, c.Text)
	for _, f := range c.Faults {
		s += fmt.Sprintf("  %s  %s\n", f.Event.Time, f.Words)
	}
	if len(c.Faults) == 0 {
		s += "  no fault was injected before\n"
	}
	return s
}

// failedChecks returns the checks that failed until an instant.
func failedChecks(events []messages.Event, at messages.Instant) (all []Explained) {
	var faults []explain.Step
	for i := range events {
		switch e := &events[i]; {
		case e.Time > at:
		case e.Kind == messages.EventFaultInjected:
			faults = append(faults, explain.Step{Event: *e, Words: explain.Words(e)})
		case e.Kind == messages.EventNote && e.Source == record.CheckSource:
			all = append(all, Explained{Check: &FailedCheck{At: e.Time, Text: e.Text, Faults: slices.Clone(faults)}})
		}
	}
	return all
}

// String returns the explanation in words.
func (x Explained) String() string { return x.text(nil) }

// text returns the explanation in words for this joint and the joints alike.
func (x Explained) text(alike []string) string {
	switch {
	case x.Check != nil:
		return x.Check.String()
	case x.Actor != nil:
		return x.Actor.String()
	}
	s := x.Text(alike...)
	if x.DriveFault != "" {
		s += fmt.Sprintf("the drive of %s: %s\n", x.Joint, x.DriveFault)
	}
	if len(x.Chain) > 0 && x.Chain[0].Event.Kind == messages.EventOverrun {
		s += "the machine was busy: run robo-actors doctor; a longer watchdog, max_age or on_overrun tolerates more\n"
	}
	if x.Required == "" || x.Mode == messages.ModeRun {
		return s
	}
	if x.Present != "" {
		s += "causes still present: " + x.Present + "\n"
	}
	s += "re-arm: " + x.Required
	switch x.Required {
	case modes.Acknowledge.String():
		s += "; run: robo-actors rearm " + x.World
	case modes.Reset.String():
		s += "; run: robo-actors rearm " + x.World + " --reset"
	case modes.Auto.String():
		if len(x.Awaits) > 0 {
			s += "; it waits for " + strings.Join(x.Awaits, "; ")
		} else {
			s += ", once its causes have been gone for its settling time"
		}
	case modes.LevelNever.String():
		s += "; inspect the robot, then restart the application"
	}
	return s + "\n"
}

// ExplanationTexts returns the explanations in words. Joints of one world that are in the same mode
// for the same reason share one text.
func ExplanationTexts(all []Explained) []string {
	var texts []string
	done := make([]bool, len(all))
	for i := range all {
		if done[i] {
			continue
		}
		var alike []string
		for k := i + 1; k < len(all); k++ {
			x, other := &all[i], &all[k]
			if x.Joint != "" && other.Joint != "" && x.SameReason(&other.Explanation) && x.Present == other.Present && x.DriveFault == other.DriveFault && x.Required == other.Required {
				alike, done[k] = append(alike, other.Joint), true
			}
		}
		texts = append(texts, all[i].text(alike))
	}
	return texts
}

// Explain explains what the names stand for at present: the modes of joints, and what became of
// actors, which are named by their paths. Without a name it explains all stopped joints, or the
// actors that have failed if no joint is known.
func (s *Session) Explain(ctx context.Context, names ...string) ([]Explained, error) {
	config := s.met.whole()
	h := s.history(s.observer.history(), config)
	now := s.System.Now()
	return explainAll(&h, names, now, func(x *Explained) error {
		x.DriveFault = s.observer.faultOf(config, x)
		status, err := s.Gate(ctx, x.World)
		if err != nil {
			return err
		}
		for _, j := range status.Joints {
			if j.Joint == x.Joint {
				x.Present, x.Required = j.Present.String(), j.Required.String()
			}
		}
		return nil
	})
}

// meant is the hint with the nearest joint or actor.
func meant(h *explain.History, name string) string {
	known := h.Actors()
	for _, path := range h.Known() {
		_, joint, _ := strings.Cut(path, "/")
		known = append(known, path, joint)
	}
	if hint := source.DidYouMean(name, known); hint != "" {
		return "; " + hint
	}
	return ""
}

// End stands for the end of a recorded run.
const End messages.Instant = -1

// ExplainRecording explains joints and actors, as [Session.Explain] does, at an instant
// of a recorded run or at its End. Without a name, the checks that failed in the run of a test come
// first. The registry has the kinds of the recorded application; without
// them the explanations have fewer details. It returns an error for an instant after the end and
// for an unknown joint.
func ExplainRecording(r *record.Reader, registry *actors.Registry, names []string, at messages.Instant) ([]Explained, error) {
	samples, err := record.Series[messages.Event](r, "events")
	if err != nil {
		return nil, err
	}
	events := make([]messages.Event, len(samples))
	for i := range samples {
		events[i] = samples[i].Value
	}
	h := explain.History{Events: events}
	config, unknown := recordedApplication(r, registry)
	if unknown == nil {
		h = recordedHistory(events, config)
	}
	switch last := r.Info().Last; {
	case at > last:
		return nil, fmt.Errorf("the recording ends at %s, before %s; expected an earlier instant", last, at)
	case at == End:
		at = last
	}
	var checks []Explained
	if len(names) == 0 {
		checks = failedChecks(h.Events, at)
	}
	var buses map[string]*driveFaults
	all, err := explainAll(&h, names, at, func(x *Explained) (err error) {
		if unknown != nil {
			return nil
		}
		x.Required = required(config, x)
		if buses == nil { // only where there is something to explain: these are most of a recording
			buses, err = recordedFaults(r, config, at)
		}
		if err == nil {
			x.DriveFault = faultOf(config, buses, x.World, x.Joint, x.begin())
		}
		return err
	})
	if len(checks) > 0 && all == nil {
		err = nil // a run without joints in which no actor failed
	}
	return append(checks, all...), err
}

// begin returns the time of the first event of the chain, or 0.
func (x *Explained) begin() messages.Instant {
	if len(x.Chain) == 0 {
		return 0
	}
	return x.Chain[0].Event.Time
}

// explainAll explains the named joints and actors, and completes the explanation of each joint.
func explainAll(h *explain.History, names []string, at messages.Instant, complete func(*Explained) error) ([]Explained, error) {
	past := h.Until(at)
	all := len(names) == 0
	if all {
		if names = h.Known(); len(names) == 0 {
			names = past.Failed()
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("no joint is known and no actor has failed; name an actor: %s", source.Listed(h.Actors(), 30))
		}
	}
	out := []Explained{}
	for _, name := range names {
		world, joint, err := h.Find(name)
		if err != nil && slices.Contains(h.Actors(), name) {
			x := past.ExplainActor(name)
			out = append(out, Explained{Actor: &x})
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%w; or the path of an actor: %s%s", err, source.Listed(h.Actors(), 30), meant(h, name))
		}
		if present := past.Present(world); !present && all {
			continue
		} else if !present {
			return nil, fmt.Errorf("joint %q: world %q is no part of the application at %s: it was removed, or added later", joint, world, at)
		}
		x := Explained{Explanation: past.Explain(world, joint)}
		if all && x.Mode == messages.ModeRun {
			continue
		}
		if err := complete(&x); err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// recordedApplication loads the application file attached to a recording, with the parts that were
// open: all of them as far as they can be open together.
func recordedApplication(r *record.Reader, registry *actors.Registry) (*app.Config, error) {
	files := attached{}
	var parts []string
	names := r.Files()
	if len(names) == 0 {
		return nil, errors.New("the recording carries no application file")
	}
	for _, name := range names {
		f, err := r.File(name)
		if err != nil {
			return nil, err
		}
		files[name] = f.Data
		if f.MediaType == partType {
			parts = append(parts, name)
		}
	}
	base, err := app.Load(files, names[0], registry)
	if err != nil {
		return nil, err
	}
	parts = append(parts, openedParts(r, base)...)
	config, open := base, []string(nil)
	for _, part := range parts {
		if with, err := base.With(append(slices.Clip(open), part)...); err == nil {
			config, open = with, append(open, part)
		}
	}
	return config, nil
}

// openedParts lists the declared parts of which a recording has an added actor.
func openedParts(r *record.Reader, base *app.Config) (files []string) {
	events, err := record.Series[messages.Event](r, record.EventsTopic)
	if err != nil {
		return nil
	}
	added := map[string]bool{} // worlds
	for i := range events {
		if e := &events[i].Value; e.Kind == messages.EventAdded {
			world, _, _ := strings.Cut(e.Source, "/")
			added[world] = true
		}
	}
	for _, p := range base.Parts {
		if len(p.Worlds) == 0 && len(added) > 0 || slices.ContainsFunc(p.Worlds, func(w string) bool { return added[w] }) {
			files = append(files, p.File)
		}
	}
	return files
}

// byKind is the note that the way of re-arm depends on the kind of the joint.
const byKind = "acknowledge or reset, as its kind asks after these faults"

// required returns the way of re-arm after the causes of a stop, as the file declares it for the
// joint.
func required(c *app.Config, x *Explained) string {
	w := c.World(x.World)
	if w == nil || x.Mode == messages.ModeRun || x.Gateless {
		return ""
	}
	i := slices.IndexFunc(w.Joints, func(j app.Joint) bool { return j.Name == x.Joint })
	if i < 0 {
		return ""
	}
	j := &w.Joints[i]
	if j.Virtual {
		j = &app.Joint{Rearm: modes.Auto, Start: modes.Auto} // it follows the world that realises it
	}
	if d := j.Declared; d != nil && d.Kind != modes.AnyJoint {
		return byKind // a recording has the causes, not the faults; a gate that runs tells
	}
	rules := modes.NewRules(j.Rearm, j.Start, j.Settle)
	most := modes.Auto
	for _, cause := range x.Causes {
		switch by := rules.By[cause]; {
		case by == modes.Reset:
			most = by
		case by == modes.Acknowledge && most == modes.Auto:
			most = by
		}
	}
	return most.String()
}
