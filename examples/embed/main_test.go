package main

import (
	"context"
	"encoding/json"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/messages"
)

const file = "../mobile_manipulator/app.yaml"

// The base stands for 0.2 s and then follows the gripper straight on. Where the machine is too busy
// for the rates of the file, the base is stopped instead, and the answer says so by its mode.
func TestTheProgramAnswersWhereTheBaseIs(t *testing.T) {
	defer goleak.VerifyNone(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, file, 0, listener) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var answers []State
	for len(answers) == 0 || answers[len(answers)-1].TimeS < 1.5 {
		select {
		case err := <-ended:
			t.Fatalf("the program ended after %d answers: %v", len(answers), err)
		case <-time.After(50 * time.Millisecond):
		}
		if s, known := ask(t, client, "http://"+listener.Addr().String()+"/state"); known {
			answers = append(answers, s)
		}
	}
	checkAnswers(t, answers)
	cancel() // as Ctrl-C does
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := client.Get("http://" + listener.Addr().String() + "/state"); err == nil {
		t.Error("the endpoint still answers after the end")
	}
}

// checkAnswers looks at what was answered in the first seconds of the path.
func checkAnswers(t *testing.T, answers []State) {
	t.Helper()
	stopped := false
	for i, s := range answers {
		stopped = stopped || s.TimeS > 0.3 && s.Mode != "run"
		if i > 0 && s.TimeS < answers[i-1].TimeS {
			t.Errorf("time went back from %v s to %v s", answers[i-1].TimeS, s.TimeS)
		}
		if math.Abs(s.YM) > 0.02 || s.XM < -0.02 || s.XM > 0.5 {
			t.Errorf("the base is at %+v; expected it on its way straight on", s)
		}
	}
	last := answers[len(answers)-1]
	switch {
	case stopped:
		t.Logf("the machine was too busy, and the base was stopped: %+v", last)
	case last.XM < 0.02:
		t.Errorf("the base does not move in mode run: %+v", last)
	}
}

// ask returns the state, and false before the first one.
func ask(t *testing.T, client *http.Client, url string) (s State, known bool) {
	t.Helper()
	answer, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusServiceUnavailable {
		return s, false
	}
	if err := json.NewDecoder(answer.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s, true
}

func TestTheProgramHasALiveView(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	answered := 0
	look := session.WithViewAddresses(func(urls []string) {
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
		for _, url := range urls {
			answer, err := client.Get(url)
			if err != nil {
				t.Error(err)
				continue
			}
			if answer.Body.Close(); answer.StatusCode == http.StatusOK {
				answered++
			}
		}
	})
	if err := run(context.Background(), file, 100*time.Millisecond, listener, session.WithView(view.Options{Address: "127.0.0.1:0"}), look); err != nil {
		t.Fatal(err)
	}
	if answered == 0 {
		t.Error("the view does not answer")
	}
}

func TestTheProgramEndsByItselfAndIsRecorded(t *testing.T) {
	defer goleak.VerifyNone(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	recording := filepath.Join(t.TempDir(), "run.mcap")
	if err := run(context.Background(), file, 100*time.Millisecond, listener, session.WithRecording(recording)); err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Channel("mobile_base/controller.state"); err != nil {
		t.Error(err)
	}
}

func TestAMissingFileStartsNothing(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := run(context.Background(), "missing.yaml", time.Second, listener); err == nil || !strings.Contains(err.Error(), "missing.yaml") {
		t.Errorf("error %v, expected one that names missing.yaml", err)
	}
}

func TestTheAnswerHasUnitsInItsNames(t *testing.T) {
	var newest atomic.Pointer[State]
	server := httptest.NewServer(handler(&newest))
	defer server.Close()
	if _, known := ask(t, server.Client(), server.URL+"/state"); known {
		t.Error("there is an answer before the first state")
	}
	newest.Store(stateOf(messages.Stamp{Time: messages.Instant(1500 * time.Millisecond)},
		messages.VirtualState{Position: []float64{1, 2, 3}, Velocity: []float64{4, 5, 6}, Mode: messages.ModeDamp}))
	want := State{TimeS: 1.5, XM: 1, YM: 2, Theta: 3, VXMS: 4, VYMS: 5, OmegaS: 6, Mode: "damp"}
	if got, _ := ask(t, server.Client(), server.URL+"/state"); got != want {
		t.Errorf("got %+v, expected %+v", got, want)
	}
}
