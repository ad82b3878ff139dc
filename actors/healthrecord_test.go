package actors

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// healthJournal records the health of the actors.
type healthJournal struct {
	*hashing
	journal
}

func (r *healthJournal) Health(at messages.Instant, all []messages.Health) {
	text := at.String()
	for _, h := range all {
		text += fmt.Sprintf(" %s %s %d", h.Actor, h.State, h.Ticks)
	}
	r.add("%s", text)
}

func TestARecorderReceivesTheHealthOfActorsFiveTimesASecondAndAtTheEnd(t *testing.T) {
	r := &healthJournal{hashing: newHashing()}
	sys := virtual(t, pair(counting(), counting(), 0), WithRecorder(r))
	advance(t, sys, 150*ms)
	advance(t, sys, 350*ms)
	stop(t, sys)
	r.wants(t,
		"0.200000s w/a_source running 20 w/b_sink running 20",
		"0.400000s w/a_source running 40 w/b_sink running 40",
		"0.500000s w/a_source stopped 51 w/b_sink stopped 51")
}

func TestARecorderReceivesOneReportOfALongTimeInWhichNothingHappens(t *testing.T) {
	r := &healthJournal{hashing: newHashing()}
	sys := virtual(t, Application{Actors: []Spec{(&script{}).spec("w/a", 0)}}, WithRecorder(r))
	advance(t, sys, time.Hour)
	advance(t, sys, time.Second)
	stop(t, sys)
	r.wants(t, "0.200000s w/a running 0", "3600.200000s w/a running 0", "3601.000000s w/a stopped 0")
}

func TestARecorderReceivesTheHealthOfActorsInRealTime(t *testing.T) {
	r := &healthJournal{hashing: newHashing()}
	sys := started(t, Application{Actors: []Spec{counting().spec("w/a", 10*ms)}}, WithRecorder(r))
	eventually(t, "it is recorded twice", func() bool { return len(r.all()) >= 2 })
	stop(t, sys)
	lines := r.all()
	if last := lines[len(lines)-1]; !strings.Contains(last, "w/a stopped") || !strings.Contains(lines[0], "w/a running") {
		t.Errorf("it recorded\n%s", r)
	}
}
