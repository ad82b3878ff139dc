package foxglove

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestAnOutboxKeepsItsBoundsAndTheNewest compares an outbox with a list that keeps everything.
func TestAnOutboxKeepsItsBoundsAndTheNewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := Limits{QueueMessages: rapid.IntRange(1, 5).Draw(t, "messages"), QueueBytes: rapid.IntRange(1, 50).Draw(t, "bytes")}
		o := newOutbox(limits)
		latched := []*advertised{{id: 100, latched: true, history: 1}, {id: 101, latched: true, history: 1}}
		plain := []*advertised{{id: 1}, {id: 2}}
		published, taken, forgotten := 0, 0, 0
		var last uint64 // log time of the newest message taken
		newest := map[ChannelID]uint64{}
		takenLatched := map[ChannelID]uint64{}
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			now := uint64(i + 1)
			switch rapid.SampledFrom([]string{"publish", "publish", "publish", "latch", "take", "forget", "clear"}).Draw(t, "step") {
			case "publish":
				o.publish(rapid.SampledFrom(plain).Draw(t, "channel"), 1, &message{now, make([]byte, rapid.IntRange(0, 60).Draw(t, "size"))})
				published++
			case "latch":
				a := rapid.SampledFrom(latched).Draw(t, "channel")
				o.publish(a, uint32(a.id), &message{now, make([]byte, 100)})
				newest[a.id] = now
			case "take":
				p, waits := o.next()
				switch {
				case !waits:
				case p.subscription >= 100:
					takenLatched[ChannelID(p.subscription)] = p.message.logTime
				default:
					if p.message.logTime <= last {
						t.Fatalf("message %d came after %d", p.message.logTime, last)
					}
					last = p.message.logTime
					taken++
				}
			case "forget":
				before := len(o.data)
				o.forget(plain[0])
				forgotten += before - len(o.data)
			case "clear":
				forgotten += len(o.data)
				o.clear()
			}
			size := 0
			for _, d := range o.data {
				size += len(d.message.payload)
			}
			if size != o.dataBytes || size > limits.QueueBytes || len(o.data) > limits.QueueMessages || len(o.latched) > len(latched) {
				t.Fatalf("%d messages of %d bytes wait (counted as %d bytes), and %d latched ones", len(o.data), size, o.dataBytes, len(o.latched))
			}
			if all := taken + forgotten + len(o.data) + int(o.dropped); all != published {
				t.Fatalf("%d published, %d accounted for", published, all)
			}
		}
		for {
			p, waits := o.next()
			if !waits {
				break
			}
			if p.subscription >= 100 {
				takenLatched[ChannelID(p.subscription)] = p.message.logTime
			}
		}
		if fmt.Sprint(takenLatched) != fmt.Sprint(newest) {
			t.Fatalf("the newest latched messages are %v, and %v arrived", newest, takenLatched)
		}
	})
}

func TestAnnouncementsGoBeforeTimeAndTimeBeforeMessages(t *testing.T) {
	o := newOutbox(Limits{}.withDefaults())
	o.publish(&advertised{id: 1}, 1, &message{1, nil})
	o.publish(&advertised{id: 2, latched: true}, 2, &message{1, nil})
	o.setTime(1)
	o.setTime(2)
	o.send(parcel{bytes: []byte("a")})
	o.send(parcel{bytes: []byte("b")})
	var got []string
	for p, waits := o.next(); waits; p, waits = o.next() {
		got = append(got, fmt.Sprintf("%x", p.encoded(nil)))
	}
	want := "[61 62 020200000000000000 01020000000100000000000000 01010000000100000000000000]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v\nwant %s", got, want)
	}
}

func TestADropNoticeComesOnceASecondAndGoesWhenTheClientKeepsUp(t *testing.T) {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var n dropNotice
	for _, step := range []struct {
		after   time.Duration
		dropped uint64
		notices int
	}{
		{0, 0, 0}, {0, 3, 1}, {500 * time.Millisecond, 9, 0}, {time.Second, 9, 1}, {2 * time.Second, 9, 0}, {11 * time.Second, 9, 1}, {30 * time.Second, 9, 0}, {31 * time.Second, 10, 1},
	} {
		if got := n.due(begin.Add(step.after), step.dropped); len(got) != step.notices {
			t.Errorf("after %v with %d dropped: %d notices, want %d", step.after, step.dropped, len(got), step.notices)
		}
	}
}

func TestABudgetAllowsABurstAndThenItsAverage(t *testing.T) {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	b := budget{perSecond: 10}
	allowed := func(at time.Duration) (count int) {
		for b.spend(begin.Add(at)) {
			count++
		}
		return count
	}
	if got := allowed(0); got != 100 {
		t.Errorf("a burst of %d", got)
	}
	if got := allowed(time.Second); got != 10 {
		t.Errorf("%d after a second", got)
	}
	if got := allowed(time.Hour); got != 100 {
		t.Errorf("%d after an hour", got)
	}
}
