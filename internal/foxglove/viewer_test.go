package foxglove

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds the wait for what must come; no test asserts how fast it comes.
const patience = 20 * time.Second

// start serves a server on a loopback port until the test ends.
func start(t *testing.T, options Options) (*Server, *httptest.Server) {
	t.Helper()
	s := New(options)
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	t.Cleanup(s.Close)
	return s, h
}

// viewer is the client side of the protocol, for tests.
type viewer struct {
	t    *testing.T
	conn *websocket.Conn
	ctx  context.Context
}

func connect(t *testing.T, h *httptest.Server, subprotocol string) *viewer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, h.URL, &websocket.DialOptions{Subprotocols: []string{subprotocol}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(-1)
	return &viewer{t, conn, ctx}
}

// message reads the next message: its op and fields if it is text, its bytes if it is binary.
func (v *viewer) message() (fields map[string]any, binary []byte) {
	v.t.Helper()
	kind, bytes, err := v.conn.Read(v.ctx)
	if err != nil {
		v.t.Fatal("read: ", err)
	}
	if kind == websocket.MessageBinary {
		return nil, bytes
	}
	if err := json.Unmarshal(bytes, &fields); err != nil {
		v.t.Fatalf("the server sent %q: %v", bytes, err)
	}
	return fields, nil
}

// expect skips messages until a text message with that op.
func (v *viewer) expect(op string) map[string]any {
	v.t.Helper()
	for {
		if fields, _ := v.message(); fields["op"] == op {
			return fields
		}
	}
}

// expectBinary skips messages until a binary one with that opcode, and returns what follows it.
func (v *viewer) expectBinary(opcode byte) []byte {
	v.t.Helper()
	for {
		if _, bytes := v.message(); len(bytes) > 0 && bytes[0] == opcode {
			return bytes[1:]
		}
	}
}

func (v *viewer) send(message string) {
	v.t.Helper()
	if err := v.conn.Write(v.ctx, websocket.MessageText, []byte(message)); err != nil {
		v.t.Fatal("write: ", err)
	}
}

func (v *viewer) sendBinary(bytes []byte) {
	v.t.Helper()
	if err := v.conn.Write(v.ctx, websocket.MessageBinary, bytes); err != nil {
		v.t.Fatal("write: ", err)
	}
}

// call sends a call of a service.
func (v *viewer) call(service, call uint32, encoding, payload string) {
	v.t.Helper()
	v.sendBinary(callBytes(service, call, encoding, payload))
}

func callBytes(service, call uint32, encoding, payload string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte{opServiceCall}, service)
	b = binary.LittleEndian.AppendUint32(b, call)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(encoding)))
	return append(append(b, encoding...), payload...)
}

// subscribed waits until the server has that many subscribers of a channel.
func subscribed(t *testing.T, s *Server, id ChannelID, count int) {
	t.Helper()
	eventually(t, "the channel has its subscribers", func() bool {
		a := s.channel(id)
		return a != nil && len(*a.subscribers.Load()) == count
	})
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain until %s", patience, what)
		}
	}
}
