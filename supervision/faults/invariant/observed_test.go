package invariant

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// anyRobot reports a true state of each drive.
type anyRobot struct{}

func (anyRobot) DriveModel(joint string) (hardware.DriveModel, func(*hardware.Truth), error) {
	return hardware.DriveModel{DriveInfo: hardware.DriveInfo{Joint: joint}}, func(*hardware.Truth) {}, nil
}

func (anyRobot) Energy() (kinetic, potential float64) { return 0, 0 }

func TestObserversOfTheExamplesAreFound(t *testing.T) {
	for _, c := range []struct {
		example, file string
		topics        []string
	}{
		{"upkie", "app.yaml", []string{"upkie/orientation.orientation", "upkie/odometry.odometry"}},
		{"humanoid", "app.yaml", []string{"humanoid/base.state", "humanoid/path.reference"}},
		{"mobile_manipulator", "app.yaml", []string{"whole_body/path.reference"}},
	} {
		t.Run(c.example, func(t *testing.T) {
			config, err := load(c.example, c.file)
			if err != nil {
				t.Fatal(err)
			}
			w, err := New(config, map[string]hardware.GroundTruth{app.PlantActor: anyRobot{}})
			if err != nil {
				t.Fatal(err)
			}
			if len(w.estimators) != len(c.topics) {
				t.Fatalf("%d observers, expected %v", len(w.estimators), c.topics)
			}
			for i, e := range w.estimators {
				if got := e.about().topic; got != c.topics[i] {
					t.Errorf("observer %d sends %s, expected %s", i, got, c.topics[i])
				}
				if _, ok := w.channelOfObserver(c.topics[i]); !ok {
					t.Errorf("the watch does not look at %s", c.topics[i])
				}
			}
		})
	}
}

// rolled is a robot on two wheels, in steps of a millisecond.
type rolled struct {
	w   *Watch
	h   *places
	o   *odometer
	now messages.Instant
	at  float64 // m, that the odometry says
}

// newRolled begins with a robot that has rolled for a while: its left wheel at 10 rad/s, and its
// right wheel, which turns backwards, at a speed.
func newRolled(right float64, touching uint64) *rolled {
	r := &rolled{now: 1000 * millisecond, h: &places{position: make([][]float64, placesKept), velocity: make([][]float64, placesKept)}}
	r.w = &Watch{now: func() messages.Instant { return r.now }}
	m := &world{World: &app.World{Name: "home", Period: time.Millisecond}, buses: []bus{{Drive: &app.Drive{Period: time.Millisecond, MaxAge: 20 * time.Millisecond}}}}
	r.o = &odometer{observer: &observer{path: "home/odometry", chain: []string{"home/odometry", "home/contact"}}, in: m, radius: []float64{0.1, -0.1}, touching: [contactsKept]uint64{touching, touching, touching}}
	for i := range 2 {
		r.o.wheels = append(r.o.wheels, &joint{index: i, truth: &truth{}, place: &place{of: r.h, speed: i, reads: fineEncoder, filter: encoderFilter}})
	}
	for range 100 {
		r.step(10, right)
	}
	return r
}

func (r *rolled) step(left, right float64) {
	r.now += millisecond
	i := r.h.count % placesKept
	r.h.at[i], r.h.position[i], r.h.velocity[i] = r.now, []float64{0, 0}, []float64{left, right}
	r.h.count++
}

// says has the odometry say a velocity a millisecond later, and a position that grows by a share of
// it.
func (r *rolled) says(velocity, share float64) {
	r.step(10, r.h.velocity[(r.h.count-1)%placesKept][1])
	r.at += share * velocity / 1000
	s := messages.Stamp{Time: r.now, Sequence: 1, Incarnation: 1}
	r.o.says(r.w, s, &messages.WheelOdometry{Position: r.at, Velocity: velocity})
	r.o.life = 1
}

