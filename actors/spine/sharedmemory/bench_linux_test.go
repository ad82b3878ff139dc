package sharedmemory

import (
	"os"
	"testing"
)

// A cycle of a spine with an agent that posts in each: request, read, reply, publish.
func BenchmarkCycle(b *testing.B) {
	folder := inMemory(b)
	s, c := create(b, folder, 0), connect(b, folder, patient)
	action, observation, buffer := make([]byte, 400), make([]byte, 2600), make([]byte, 1<<16)
	b.ReportAllocs()
	for b.Loop() {
		check(b, c.Post(Action, action))
		if request, err := s.Request(); request != Action || err != nil {
			b.Fatal(request, err)
		}
		if _, err := s.Read(buffer); err != nil {
			b.Fatal(err)
		}
		check(b, s.Publish(1, observation))
		check(b, s.Reply(None, observation))
	}
}

// A step of an agent and its answer, in lock-step.
func BenchmarkStep(b *testing.B) {
	folder := inMemory(b)
	s, c := create(b, folder, 0), connect(b, folder, patient)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		buffer, observation := make([]byte, 1<<16), make([]byte, 2600)
		for {
			request, err := s.Wait(patient)
			if err != nil || request == Stop {
				return
			}
			if _, err := s.Read(buffer); err != nil || s.Reply(None, observation) != nil {
				return
			}
		}
	}()
	action, buffer := make([]byte, 400), make([]byte, 1<<16)
	for b.Loop() {
		if _, err := c.Call(b.Context(), Action, action, buffer); err != nil {
			b.Fatal(err)
		}
	}
	check(b, c.Stop(b.Context()))
	<-ended
}

func BenchmarkRequest(b *testing.B) {
	s := create(b, inMemory(b), 0)
	for b.Loop() {
		if _, err := s.Request(); err != nil {
			b.Fatal(err)
		}
	}
}

// A spine restores a file in one of its cycles.
func BenchmarkRestore(b *testing.B) {
	s := create(b, inMemory(b), 0)
	for b.Loop() {
		check(b, os.Remove(s.Path()))
		check(b, s.Restore())
	}
}
