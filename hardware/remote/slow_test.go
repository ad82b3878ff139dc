package remote

import (
	"bytes"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// unread is a connection of a peer that sends one frame and does not read the answer.
type unread struct {
	net.Conn
	frame   []byte
	writing chan struct{} // closed once the server sends the answer
	done    chan struct{}
}

func (u *unread) Read(into []byte) (int, error) {
	if u.frame == nil {
		<-u.done
		return 0, io.EOF
	}
	n := copy(into, u.frame)
	u.frame = nil
	return n, nil
}

func (u *unread) Write([]byte) (int, error) {
	close(u.writing)
	<-u.done
	return 0, os.ErrDeadlineExceeded
}

func (u *unread) SetWriteDeadline(time.Time) error { return nil }
func (u *unread) Close() error                     { return nil }

// A peer that sends and never reads cost every other one 10 ms a frame: fifteen of them stalled a
// bus for longer than its watchdog waits.
func TestAnAnswerThatFindsNoRoomHoldsNoDrives(t *testing.T) {
	s, err := Listen(newRecorder(2), "udp:127.0.0.1:0", still, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer s.shut()
	var peers []*unread
	for range maxConnections {
		u := &unread{frame: seal(begin(nil, head{kind: exchange, session: 1, sequence: 1})), writing: make(chan struct{}), done: make(chan struct{})}
		peers = append(peers, u)
		s.admit(u)
		go s.serve(u)
		<-u.writing
	}
	answered := make(chan []byte, 1)
	go func() {
		answered <- s.handle(nil, seal(appendText(begin(nil, head{kind: hello, sequence: 1}), "bus")), nil)
	}()
	select {
	case answer := <-answered:
		if h, _, err := opened(answer); err != nil || h.kind != welcome {
			t.Errorf("%+v, %v", h, err)
		}
	case <-time.After(time.Minute):
		t.Error("the drives wait for peers that do not read")
	}
	for _, u := range peers {
		close(u.done)
	}
	s.done.Wait()
}

// The answer is a copy: the next frame, of another connection, may come before it is sent.
func TestAnAnswerSurvivesTheNextFrame(t *testing.T) {
	s, err := Listen(newRecorder(2), "udp:127.0.0.1:0", still, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer s.shut()
	hello := func(name string) []byte { return seal(appendText(begin(nil, head{kind: hello, sequence: 1}), name)) }
	first := s.handle(nil, hello("bus"), nil)
	kept := bytes.Clone(first)
	s.handle(nil, hello("another bus"), nil)
	if !bytes.Equal(first, kept) || len(first) == 0 {
		t.Error("the answer changed before it was sent")
	}
	if h, r, err := opened(first); err != nil || h.kind != welcome || len(r.drives()) != 2 {
		t.Errorf("%+v, %v", h, err)
	}
}
