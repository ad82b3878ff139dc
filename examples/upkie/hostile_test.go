package upkie

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/examples/upkie/drive"
	"github.com/robo-actors/robo-actors/messages"
)

var hostileMessages = flag.Int("messages", 0, "messages of a hostile agent, instead of 5000")

// An agent sends damaged, random and extreme messages, with a valid one now and then, and spells of
// damaged ones alone. Nothing fails, the gate has nothing to reject, what reaches the drives is
// within the limits, and an agent whose lease is over is not obeyed.
func TestAHostileAgentReachesNoDrive(t *testing.T) {
	n := 5000
	switch {
	case *hostileMessages > 0:
		n = *hostileMessages
	case testing.Short():
		n = 500
	}
	const seed = 8
	rng := rand.New(rand.NewPCG(seed, 5))
	r := startSpine(t)
	unsafe := 0
	beyond := func(what string, drive int, got, most float64) {
		if !(math.Abs(got) <= most) {
			if unsafe++; unsafe < 4 {
				t.Errorf("seed %d, %s: %s of drive %d is %g, at most %g", seed, r.sys.Now(), what, drive, got, most)
			}
		}
	}
	for _, bus := range []string{"left", "right"} {
		efforts, speeds := []float64{16, 16, 1.7}, []float64{28.8, 28.8, 111} // N m and rad/s: hip, knee, wheel
		_, err := actors.Tap(r.sys, "upkie/gate."+bus, func(_ messages.Stamp, c *messages.DriveCommand) {
			for i := range c.Mode {
				beyond("the commanded effort", i, c.Effort[i], efforts[i])
				beyond("the commanded velocity", i, c.Velocity[i], speeds[i])
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = actors.Tap(r.sys, "upkie/"+bus+".state", func(_ messages.Stamp, s *messages.DriveState) {
			for i := range s.Effort {
				beyond("the delivered effort", i, s.Effort[i], efforts[i]+1e-5) // float32 on the bus
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	obeyed := watchObedience(r)
	r.start()
	action, served, rejected, over, spell := dictionary.NewAction(drive.Servos(), dictionary.DefaultServoAction()), 0, 0, 0, 0
	leased := r.sys.Now()
	for k := range n {
		request, data := machine.Action, hostile(rng, action)
		if spell--; spell < 0 {
			request = otherRequest(rng, request)
		} else {
			data = data[:rng.IntN(max(1, len(data)))]
		}
		if spell < -400 {
			spell = 50 + rng.IntN(300)
		}
		if err := r.pipe.Post(request, data); err != nil {
			t.Fatal(err)
		}
		r.pass(time.Millisecond)
		switch _, answered, err := r.pipe.Take(nil); {
		case answered && err == nil:
			served++
			leased = r.sys.Now()
		case answered:
			rejected++
		}
		if request == machine.Start { // it needs some cycles, whatever comes meanwhile
			leased = r.sys.Now().Add(startWithin)
		}
		if r.sys.Now().Sub(leased) > leaseEnds {
			over++
		}
		if late := (*obeyed).Sub(leased); late > leaseEnds {
			t.Fatalf("seed %d, %s: the agent is obeyed %v after its newest valid message, at most %v\n%s", seed, r.sys.Now(), late, leaseEnds, r.told())
		}
		if k%50 == 49 && spell <= 0 { // an honest agent comes by
			r.revive()
			leased = r.sys.Now()
		}
	}
	for _, e := range r.events {
		if e.Kind == messages.EventFailed || e.Kind == messages.EventRefused && e.Source == "upkie/gate" {
			t.Errorf("seed %d: %s", seed, e)
		}
	}
	if unsafe > 0 || served == 0 || rejected == 0 {
		t.Errorf("seed %d: %d values beyond their limits, %d messages served, %d rejected", seed, unsafe, served, rejected)
	}
	t.Logf("seed %d: %d messages, %d served, %d rejected, %d while the lease was over, %d values beyond their limits", seed, n, served, rejected, over, unsafe)
}

// The lease of app.yaml ends 50 ms after a valid message, and two periods are left to the spine. A
// start may last for startWithin.
const (
	leaseEnds   = 52 * time.Millisecond
	startWithin = 80 * time.Millisecond
)

// watchObedience returns when the joints last followed an action of the agent, and neither the
// balancer on board nor the command that brakes them.
func watchObedience(r *spineRun) *messages.Instant {
	balancing, at := false, new(messages.Instant)
	_, err := actors.Tap(r.sys, "upkie/agent.balancing", func(_ messages.Stamp, v *messages.Switch) { balancing = v.Closed })
	if err == nil {
		_, err = actors.Tap(r.sys, "upkie/agent.command", func(s messages.Stamp, c *messages.JointCommand) {
			brakes := true
			for i := range c.Velocity {
				brakes = brakes && !c.Control[i].Has(messages.ControlPosition) && c.Velocity[i] == 0 && c.KpScale[i] == 0 && c.Effort[i] == 0
			}
			if !balancing && !brakes {
				*at = s.Time
			}
		})
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return at
}

// otherRequest sometimes replaces a request.
func otherRequest(rng *rand.Rand, request machine.Request) machine.Request {
	switch rng.IntN(200) {
	case 0:
		return machine.Start
	case 1:
		return machine.Stop
	case 2:
		return machine.Request(rng.Uint32())
	}
	return request
}

// A gap of the states stops all joints. The agent learns it from the answer to its next action, and
// a stop and a start, the reset of Upkie's programs, bring the robot back.
func TestAnAgentWhoseJointsStoppedIsAnsweredWithErrorUntilItStartsAgain(t *testing.T) {
	r := startSpine(t)
	r.start()
	r.drive(&drive.Driver{}, time.Second)
	for _, stopped := range []struct {
		fault actors.Fault
		says  string
	}{
		{actors.Fault{Kind: actors.FaultDrop, Target: "upkie/gate.snapshot", Duration: 60 * time.Millisecond}, "(stale)"},
		{actors.Fault{Kind: actors.FaultBusStalled, Target: "left_hip", Duration: 60 * time.Millisecond}, "and 5 more"},
		{actors.Fault{Kind: actors.FaultError, Target: "upkie/right"}, "and 5 more"},
	} {
		if err := r.sys.Inject(stopped.fault); err != nil {
			t.Fatal(err)
		}
		r.pass(70 * time.Millisecond)
		r.events = nil
		for range 20 {
			if err := r.ask(machine.Action, r.action.Append(nil)); !errors.Is(err, spine.ErrRejected) {
				t.Fatalf("%s after %s: an action was answered with %v\n%s", r.sys.Now(), stopped.fault, err, r.told())
			}
		}
		if told := r.told(); !strings.Contains(told, stopped.says) || !strings.Contains(told, "start the robot again") {
			t.Errorf("after %s the events do not say %q:\n%s", stopped.fault, stopped.says, told)
		}
		r.revive()
		r.drive(&drive.Driver{}, time.Second)
	}
}

// revive puts the robot upright and starts it again, however the agents before left it.
func (r *spineRun) revive() {
	r.t.Helper()
	upright := dictionary.AppendConfig(nil, &messages.SpineConfig{Reset: &messages.RobotReset{Position: [3]float64{0, 0, 0.56}, Orientation: [4]float64{1}}})
	for range 5 {
		if r.ask(machine.Stop, nil) == nil && r.ask(machine.Start, upright) == nil {
			return
		}
		r.pass(50 * time.Millisecond)
	}
	r.t.Fatalf("%s: the robot cannot be started any more\n%s", r.sys.Now(), r.told())
}

// hostile makes a message: an action that is damaged, extreme, or valid.
func hostile(rng *rand.Rand, a *dictionary.Action) []byte {
	a.Reset()
	extremes := []float64{0, 1, -1, 1e300, math.Inf(1), math.NaN(), 1e-300, 17, 1.8, 1000}
	for i := range a.Servos {
		pick := func() float64 { return extremes[rng.IntN(len(extremes))] }
		switch rng.IntN(12) {
		case 0:
			a.Servos[i].Position = pick()
		case 1:
			a.Servos[i].Velocity = pick()
		case 2:
			a.Servos[i].FeedforwardTorque = pick()
		case 3:
			a.Servos[i].MaximumTorque = pick()
		case 4:
			a.Servos[i].KpScale, a.Servos[i].KdScale = pick(), pick()
		}
	}
	data := a.Append(nil)
	switch rng.IntN(5) {
	case 0:
		for range 1 + rng.IntN(8) {
			data[rng.IntN(len(data))] = byte(rng.Uint32())
		}
	case 1:
		data = data[:rng.IntN(max(1, len(data)))]
	case 2:
		data = make([]byte, rng.IntN(200))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
	}
	return data
}
