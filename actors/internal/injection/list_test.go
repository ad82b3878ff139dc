package injection

import (
	"fmt"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestAListOfFaultsIsChangedByManyAtOnce(t *testing.T) {
	var l List[int]
	done := make(chan bool)
	for range 4 {
		go func() {
			ok := true
			for range testkit.Scaled(5000) {
				f := new(int)
				l.Add(f)
				ok = l.Remove(f) && !l.Remove(f) && ok
			}
			done <- ok
		}()
	}
	for range 4 {
		if !<-done {
			t.Error("a fault was lost, or removed twice")
		}
	}
	if all := l.Load(); all != nil {
		t.Errorf("%v are left", fmt.Sprint(all))
	}
}
