package control

import (
	"net"
	"time"
)

// crowd has the open sessions of a server.
type crowd map[net.Conn]*visitor

// visitor is the condition of one session.
type visitor struct {
	process int       // of the client; 0 where the system does not say
	since   time.Time // when the session began to wait for a request
	busy    bool      // a request of the session is carried out
}

// of returns the number of sessions of a process.
func (all crowd) of(process int) (n int) {
	for _, v := range all {
		if v.process == process {
			n++
		}
	}
	return n
}

// leastDeserving returns the session to end for another one: among those without a request, the
// oldest one of the process that has most of them. It returns nil if every session has a request.
func (all crowd) leastDeserving() (least net.Conn) {
	silent := map[int]int{}
	for _, v := range all {
		if !v.busy {
			silent[v.process]++
		}
	}
	waiting := map[net.Conn]bool{} // its request has arrived and is not read yet
	for {
		least = nil
		for c, v := range all {
			if !v.busy && !waiting[c] && (least == nil || less(v, all[least], silent)) {
				least = c
			}
		}
		if least == nil || !unread(least) {
			return least
		}
		waiting[least] = true
	}
}

// less reports whether a deserves its session less than b.
func less(a, b *visitor, silent map[int]int) bool {
	if silent[a.process] != silent[b.process] {
		return silent[a.process] > silent[b.process]
	}
	return a.since.Before(b.since)
}
