package foxglove

import "sync"

// outbox is what waits for one client. Its lock is held for a few instructions, never while anybody
// writes to a socket.
type outbox struct {
	messages, bytes, controlBytes int // limits

	mu      sync.Mutex
	control []parcel // announcements and answers, in order; none may be lost
	latched []data   // the newest message of each latched channel
	history []data   // kept messages of channels for a new subscription
	data    []data   // messages of other channels, the oldest first

	dataBytes, controlWaiting int
	time                      uint64 // ns
	hasTime                   bool
	dropped                   uint64
	overflowed                bool // control has been lost: the client must go
	writing                   bool // the writer has taken something and has not come back

	wake chan struct{} // has room for one
}

// parcel is a WebSocket message on its way: bytes, or a message of a channel that is yet to be
// encoded.
type parcel struct {
	binary       bool
	bytes        []byte
	message      *message
	subscription uint32
}

// encoded returns the bytes of the parcel, in buffer where they are yet to be encoded.
func (p parcel) encoded(buffer []byte) []byte {
	if p.message == nil {
		return p.bytes
	}
	return appendMessage(buffer[:0], p.subscription, p.message)
}

// data is a message of a channel on its way to a subscription.
type data struct {
	channel      *advertised
	subscription uint32
	message      *message
}

func newOutbox(l Limits) *outbox {
	return &outbox{messages: l.QueueMessages, bytes: l.QueueBytes, controlBytes: l.ControlBytes, wake: make(chan struct{}, 1)}
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// publish adds a message, and drops the oldest where there is no room.
func (o *outbox) publish(channel *advertised, subscription uint32, m *message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.signal()
	d := data{channel, subscription, m}
	if channel.latched {
		o.latch(d)
		return
	}
	if len(m.payload) > o.bytes {
		o.dropped++
		return
	}
	for len(o.data) >= o.messages || o.dataBytes+len(m.payload) > o.bytes {
		o.takeOldest()
		o.dropped++
	}
	o.data = append(o.data, d)
	o.dataBytes += len(m.payload)
}

// replay adds the kept messages of a channel for a new subscription. A channel is subscribed once,
// and forget removes what waits, so that no client gets more to wait than all channels keep.
func (o *outbox) replay(channel *advertised, subscription uint32, kept []*message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.signal()
	for _, m := range kept {
		if d := (data{channel, subscription, m}); channel.latched {
			o.latch(d)
		} else {
			o.history = append(o.history, d)
		}
	}
}

// takeOldest removes the oldest message and returns it.
func (o *outbox) takeOldest() data {
	d := o.data[0]
	o.data[0] = data{}
	o.data = o.data[1:]
	o.dataBytes -= len(d.message.payload)
	return d
}

// latch replaces the waiting message of a latched channel. That loses nothing: only the newest
// counts.
func (o *outbox) latch(d data) {
	for i := range o.latched {
		if o.latched[i].channel == d.channel {
			o.latched[i] = d
			return
		}
	}
	o.latched = append(o.latched, d)
}

// send adds an announcement or an answer, which must not be lost.
func (o *outbox) send(p parcel) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.signal()
	if o.controlWaiting+len(p.bytes) > o.controlBytes {
		o.overflowed = true
		return
	}
	o.control = append(o.control, p)
	o.controlWaiting += len(p.bytes)
}

// setTime replaces the waiting time.
func (o *outbox) setTime(ns uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.time, o.hasTime = ns, true
	o.signal()
}

// forget drops what waits of a channel, without counting: the client no longer wants it.
func (o *outbox) forget(channel *advertised) {
	o.filter(func(d data) bool { return d.channel != channel })
}

// clear drops the messages that wait, except those of latched channels, without counting.
func (o *outbox) clear() {
	o.filter(func(d data) bool { return d.channel.latched })
}

func (o *outbox) filter(keep func(data) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.dataBytes = 0
	o.data, o.latched, o.history = filtered(o.data, keep), filtered(o.latched, keep), filtered(o.history, keep)
	for _, d := range o.data {
		o.dataBytes += len(d.message.payload)
	}
}

func filtered(all []data, keep func(data) bool) []data {
	var kept []data
	for _, d := range all {
		if keep(d) {
			kept = append(kept, d)
		}
	}
	return kept
}

// next takes what the client gets next. It returns false where nothing waits. Announcements go
// before the time, the time before messages, and kept messages before others.
func (o *outbox) next() (p parcel, waits bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p, waits = o.take()
	o.writing = waits
	return p, waits
}

func (o *outbox) take() (parcel, bool) {
	switch {
	case len(o.control) > 0:
		p := o.control[0]
		o.control[0] = parcel{}
		o.control = o.control[1:]
		o.controlWaiting -= len(p.bytes)
		return p, true
	case o.hasTime:
		o.hasTime = false
		return parcel{binary: true, bytes: appendTime(nil, o.time)}, true
	case len(o.latched) > 0:
		d := o.latched[0]
		o.latched = append(o.latched[:0], o.latched[1:]...)
		return parcel{binary: true, message: d.message, subscription: d.subscription}, true
	case len(o.history) > 0:
		d := o.history[0]
		o.history[0] = data{}
		o.history = o.history[1:]
		return parcel{binary: true, message: d.message, subscription: d.subscription}, true
	case len(o.data) > 0:
		d := o.takeOldest()
		return parcel{binary: true, message: d.message, subscription: d.subscription}, true
	}
	return parcel{}, false
}

// lost returns the number of dropped messages, and whether an announcement was lost.
func (o *outbox) lost() (dropped uint64, overflowed bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.dropped, o.overflowed
}

// empty reports whether nothing waits and nothing is being written.
func (o *outbox) empty() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.control)+len(o.latched)+len(o.history)+len(o.data) == 0 && !o.hasTime && !o.writing
}

// waiting returns the number of messages that wait, and their size.
func (o *outbox) waiting() (messages, bytes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	bytes = o.dataBytes
	for _, more := range [][]data{o.latched, o.history} {
		for _, d := range more {
			bytes += len(d.message.payload)
		}
	}
	return len(o.data) + len(o.latched) + len(o.history), bytes
}
