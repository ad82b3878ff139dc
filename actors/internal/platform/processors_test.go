package platform

import (
	"runtime"
	"sync"
	"testing"
)

func TestGoProcessorsAreGivenBackOnce(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	first, second := AddProcessors(2), AddProcessors(3)
	if now := runtime.GOMAXPROCS(0); now != before+5 {
		t.Errorf("%d Go processors, expected %d", now, before+5)
	}
	first()
	first()
	if now := runtime.GOMAXPROCS(0); now != before+3 {
		t.Errorf("%d Go processors after one gave back twice, expected %d", now, before+3)
	}
	second()
	if now := runtime.GOMAXPROCS(0); now != before {
		t.Errorf("%d Go processors at the end, expected %d", now, before)
	}
}

func TestManyMayAddGoProcessorsAtOnce(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { AddProcessors(1)() })
	}
	wait.Wait()
	if now := runtime.GOMAXPROCS(0); now != before {
		t.Errorf("%d Go processors at the end, expected %d", now, before)
	}
}
