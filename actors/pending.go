package actors

// Timers implements [System.Timers].
func (s *engine) Timers() int {
	if s.virtual != nil {
		return len(s.virtual.events.heap)
	}
	if r, is := s.clock.(*realClock); is {
		return r.alarms.waiting()
	}
	return 0
}

// waiting counts the functions that wait.
func (a *alarms) waiting() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.events.heap)
}
