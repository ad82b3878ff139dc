package foxglove

import (
	"cmp"
	"slices"
)

// Stats are counts of a server.
type Stats struct {
	// Clients that are connected, by their address.
	Clients []ClientStats
	// Connected and Refused count connections since the start.
	Connected, Refused uint64
	// Dropped counts messages that were lost because a client was too slow, since the start.
	Dropped uint64
	// Slow counts clients that were disconnected because they did not read.
	Slow uint64

	reserved int // places that are taken
}

// ClientStats are counts of one client.
type ClientStats struct {
	Remote, Protocol string
	Subscriptions    int
	// Waiting messages and their size.
	Waiting, WaitingBytes int
	Dropped               uint64
}

// Stats returns the counts of now.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	stats := s.past
	for c := range s.clients {
		one := ClientStats{Remote: c.remote, Protocol: c.protocol(), Subscriptions: len(c.numbers)}
		one.Waiting, one.WaitingBytes = c.box.waiting()
		one.Dropped, _ = c.box.lost()
		stats.Dropped += one.Dropped
		stats.Clients = append(stats.Clients, one)
	}
	slices.SortFunc(stats.Clients, func(a, b ClientStats) int { return cmp.Compare(a.Remote, b.Remote) })
	return stats
}
