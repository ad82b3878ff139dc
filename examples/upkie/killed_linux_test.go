package upkie

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

var realKills = flag.Int("real-kills", 0, "agent programs that SIGKILL ends in real time; some 1 s each, on a quiet machine")

// seen is what the taps of a run in real time show.
type seen struct {
	mu        sync.Mutex
	balancing bool
	since     time.Time // when balancing last began, as the tap had it
	steepest  float64   // rad
}

func (s *seen) get() (balancing bool, since time.Time, steepest float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.balancing, s.since, s.steepest
}

// Agent programs that SIGKILL ends at random phases, in real time: each time the robot balances on
// board, and it stays up. The test prints the times from the kill to the first step of the ladder.
func TestAgentProgramsThatAreKilledLeaveTheRobotUpright(t *testing.T) {
	if *realKills == 0 {
		t.Skip("times are those of this machine: -args -real-kills 200 runs it; the test of random phases has it in virtual time")
	}
	const seed = 20261127
	rng := rand.New(rand.NewPCG(seed, 1))
	program := filepath.Join(t.TempDir(), "agent")
	if out, err := exec.Command("go", "build", "-o", program, "./agent").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	name := fmt.Sprintf("upkie-killed-%d", os.Getpid())
	s := runReal(t, name)
	var times []float64 // ms, from the kill to the first step of the ladder
	for range *realKills {
		agent := exec.Command(program, "-name", name)
		if err := agent.Start(); err != nil {
			t.Fatal(err)
		}
		s.wait(t, "the agent commands the robot", func(balancing bool, _ time.Time) bool { return !balancing })
		time.Sleep(400*time.Millisecond + time.Duration(rng.IntN(600_000))*time.Microsecond)
		killed := time.Now()
		if err := agent.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = agent.Wait() // it ends by the signal
		s.wait(t, "the robot balances on board", func(balancing bool, since time.Time) bool { return balancing && since.After(killed) })
		_, since, steepest := s.get()
		times = append(times, 1e3*since.Sub(killed).Seconds())
		if steepest > 0.3 {
			t.Fatalf("seed %d: after %d kills the robot leaned by %.3f rad", seed, len(times), steepest)
		}
	}
	slices.Sort(times)
	p := func(q float64) float64 { return times[min(len(times)-1, int(q*float64(len(times))))] }
	_, _, steepest := s.get()
	t.Logf("%d kills: from the kill to the first step of the ladder p50 %.2f ms, p99 %.2f ms, max %.2f ms; the robot leaned by at most %.3f rad",
		len(times), p(0.5), p(0.99), p(1), steepest)
}

// wait waits until what the taps show is as it should be.
func (s *seen) wait(t *testing.T, what string, ready func(balancing bool, since time.Time) bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		balancing, since, _ := s.get()
		if ready(balancing, since) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: not within 30 s", what)
		}
	}
}

// runReal runs the application in real time until the end of the test, with its agent at a name.
func runReal(t *testing.T, name string) *seen {
	t.Helper()
	text, err := os.ReadFile("app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "models"), os.DirFS("models")); err != nil {
		t.Fatal(err)
	}
	file, silent := filepath.Join(folder, "app.yaml"), "          silent_after:"
	named := strings.Replace(string(text), silent, "          agents: [{name: "+name+"}]\n"+silent, 1)
	if err := os.WriteFile(file, []byte(named), 0o600); err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Duration = 0
	sys, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	s := &seen{balancing: true}
	tap(t, sys, "upkie/agent.balancing", func(_ messages.Stamp, v *messages.Switch) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if v.Closed && !s.balancing {
			s.since = time.Now()
		}
		s.balancing = v.Closed
	})
	tap(t, sys, "upkie/orientation.orientation", func(_ messages.Stamp, o *messages.BaseOrientation) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.steepest = max(s.steepest, math.Abs(o.Pitch))
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- sys.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the run ended with %v", err)
		}
	})
	return s
}

func tap[T any](t *testing.T, sys *actors.System, port string, take func(messages.Stamp, *T)) {
	t.Helper()
	if _, err := actors.Tap(sys, port, take); err != nil {
		t.Fatal(err)
	}
}
