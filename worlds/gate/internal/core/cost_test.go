package core

import (
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// chain is an arm of n joints that follow their controller.
func chain(tb testing.TB, n int, control messages.ControlMode) *rig {
	c := armConfig()
	c.Joints, c.Controllers[0].Joints, c.Buses[0].Drives = nil, nil, n
	for i := range n {
		name := fmt.Sprintf("joint_%d", i)
		c.Joints = append(c.Joints, arm(name, i))
		c.Controllers[0].Joints = append(c.Controllers[0].Joints, name)
	}
	r := newRig(tb, c)
	for i := range n {
		r.control(i, control)
	}
	r.run(10)
	r.wantMode(0, messages.ModeRun)
	return r
}

// wave gives every joint of the chain a smooth command.
func (r *rig) wave(k int) {
	v := r.in.Commands[0].Value
	for i := range v.Control {
		phase := float64(k)*dt + float64(i)
		v.Position[i], v.Velocity[i], v.Effort[i] = 0.2*math.Sin(phase), 0.2*math.Cos(phase), math.Sin(phase)
	}
	r.send(0)
}

func TestADecisionAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts zero")
	}
	into := make([]messages.Event, 0, 4096)
	for name, act := range map[string]func(r *rig, k int){
		"that passes":    func(r *rig, k int) {},
		"that refuses":   func(r *rig, k int) { r.in.Commands[0].Value.Velocity[3] = math.NaN() },
		"that stops":     func(r *rig, k int) { r.in.Commands[0].OK = k%40 < 20 },
		"that re-arms":   func(r *rig, k int) { r.g.Stop(0, messages.ModeDamp, r.now) },
		"without states": func(r *rig, k int) { r.in.States[0].OK = k%20 < 10 },
	} {
		r, k := chain(t, 7, messages.ControlPositionVelocityEffort), 0
		if n := testing.AllocsPerRun(500, func() {
			r.wave(k)
			act(r, k)
			k++
			r.in.Now, r.in.Step = r.now, period
			r.g.Decide(&r.in)
			r.g.Drive(0, &r.bus)
			into, _ = r.g.Events(into[:0])
			for i, s := range r.servos {
				s.obey(&r.bus, i)
			}
			r.now = r.now.Add(period)
			r.read()
		}); n != 0 {
			t.Errorf("a decision %s: %v allocations", name, n)
		}
	}
}

func TestEventsThatNobodyFetchesAreCounted(t *testing.T) {
	r := chain(t, 3, messages.ControlVelocity)
	for range 200 {
		r.g.Stop(0, messages.ModeOff, r.now)
		if err := r.acknowledge(modes.Reset); err != nil {
			t.Fatal(err)
		}
	}
	events, lost := r.g.Events(make([]messages.Event, 0, 10))
	if len(events) != 10 || lost == 0 {
		t.Errorf("%d events, %d lost", len(events), lost)
	}
	rest, again := r.g.Events(make([]messages.Event, 0, 1000))
	if again != 0 || len(rest) != fewestEvents+3*eventsPerJoint-10 {
		t.Errorf("%d events are left, %d lost", len(rest), again)
	}
	if rest[0].Time < events[9].Time {
		t.Error("the order is lost")
	}
}

// BenchmarkDecision is one decision for an arm of seven joints in three control modes: commands
// judged, joints watched, set-points made. Divide by seven for a joint.
func BenchmarkDecision(b *testing.B) {
	for _, control := range []messages.ControlMode{messages.ControlVelocity, messages.ControlPosition, messages.ControlPositionVelocityEffort} {
		for _, joints := range []int{1, 7, 30} {
			b.Run(fmt.Sprintf("%s/%d_joints", control, joints), func(b *testing.B) {
				r := chain(b, joints, control)
				r.wave(0)
				b.ReportAllocs()
				b.ResetTimer()
				for k := 0; b.Loop(); k++ {
					r.sequence[0]++
					r.in.Commands[0].Stamp.Sequence, r.in.Commands[0].Stamp.Time = r.sequence[0], r.now
					r.in.Now, r.in.Step = r.now, period
					for i := range r.in.Snapshot.Time {
						r.in.Snapshot.Time[i] = r.now
					}
					r.g.Decide(&r.in)
					r.g.Drive(0, &r.bus)
					r.now = r.now.Add(period)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(joints), "ns/joint")
			})
		}
	}
}
