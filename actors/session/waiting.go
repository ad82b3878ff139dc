package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors/session/report"
)

// Waiting returns what actors have waited for longer than a second before joints run, the oldest
// first.
func (s *Session) Waiting() []report.Waiting {
	s.observer.mu.Lock()
	defer s.observer.mu.Unlock()
	return s.observer.waits.Now()
}

// WaitingLine returns what is waited for as a part of a status line, or nothing.
func (s *Session) WaitingLine() string {
	all := s.Waiting()
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0].Actor + " " + all[0].Text
	}
	return fmt.Sprintf("%s %s (and %d more)", all[0].Actor, all[0].Text, len(all)-1)
}

// reasonOf returns what a gate waits for before a joint runs, and takes it from the list.
func reasonOf(gate, joint string, all *[]report.Waiting) string {
	for i, w := range *all {
		if w.Actor == gate && w.Joint == joint {
			*all = append((*all)[:i:i], (*all)[i+1:]...)
			return w.Text
		}
	}
	return ""
}