func TestV48OfWheels(t *testing.T) {
	const both, left, none = 3, 1, 0
	for name, c := range map[string]struct {
		right    float64
		touching uint64
		do       func(r *rolled)
		bad      bool
	}{
		"both wheels roll":                                {-10, both, func(r *rolled) { r.says(1, 1); r.says(1, 1) }, false},
		"the mean of two that roll unlike":                {-20, both, func(r *rolled) { r.says(1.5, 1) }, false},
		"another one than the mean":                       {-20, both, func(r *rolled) { r.says(1.4, 1) }, true},
		"one is in the air":                               {-20, left, func(r *rolled) { r.says(1, 1) }, false},
		"one is in the air, and half of the other counts": {-20, left, func(r *rolled) { r.says(0.5, 1) }, true},
		"a position that grows by half of the velocity":   {-10, both, func(r *rolled) { r.says(1, 1); r.says(1, 0.5) }, true},
		"the same after a gap":                            {-10, both, func(r *rolled) { r.says(1, 1); r.o.gap = true; r.says(1, 0.5) }, false},
		"both in the air keep the velocity":               {-10, none, func(r *rolled) { r.says(3, 0); r.says(3, 0) }, false},
		"both in the air, with another velocity":          {-10, none, func(r *rolled) { r.says(3, 0); r.says(2.5, 0) }, true},
		"a wheel whose drive has a fault":                 {-10, both, func(r *rolled) { r.o.wheels[0].truth.exempt = r.now + 10*millisecond; r.says(3, 1) }, false},
		"a wheel that is no longer simulated":             {-10, both, func(r *rolled) { r.o.wheels[0].truth = nil; r.says(3, 1) }, false},
		"a wheel has slowed down a moment ago":            {-10, both, func(r *rolled) { r.step(5, -5); r.says(0.8, 1) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRolled(c.right, c.touching)
			c.do(r)
			if v := r.w.First(); (v != nil && v.Invariant == "V48") != c.bad {
				t.Errorf("got the violation %v; expected one of V48: %t", v, c.bad)
			}
		})
	}
}

func TestContactsReachTheOdometry(t *testing.T) {
	o := &odometer{observer: &observer{topic: "home/odometry.odometry"}, contactFrom: "home/contact.contact"}
	w := &Watch{estimators: []estimator{o}}
	c, ok := w.channelOfObserver("home/contact.contact")
	if !ok {
		t.Fatal("the watch does not look at the contacts")
	}
	c.look(messages.Stamp{}, &messages.FloorContact{Wheel: []messages.WheelContact{{}, {Contact: true}}})
	c.look(messages.Stamp{}, &messages.FloorContact{Wheel: []messages.WheelContact{{Contact: true}, {Contact: true}}})
	if want := [contactsKept]uint64{3, 2, 0}; o.touching != want {
		t.Errorf("the contacts are %v, expected %v", o.touching, want)
	}
}

func TestFaultsThatExcuseAnObserver(t *testing.T) {
	for name, c := range map[string]struct {
		source  string
		kind    actors.FaultKind
		known   bool
		excuses bool
	}{
		"a link to it":                      {"home/contact.contact->home/odometry.contact", actors.FaultNaN, true, true},
		"a link to one that it reads":       {"home/gate.x->home/contact.snapshot", actors.FaultDelay, true, true},
		"a link to another actor":           {"home/contact.contact->home/balancer.contact", actors.FaultNaN, true, false},
		"a panic":                           {"home/odometry", actors.FaultPanic, true, false},
		"a false time":                      {"home/odometry", actors.FaultBadPeriod, true, true},
		"the inertial measurement unit":     {"plant/robot", actors.FaultImuBiased, true, true},
		"a kind that the watch cannot read": {"elsewhere", "", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			o := &observer{chain: []string{"home/odometry", "home/contact"}}
			w := &Watch{estimators: []estimator{&odometer{observer: o}}}
			at := messages.Instant(time.Second)
			w.observersStruck(messages.Event{Kind: messages.EventFaultInjected, Time: at, Source: c.source}, &actors.Fault{Kind: c.kind, Duration: time.Second}, c.known)
			if o.quiet(at.Add(time.Hour)) == c.excuses {
				t.Errorf("until it ends, it excuses: %t", !c.excuses)
			}
			at = at.Add(time.Second)
			w.observersStruck(messages.Event{Kind: messages.EventFaultEnded, Time: at, Source: c.source}, &actors.Fault{Kind: c.kind, Duration: time.Second}, c.known)
			if o.quiet(at.Add(excuse)) == c.excuses {
				t.Errorf("%v after its end, it excuses: %t", excuse, !c.excuses)
			}
			if !o.quiet(at.Add(excuse+1)) && c.known {
				t.Error("it excuses permanently")
			}
		})
	}
}

// spun is a floating base that turns about its vertical axis at 1 rad/s, in steps of a millisecond.
type spun struct {
	w    *Watch
	unit *unit
	now  messages.Instant
	turn float64 // rad
}

func newSpun() *spun {
	s := &spun{now: 1000 * millisecond}
	h := &places{position: make([][]float64, placesKept), velocity: make([][]float64, placesKept)}
	s.w, s.unit = &Watch{now: func() messages.Instant { return s.now }}, &unit{of: h, mount: spatial.Quat{W: 1}, period: 0.001, gravity: 9.81}
	return s
}

