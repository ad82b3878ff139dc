package wholebody

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// storm sends requests of several users to a rig's controller, and keeps account of their answers.
type storm struct {
	*rig
	sent, answered int
	results        map[messages.TaskResult]int
	restarts       int // replies that report an incarnation that ended
	open           map[int]messages.TaskRequest
}

func newStorm(r *rig) *storm {
	return &storm{rig: r, results: map[messages.TaskResult]int{}, open: map[int]messages.TaskRequest{}}
}

func (s *storm) send(q messages.TaskRequest) {
	s.t.Helper()
	n := s.sent
	s.sent++
	s.open[n] = q
	if err := s.sys.Request("arm/controller", q, func(v any, err error) {
		if _, open := s.open[n]; !open {
			s.t.Fatalf("request %d, %+v, is answered twice", n, q)
		}
		delete(s.open, n)
		s.answered++
		reply, ok := v.(messages.TaskReply)
		switch {
		case err != nil:
			s.restarts++
			return
		case !ok:
			s.t.Fatalf("request %d, %+v, is answered %v", n, q, v)
		case reply.Result != messages.TaskSuccess && reply.Text == "":
			s.t.Fatalf("request %d, %+v, is refused without a word: %v", n, q, reply.Result)
		}
		s.results[reply.Result]++
	}); err != nil {
		delete(s.open, n)
		s.restarts++
	}
}

// drawnRequest is anything that a user may want.
func drawnRequest(r *rand.Rand, o *Options) messages.TaskRequest {
	name := func(from ...string) string { return from[r.IntN(len(from))] }
	switch r.IntN(8) {
	case 0:
		return messages.TaskRequest{Verb: messages.TaskBehavior}
	case 1:
		return messages.TaskRequest{Verb: messages.TaskEvent, Name: name("begin", "begin", "nothing")}
	case 2:
		return gentle(r)
	case 3:
		return messages.TaskRequest{Verb: messages.TaskShow, Task: name("reach", "calm", "nobody")}
	case 4:
		return messages.TaskRequest{Verb: messages.TaskList}
	}
	return messages.TaskRequest{Verb: messages.TaskState, Name: name("hold", "reach_left", "reach_right", "loose", "nowhere")}
}

// gentle is a change of a parameter with which the arm stays inside its limits.
func gentle(r *rand.Rand) messages.TaskRequest {
	q := messages.TaskRequest{Verb: messages.TaskSet, Task: []string{"reach", "calm", "turned"}[r.IntN(3)], Parameter: "gains.derivative", Numbers: []float64{18 + 4*r.Float64()}}
	switch {
	case r.IntN(4) == 0:
		q.Numbers = []float64{-1}
	case q.Task == "reach" && r.IntN(2) == 0:
		q.Parameter, q.Numbers = "goal.position", []float64{0.4 + 0.05*r.Float64(), 0.2 - 0.4*r.Float64(), 0.45}
	}
	return q
}

// Several users ask in every tick, for states, events and parameters, while the model actor is
// late, dies, and comes back, its links lose and delay what they carry, and the controller itself
// is made to fail: every request is answered once, a tick answers as many as it may, no tick is
// missed nor mixes two snapshots, each knows the age of its model, and the arm stays inside its
// limits.
func TestAStormOfRequestsInAnyWeatherIsAnsweredAndDelaysNothing(t *testing.T) {
	const seed = 41
	t.Logf("seed %d", seed)
	runs := 12
	if testing.Short() {
		runs = 3
	}
	for run := range runs {
		random := rand.New(rand.NewPCG(seed, uint64(run)))
		o := fromActor(armOptions())
		o.ModelMaxAge, o.Law = 300*time.Millisecond, []string{"exact", "constrained"}[run%2]
		o.Requests, o.Waiting, o.PrepareWithin = 1+random.IntN(3), 1+random.IntN(20), time.Duration(1+random.IntN(400))*time.Millisecond
		r := newRig(t, o, rigOptions{period: 10 * time.Millisecond, jitter: 200 * time.Millisecond, seed: uint64(seed + run)})
		w := newWitness(t, r, o.ModelMaxAge)
		s := newStorm(r)
		r.arm.each = r.inside
		r.start()
		for range 4000 {
			for range random.IntN(4) {
				s.send(drawnRequest(random, &o))
			}
			if random.IntN(300) == 0 {
				s.trouble(random)
			}
			r.run(time.Millisecond)
		}
		r.sys.ClearFaults()
		r.run(3 * time.Second)
		if len(s.open) > 0 || s.answered+s.restarts < s.sent {
			t.Errorf("run %d: %d of %d requests are not answered: %+v", run, len(s.open), s.sent, s.open)
		}
		found := false
		for _, h := range r.sys.Health() {
			if h.Actor == "arm/controller" {
				if found = true; h.Missed > 0 {
					t.Errorf("run %d: the controller missed %d releases", run, h.Missed)
				}
			}
		}
		if !found {
			t.Error("the controller is not among the actors")
		}
		t.Logf("run %d: %d requests, %v, %d with a restart; phases %v, %d models, the oldest %v, %d failures", run, s.sent, s.results, s.restarts, w.phases, w.used, w.oldest, len(r.failures()))
		if s.results[messages.TaskTryAgain] == 0 || s.results[messages.TaskSuccess] == 0 {
			t.Errorf("run %d shows little: %v", run, s.results)
		}
	}
}

// trouble injects a fault.
func (s *storm) trouble(r *rand.Rand) {
	s.t.Helper()
	const link, request = "arm/model.model->arm/controller.model", "arm/controller.request->arm/model.request"
	some := func(most int) time.Duration { return time.Duration(1+r.IntN(most)) * time.Millisecond }
	f := []actors.Fault{
		{Kind: actors.FaultPanic, Target: "arm/model"},
		{Kind: actors.FaultPanic, Target: "arm/controller"},
		{Kind: actors.FaultCrashLoop, Target: "arm/model", Duration: some(600)},
		{Kind: actors.FaultDelay, Target: link, Delay: some(200), Duration: some(600)},
		{Kind: actors.FaultDrop, Target: link, Duration: some(300)},
		{Kind: actors.FaultDrop, Target: request, Duration: some(600)},
		{Kind: actors.FaultDelay, Target: request, Delay: some(200), Duration: some(600)},
		{Kind: actors.FaultDrop, Target: "arm/controller.command->arm/plant.command", Duration: some(100)},
	}[r.IntN(8)]
	if err := s.sys.Inject(f); err != nil {
		s.t.Fatal(err)
	}
}
