package wholebody

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// As many requests wait as may, and one is pending beside them: the rest is rejected with try
// again, and is not carried out.
func TestARequestThatHasNoRoomIsNotCarriedOut(t *testing.T) {
	o := fromActor(steady(armOptions()))
	o.Waiting = 64
	r := newRig(t, o, rigOptions{})
	r.start()
	r.run(200 * time.Millisecond)
	if err := r.sys.Inject(actors.Fault{Kind: actors.FaultDrop, Target: "arm/controller.request->arm/model.request", Duration: time.Second}); err != nil {
		t.Fatal(err)
	}
	results, refused := map[messages.TaskResult]int{}, 0
	send := func(q messages.TaskRequest) {
		t.Helper()
		if err := r.sys.Request("arm/controller", q, func(v any, err error) {
			if err != nil {
				t.Errorf("a request is refused: %v", err)
				refused++
				return
			}
			results[v.(messages.TaskReply).Result]++
		}); err != nil {
			t.Fatal(err)
		}
	}
	send(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"})
	r.run(5 * time.Millisecond)
	const all = 64
	for i := range all {
		send(messages.TaskRequest{Verb: messages.TaskSet, Task: "calm", Parameter: "gains.derivative", Numbers: []float64{float64(i + 1)}})
	}
	r.run(2 * time.Second) // what is pending is given up
	carried := 0
	for _, e := range r.events {
		if e.Kind == messages.EventNote && e.Source == "arm/controller" && len(e.Text) > 8 && e.Text[:8] == "request:" {
			carried++
		}
	}
	if n := results[messages.TaskSuccess]; n != carried || n < all-2 || n+results[messages.TaskTryAgain] != all || results[messages.TaskGivenUp] != 1 {
		t.Errorf("of %d requests %d are carried out; the answers are %v, %d without an answer", all, carried, results, refused)
	}
}
