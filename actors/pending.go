package actors

// Timers returns how many functions wait for their instant on the system's clock: ends of faults, deadlines, restarts after
// their back-off, timers of actors without a period. It is for checks that nothing stays behind what is over. In virtual
// time it belongs to the goroutine that advances the system.
func (s *System) Timers() int {
	if s.virtual != nil {
		return s.virtual.events.Len()
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
	return a.events.Len()
}
