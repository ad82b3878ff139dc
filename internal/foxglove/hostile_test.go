package foxglove

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// silent connects, subscribes to the first channel and then neither reads nor answers pings.
func silent(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: %s\r\n\r\n", conn.RemoteAddr(), sdkProtocol)
	answer, err := bufio.NewReaderSize(conn, 16).ReadString('\n')
	if err != nil || !strings.Contains(answer, "101") {
		t.Fatalf("the handshake was answered by %q, %v", answer, err)
	}
	text := `{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`
	frame := append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...) // masked with zeros
	if _, err := conn.Write(frame); err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestAClientThatDoesNotReadLosesMessagesAndCostsNobodyElse(t *testing.T) {
	limits := Limits{QueueMessages: 8, QueueBytes: 1 << 20, WriteTimeout: time.Minute, PingPeriod: time.Minute}
	s, h := start(t, Options{Limits: limits})
	id := s.Advertise(JSON("/a", "", ""))
	bad := silent(t, h.URL).LocalAddr().String()
	good := connect(t, h, sdkProtocol)
	good.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
	subscribed(t, s, id, 2)
	payload := make([]byte, 64<<10)
	for i := range 400 { // 25 MiB: more than the buffers of the sockets take
		s.Publish(id, uint64(i), payload)
		good.expectBinary(opMessage) // one at a time: it keeps up
	}
	for _, c := range s.Stats().Clients {
		if c.Waiting > limits.QueueMessages || c.WaitingBytes > limits.QueueBytes {
			t.Errorf("%d messages and %d bytes wait for %s", c.Waiting, c.WaitingBytes, c.Remote)
		}
		if isBad := c.Remote == bad; isBad != (c.Dropped > 0) {
			t.Errorf("%s dropped %d messages", c.Remote, c.Dropped)
		}
	}
	if stats := s.Stats(); stats.Dropped < 100 {
		t.Errorf("only %d messages were dropped in all", stats.Dropped)
	}
}

func TestASlowClientReceivesTheTextThatViewersKnow(t *testing.T) {
	s, h := start(t, Options{Limits: Limits{QueueMessages: 4}})
	id := s.Advertise(JSON("/a", "", ""))
	v := connect(t, h, sdkProtocol)
	v.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
	subscribed(t, s, id, 1)
	payload := make([]byte, 1<<20)
	for i := 0; s.Stats().Dropped == 0; i++ {
		s.Publish(id, uint64(i), payload)
	}
	got := v.expect("status")
	if got["message"] != "Send buffer limit reached" || got["level"] != 1. {
		t.Errorf("got %v", got)
	}
}

func TestAClientThatTakesNothingForTooLongIsDisconnected(t *testing.T) {
	for name, limits := range map[string]Limits{
		"its socket is full":        {WriteTimeout: 50 * time.Millisecond, PingPeriod: time.Minute},
		"it does not answer a ping": {WriteTimeout: 50 * time.Millisecond, PingPeriod: 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			s, h := start(t, Options{Limits: limits})
			id := s.Advertise(JSON("/a", "", ""))
			silent(t, h.URL)
			subscribed(t, s, id, 1)
			payload := make([]byte, 1<<20)
			eventually(t, "the silent client has gone", func() bool {
				if limits.PingPeriod == time.Minute {
					s.Publish(id, 1, payload)
				}
				return len(s.Stats().Clients) == 0
			})
			if slow := s.Stats().Slow; slow != 1 {
				t.Errorf("%d clients counted as slow", slow)
			}
			if s.Wanted(id) {
				t.Error("its subscription is left")
			}
		})
	}
}

func TestAClientThatSendsTooMuchIsDisconnectedAndOthersAreNot(t *testing.T) {
	s, h := start(t, Options{Limits: Limits{MessageBytes: 1000, MessagesPerSecond: 10}})
	good := connect(t, h, sdkProtocol)
	good.expect("serverInfo")
	for _, c := range []struct {
		name   string
		attack func(v *viewer)
		code   websocket.StatusCode
	}{
		{"a message that is too long", func(v *viewer) { v.send(strings.Repeat(" ", 1001)) }, websocket.StatusMessageTooBig},
		{"a flood", func(v *viewer) {
			for v.conn.Write(v.ctx, websocket.MessageText, []byte(`{"op":"unsubscribe"}`)) == nil {
			}
		}, websocket.StatusPolicyViolation},
	} {
		bad := connect(t, h, sdkProtocol)
		done := make(chan struct{})
		go func() { defer close(done); c.attack(bad) }()
		for {
			if _, _, err := bad.conn.Read(bad.ctx); err != nil {
				if code := websocket.CloseStatus(err); code != c.code && code != -1 { // -1: reset while it still wrote
					t.Errorf("%s: closed with %v, want %v", c.name, code, c.code)
				}
				break
			}
		}
		bad.conn.CloseNow()
		<-done
		eventually(t, "the bad client has gone", func() bool { return len(s.Stats().Clients) == 1 })
	}
	s.Status(Info, "still there", "")
	if got := good.expect("status")["message"]; got != "still there" {
		t.Errorf("got %v", got)
	}
}

func TestAFloodOfPingsEndsTheConnection(t *testing.T) {
	s, h := start(t, Options{Limits: Limits{MessagesPerSecond: 10, WriteTimeout: time.Minute, PingPeriod: time.Minute}})
	s.Advertise(JSON("/a", "", ""))
	conn := silent(t, h.URL)
	ping := []byte{0x89, 0x80, 0, 0, 0, 0}
	eventually(t, "the client has gone", func() bool {
		_, _ = conn.Write(ping) // it fails in the end
		return s.Stats().Connected == 1 && len(s.Stats().Clients) == 0
	})
}

func TestAnswersThatNobodyReadsEndTheConnection(t *testing.T) {
	s, h := start(t, Options{Limits: Limits{ControlBytes: 4096, WriteTimeout: time.Minute, PingPeriod: time.Minute}})
	s.Advertise(JSON("/a", "", ""))
	silent(t, h.URL)
	eventually(t, "the client has connected", func() bool { return s.Stats().Connected == 1 })
	text := strings.Repeat("x", 4000)
	eventually(t, "the silent client has gone or its box is full", func() bool {
		s.Status(Info, text, "")
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range s.clients {
			if _, overflowed := c.box.lost(); overflowed {
				c.box.mu.Lock()
				defer c.box.mu.Unlock()
				return c.box.controlWaiting <= 4096
			}
		}
		return len(s.clients) == 0
	})
}

func TestReconnectingClientsLeaveNothingBehind(t *testing.T) {
	s, h := start(t, Options{Parameters: &table{}, Graph: true})
	id := s.Advertise(JSON("/a", "", ""))
	for range 20 {
		v := connect(t, h, sdkProtocol)
		v.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
		subscribed(t, s, id, 1)
		s.Publish(id, 1, []byte("{}"))
		v.conn.CloseNow()
		subscribed(t, s, id, 0)
	}
	eventually(t, "all places are free", func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.past.reserved == 0 && len(s.clients) == 0 })
}
