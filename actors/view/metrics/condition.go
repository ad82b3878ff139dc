package metrics

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// gateWithin bounds the time in which a gate answers.
const gateWithin = time.Second

// worldCondition is the condition of the joints of a world, or why it is unknown.
type worldCondition struct {
	name   string
	status gate.Status
	err    error
}

// gates asks the gates of all worlds at once.
func (s *Subject) gates(ctx context.Context) []worldCondition {
	ctx, cancel := context.WithTimeout(ctx, gateWithin)
	defer cancel()
	var all []worldCondition
	for _, name := range s.Worlds() {
		all = append(all, worldCondition{name: name})
	}
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			all[i].err = usercode.Call(func() (err error) { all[i].status, err = s.Gate(ctx, all[i].name); return err })
		})
	}
	wait.Wait()
	return all
}

// Reason says why a system is not well.
type Reason struct {
	// Kind is actor, joint or world, and Path the full name of it.
	Kind string `json:"kind"`
	Path string `json:"path"`
	// State is the state of an actor or the mode of a joint.
	State string `json:"state,omitempty"`
	// Reason is a sentence for people.
	Reason string `json:"reason"`
}

// Condition is the answer of /healthz.
type Condition struct {
	// Status is ok or failing.
	Status      string  `json:"status"`
	Application string  `json:"application"`
	NowSeconds  float64 `json:"now_s"`
	// Reasons say why the system fails. Stopped lists joints that an operator stopped, or that wait
	// for their first arming; they are no failure.
	Reasons []Reason `json:"reasons"`
	Stopped []Reason `json:"stopped"`
}

// The values of Condition.Status.
const (
	ok      = "ok"
	failing = "failing"
)

// condition returns how the system is.
func (s *Subject) condition(ctx context.Context) Condition {
	c := Condition{Status: ok, Application: s.System.Name(), NowSeconds: s.System.Now().Seconds(), Reasons: []Reason{}, Stopped: []Reason{}}
	for _, h := range s.System.Health() {
		if h.State != "running" {
			c.Reasons = append(c.Reasons, actorReason(&h))
		}
	}
	for _, w := range s.gates(ctx) {
		if w.err != nil {
			c.Reasons = append(c.Reasons, Reason{Kind: "world", Path: w.name, Reason: "the gate does not answer: " + w.err.Error()})
			continue
		}
		for _, j := range w.status.Joints {
			c.addJoint(w.name, &j)
		}
	}
	if len(c.Reasons) > 0 {
		c.Status = failing
	}
	return c
}

func actorReason(h *messages.Health) Reason {
	r := Reason{Kind: "actor", Path: h.Actor, State: h.State, Reason: "the actor is " + h.State}
	if h.LastError != "" {
		r.Reason += "; its last failure: " + h.LastError
	}
	return r
}

// deliberate are the causes of stops that nobody has to look into.
var deliberate = modes.SetOf(messages.CauseOperator, messages.CauseStartup)

func (c *Condition) addJoint(world string, j *gate.JointStatus) {
	if j.Mode <= messages.ModeLimited {
		return
	}
	r := Reason{Kind: "joint", Path: world + "/" + j.Joint, State: j.Mode.String(), Reason: "stopped: " + j.Causes.String()}
	if j.Waiting != "" {
		r.Reason += "; waiting: " + j.Waiting
	}
	if j.Causes&^deliberate == 0 && j.Causes != 0 {
		c.Stopped = append(c.Stopped, r)
		return
	}
	c.Reasons = append(c.Reasons, r)
}

// stoppedByCause counts the joints that stand still, by cause. A joint counts for each of its
// causes.
func stoppedByCause(status gate.Status) map[messages.Cause]int {
	counts := map[messages.Cause]int{}
	for _, j := range status.Joints {
		if j.Mode > messages.ModeLimited {
			for _, c := range j.Causes.List() {
				counts[c]++
			}
		}
	}
	return counts
}

func sortedCauses(counts map[messages.Cause]int) []messages.Cause {
	return slices.Sorted(maps.Keys(counts))
}

// modeValues names the values of the metric of modes.
func modeValues() string {
	var names []string
	for _, m := range messages.Modes() {
		names = append(names, m.String())
	}
	return strings.Join(names, ", ")
}
