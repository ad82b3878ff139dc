package session

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/actors/view/viewtest"
)

// get returns the status and the text of a page of a view.
func get(t *testing.T, ctx context.Context, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// metric returns the value of a metric without labels, or the sum of its series.
func metric(t *testing.T, ctx context.Context, address, name string) (sum float64) {
	t.Helper()
	_, text := get(t, ctx, address+"metrics")
	for line := range strings.Lines(text) {
		series, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if series == name || strings.HasPrefix(series, name+"{") {
			v, err := strconv.ParseFloat(value[strings.LastIndex(value, " ")+1:], 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			sum += v
		}
	}
	return sum
}

func TestAProgramThatMonitorsARunGetsItsMetricsAndItsHealth(t *testing.T) {
	ctx, address := viewed(t, example, view.Options{})
	for metric(t, ctx, address, "robo_actors_actor_running") < 10 {
		if ctx.Err() != nil {
			t.Fatal("the actors do not run")
		}
	}
	first := metric(t, ctx, address, "robo_actors_ticks_total")
	for metric(t, ctx, address, "robo_actors_ticks_total") == first {
		if ctx.Err() != nil {
			t.Fatal("the ticks do not grow")
		}
	}
	status, text := get(t, ctx, address+"healthz")
	if (status != http.StatusOK) != strings.Contains(text, `"status": "failing"`) || !strings.Contains(text, `"application": "mobile_manipulator"`) {
		t.Errorf("/healthz is %d: %s", status, text)
	}
	if status, text := get(t, ctx, address+"debug/pprof/heap"); status != http.StatusNotFound {
		t.Errorf("a view that nobody asked for profiles answers %d: %.80s", status, text)
	}
}

func TestProfilesAreServedOnRequest(t *testing.T) {
	ctx, address := viewed(t, example, view.Options{Profiles: true})
	if status, text := get(t, ctx, address+"debug/pprof/goroutine?debug=1"); status != http.StatusOK || !strings.Contains(text, "goroutine profile") {
		t.Errorf("%d: %.80s", status, text)
	}
}

// TestTwentyViewersOfWhichTenMisbehaveShareARun runs an application in real time with ten viewers
// that read, five that do not, and five that keep reconnecting.
func TestTwentyViewersOfWhichTenMisbehaveShareARun(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs the pace of a program without the race detector")
	}
	const readers, deafs, reconnecting = 10, 5, 5
	ctx, address := viewed(t, calmExample(t), view.Options{}, WithDuration(time.Hour))
	topics := []string{"/tf", "/scene/robots", "/status", "health", "/log", "events", "whole_body/perception.snapshot", "whole_body/controller.command"}
	var good []*viewtest.Viewer
	for range readers {
		v := connect(t, ctx, address, "")
		if err := v.Subscribe(ctx, topics...); err != nil {
			t.Fatal(err)
		}
		good = append(good, v)
	}
	for range deafs {
		conn, err := viewtest.Deaf(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	restless, rest := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer rest()
	for range reconnecting {
		wait.Go(func() {
			for restless.Err() == nil {
				v, err := viewtest.Connect(restless, strings.Replace(address, "http", "ws", 1)+"ws", http.Header{}, nil)
				if err != nil {
					continue
				}
				_ = v.Subscribe(restless, topics...) // it may go before it has subscribed to everything
				v.Close()
			}
		})
	}

	const limit = (readers + deafs + reconnecting) * (512 + 2*1000 + 64) // queues, histories, latched messages
	dropped, connected := 0.0, 0.0
	for dropped < 100 || connected < 50 {
		dropped, connected = metric(t, ctx, address, "robo_actors_viewer_messages_dropped_total"), metric(t, ctx, address, "robo_actors_viewers_connected_total")
		if waiting := metric(t, ctx, address, "robo_actors_viewer_messages_waiting"); waiting > limit {
			t.Fatalf("%g messages wait for the viewers, at most %d are allowed", waiting, limit)
		}
		if ctx.Err() != nil {
			t.Fatalf("%g messages were dropped and %g viewers have connected; expected more", dropped, connected)
		}
		time.Sleep(50 * time.Millisecond)
	}
	ticks := metric(t, ctx, address, "robo_actors_ticks_total")
	for _, v := range good {
		v.Forget()
	}
	for i, v := range good {
		if _, err := v.Messages(ctx, "/tf", 10); err != nil {
			t.Errorf("viewer %d, which reads, gets nothing more: %v", i, err)
		}
	}
	if now := metric(t, ctx, address, "robo_actors_ticks_total"); now <= ticks {
		t.Errorf("the actors have %g ticks, and had %g", now, ticks)
	}
	t.Logf("%g messages dropped for %d viewers that do not read, %g connections", dropped, deafs, connected)
}
