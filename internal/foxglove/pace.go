package foxglove

import (
	"sync"
	"time"
)

// budget is a token bucket for the messages of a client.
type budget struct {
	perSecond float64
	tokens    float64
	last      time.Time
}

// burst is the size of a full bucket, in seconds of its average.
const burst = 10

// spend takes a token. It returns false if none is left.
func (b *budget) spend(now time.Time) bool {
	if b.last.IsZero() {
		b.tokens = burst * b.perSecond
	} else {
		b.tokens = min(b.tokens+now.Sub(b.last).Seconds()*b.perSecond, burst*b.perSecond)
	}
	b.last = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// calls counts the running calls of a client by what they call.
type calls struct {
	most    int
	mu      sync.Mutex
	running map[uint32]int
}

// begin takes a place for a call. It returns false if all are taken.
func (c *calls) begin(of uint32) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == nil {
		c.running = map[uint32]int{}
	}
	if c.running[of] >= c.most {
		return false
	}
	c.running[of]++
	return true
}

func (c *calls) end(of uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running[of]--
}

// dropNotice decides when a client hears that messages were dropped for it.
type dropNotice struct {
	reported uint64
	at       time.Time
	shown    bool
}

const (
	noticePeriod = time.Second      // between two notices
	noticeFades  = 10 * time.Second // after the last dropped message
	noticeID     = "send-buffer"
)

// due returns the statuses to send now: a notice where messages were dropped since the last one,
// and its removal where the client has kept up for a while.
func (n *dropNotice) due(now time.Time, dropped uint64) []parcel {
	switch {
	case dropped > n.reported && (!n.shown || now.Sub(n.at) >= noticePeriod):
		n.reported, n.at, n.shown = dropped, now, true
		return []parcel{mustText(statusMessage{"status", Warning, droppedText, noticeID})}
	case n.shown && dropped == n.reported && now.Sub(n.at) >= noticeFades:
		n.shown = false
		return []parcel{mustText(removeStatus{"removeStatus", []string{noticeID}})}
	}
	return nil
}
