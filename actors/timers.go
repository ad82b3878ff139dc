package actors

import "github.com/robo-actors/robo-actors/messages"

// timers are the keyed timers of one actor. They are few, so a list serves; it keeps the order in which timers of one
// instant were set.
type timers struct {
	list []timer
	set_ uint64
}

type timer struct {
	key     string
	at      messages.Instant
	order   uint64
	message any
}

// set starts a timer, in place of one with the same key.
func (t *timers) set(key string, at messages.Instant, message any) {
	t.cancel(key)
	t.set_++
	t.list = append(t.list, timer{key, at, t.set_, message})
}

// cancel reports whether there was such a timer.
func (t *timers) cancel(key string) bool {
	for i := range t.list {
		if t.list[i].key == key {
			t.list = append(t.list[:i], t.list[i+1:]...)
			return true
		}
	}
	return false
}

// due removes and returns the message of the earliest timer that is due.
func (t *timers) due(now messages.Instant) (any, bool) {
	first := t.first()
	if first < 0 || t.list[first].at > now {
		return nil, false
	}
	message := t.list[first].message
	t.list = append(t.list[:first], t.list[first+1:]...)
	return message, true
}

func (t *timers) earliest() (messages.Instant, bool) {
	if first := t.first(); first >= 0 {
		return t.list[first].at, true
	}
	return 0, false
}

func (t *timers) first() int {
	first := -1
	for i := range t.list {
		if first < 0 || t.list[i].at < t.list[first].at || t.list[i].at == t.list[first].at && t.list[i].order < t.list[first].order {
			first = i
		}
	}
	return first
}

func (t *timers) clear() { t.list = nil }
