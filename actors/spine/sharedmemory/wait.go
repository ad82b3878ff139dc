package sharedmemory

import (
	"runtime"
	"time"
)

// Lengths of the waits for the other end, which may be a program that wakes nobody: a short while
// awake, then pauses that double.
const (
	awake        = 50 * time.Microsecond
	firstPause   = 50 * time.Microsecond
	longestPause = time.Millisecond
)

// Wait blocks until a request arrives, at most for a time, and returns it. If the time is up, it
// returns None, and ErrLost if another process truncated or removed one of the files. Loops that
// advance simulated time by requests call it. Close ends it with ErrClosed.
func (s *Server) Wait(within time.Duration) (Request, error) {
	begin, pause := time.Now(), firstPause
	for {
		request, word, err := s.pending()
		if err != nil || request != None {
			return request, err
		}
		waited := time.Since(begin)
		switch {
		case waited >= within:
			return None, s.Check()
		case waited < awake:
			runtime.Gosched()
		default:
			s.sleep(word, min(pause, within-waited))
			pause = min(2*pause, longestPause)
		}
	}
}

// pending returns what an agent asks for, and the number in the file. It returns None where the
// file has no request, and where it has Error: that is an answer of the spine.
func (s *Server) pending() (Request, uint32, error) {
	request, err := s.Request()
	word := uint32(request)
	if request == Error {
		request = None
	}
	return request, word, err
}

// sleep waits until the word changes. It holds no lock: memory that Close unmaps meanwhile ends the
// system call early, at the latest when the time is up.
func (s *Server) sleep(word uint32, within time.Duration) {
	r, err := s.enter()
	s.mu.Unlock()
	if err == nil {
		r.wait(requestOffset, word, within)
	}
}