func (s *spun) step() messages.Stamp {
	s.now, s.turn = s.now+millisecond, s.turn+0.001
	h := s.unit.of
	i := h.count % placesKept
	sin, cos := math.Sincos(s.turn / 2)
	h.at[i], h.position[i], h.velocity[i] = s.now, []float64{0, 0, 0, cos, 0, 0, sin}, []float64{0, 0, 0, 0, 0, 1}
	h.count++
	return messages.Stamp{Time: s.now, Incarnation: 1}
}

func (s *spun) judge(t *testing.T, bad bool) {
	t.Helper()
	if v := s.w.First(); (v != nil && v.Invariant == "V48") != bad {
		t.Errorf("got the violation %v; expected one of V48: %t", v, bad)
	}
}

func TestV48OfAnOrientation(t *testing.T) {
	for name, c := range map[string]struct {
		turn, rate, pitch, noise float64
		bad                      bool
	}{
		"the true one":                          {0, 1, 0, 0, false},
		"an orientation that is off":            {0.001, 1, 0, 0, true},
		"the same, with a unit that may be off": {0.001, 1, 0, 0.001, false},
		"an angular velocity that is off":       {0, 0.9, 0, 0, true},
		"a pitch that is not that":              {0, 1, 0.1, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSpun()
			s.unit.noise.turn = c.noise
			l := &level{observer: &observer{path: "home/orientation"}, unit: s.unit, toUnit: spatial.Quat{W: 1}}
			stamp := s.step()
			l.says(s.w, stamp, &messages.BaseOrientation{Pitch: c.pitch, AngularVelocity: [3]float64{0, 0, c.rate}, RotationBaseToWorld: spatial.RotationFromRPY([3]float64{0, 0, s.turn + c.turn})})
			s.judge(t, c.bad)
		})
	}
}

func TestV48OfAFloatingBase(t *testing.T) {
	for name, c := range map[string]struct {
		position, velocity, rate, turn, noise float64
		bad                                   bool
	}{
		"the true state":                            {0, 0, 1, 0, 0, false},
		"an angular velocity of before":             {0, 0, 0, 0, 0, true},
		"an orientation that is off":                {0, 0, 1, 0.01, 0, true},
		"the same, with a pose that may be off":     {0, 0, 1, 0.01, 0.005, false},
		"a position that is off":                    {0.01, 0, 1, 0, 0, true},
		"a position as far off as a pose may be":    {0.01, 0, 1, 0, 0.01, false},
		"a velocity that is off":                    {0, 0.2, 1, 0, 0, true},
		"a velocity that poses with noise may give": {0, 0.02, 1, 0, 0.01, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSpun()
			f := &floating{observer: &observer{path: "home/base"}, unit: s.unit}
			f.rates.position, f.rates.orientation = 20, 10
			f.noise.position, f.noise.orientation = c.noise, c.noise
			for k := range 3000 {
				stamp := s.step()
				v := messages.VirtualState{Position: []float64{0, 0, 0, 1, 0, 0, 0}, Velocity: []float64{0, 0, 0, 0, 0, 1}}
				turn := s.turn
				if k == 2999 {
					v.Position[0], v.Velocity[0], v.Velocity[5], turn = c.position, c.velocity, c.rate, turn+c.turn
				}
				spatial.Exp(spatial.Vec{Z: turn}).Put(v.Position[3:])
				f.says(s.w, stamp, &v)
				f.life = 1
			}
			s.judge(t, c.bad)
		})
	}
}

func TestAFilterIsNotJudgedAfterAGap(t *testing.T) {
	s := newSpun()
	f := &floating{observer: &observer{path: "home/base"}, unit: s.unit}
	f.rates.position, f.rates.orientation = 20, 10
	says := func(x float64) {
		stamp := s.step()
		v := messages.VirtualState{Position: []float64{x, 0, 0, 1, 0, 0, 0}, Velocity: []float64{0, 0, 0, 0, 0, 1}}
		spatial.Exp(spatial.Vec{Z: s.turn}).Put(v.Position[3:])
		f.says(s.w, stamp, &v)
		f.life = 1
	}
	for range 10 {
		says(0)
	}
	for range 5 {
		s.step()
	}
	for range 1000 {
		says(0.1)
	}
	s.judge(t, false)
	for range 2000 {
		says(0.1)
	}
	s.judge(t, true)
}
