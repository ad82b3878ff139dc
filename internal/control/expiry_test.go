package control

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// counting has one verb that changes something, and counts how often it was carried out.
func counting(done *atomic.Int64) map[string]Handler {
	return map[string]Handler{"rearm": {Expires: true, Answer: func(ctx context.Context, _ json.RawMessage) (any, error) {
		if _, has := ctx.Deadline(); !has {
			return nil, fmt.Errorf("the request has no deadline")
		}
		return done.Add(1), nil
	}}}
}

// raw sends lines over one connection and returns the reply to each.
func raw(t *testing.T, path string, lines ...string) (replies []Reply) {
	t.Helper()
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := json.NewDecoder(c)
	for _, line := range lines {
		if _, err := c.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
		var r Reply
		if err := in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		replies = append(replies, r)
	}
	return replies
}

func TestARequestThatChangesSomethingCarriesADeadline(t *testing.T) {
	var done atomic.Int64
	path := listen(t, counting(&done))
	if err := Change(t.Context(), path, "rearm", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := Call(t.Context(), path, "rearm", nil, nil); err == nil || !strings.Contains(err.Error(), "the request rearm has no deadline") {
		t.Errorf("%v; expected that a deadline is missing", err)
	}
	for until, want := range map[string]string{"1": "expired", "-1": "expired", "9223372036854775807": "expected at most 4s", "0": "no deadline"} {
		reply := raw(t, path, `{"verb":"rearm","until_ns":`+until+`}`)[0]
		if !strings.Contains(reply.Error, want) {
			t.Errorf("until %s: %+v; expected %q", until, reply, want)
		}
	}
	if n := done.Load(); n != 1 {
		t.Errorf("carried out %d times, expected once", n)
	}
}

// The context of the client may end before the longest time for which a request is valid.
func TestARequestExpiresWithTheContextOfItsClient(t *testing.T) {
	var left time.Duration
	path := listen(t, map[string]Handler{"rearm": {Expires: true, Answer: func(ctx context.Context, _ json.RawMessage) (any, error) {
		end, _ := ctx.Deadline()
		left = time.Until(end)
		return nil, nil
	}}})
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := Change(ctx, path, "rearm", nil, nil); err != nil {
		t.Fatal(err)
	}
	if left > patience {
		t.Errorf("the request is valid for %v more; its client waits for at most %v", left, patience)
	}
}

// A recorded acknowledgement is worthless once its deadline has passed.
func TestAReplayedRequestExpires(t *testing.T) {
	var done atomic.Int64
	path := listen(t, counting(&done))
	var now time.Duration
	if err := json.Unmarshal(raw(t, path, `{"verb":"clock"}`)[0].Value, &now); err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf(`{"verb":"rearm","until_ns":%d}`, now+time.Millisecond)
	for {
		var later time.Duration
		replies := raw(t, path, line, `{"verb":"clock"}`)
		if err := json.Unmarshal(replies[1].Value, &later); err != nil {
			t.Fatal(err)
		}
		if later < now+time.Millisecond {
			continue
		}
		before := done.Load()
		if reply := raw(t, path, line)[0]; !strings.Contains(reply.Error, "expired") || done.Load() != before {
			t.Errorf("%+v, carried out %d times after the deadline", reply, done.Load()-before)
		}
		return
	}
}

// A client that was ended while the application was paused has left its request in the socket.
func TestARequestWhoseClientHungUpIsNotCarriedOut(t *testing.T) {
	var done atomic.Int64
	path := filepath.Join(t.TempDir(), "a-1.sock")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	for range 3 {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(c, "{\"verb\":\"rearm\",\"until_ns\":%d}\n", validFor-time.Second); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := serve(path, listener, counting(&done))
	if err := Change(t.Context(), path, "rearm", nil, nil); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if n := done.Load(); n != 1 {
		t.Errorf("carried out %d times; expected only the request whose client waited", n)
	}
}
