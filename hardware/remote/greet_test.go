package remote

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
)

// helloOf is the hello with which somebody asks for a session.
func helloOf(asker uint64) []byte {
	return seal(appendText(begin(nil, head{kind: hello, session: asker, sequence: 1}), "bus"))
}

// welcomed hands a hello over, and returns the session that the answer names; 0 where there is no
// answer.
func welcomed(t *testing.T, s *station, asker, fresh uint64) uint64 {
	t.Helper()
	answer := s.handle(helloOf(asker), 0, fresh)
	if answer == nil {
		return 0
	}
	h, _, err := opened(answer)
	if err != nil || h.kind != welcome || h.flags != 0 {
		t.Fatalf("%+v, %v", h, err)
	}
	return h.session
}

// A hello is repeated where its answer takes long, and comes again after the answer: it must not
// end the session that it began.
func TestARepeatedHelloBeginsNothing(t *testing.T) {
	r := newRecorder(2)
	s, err := newStation(r, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range []struct{ asker, fresh, want uint64 }{
		{5, 99, 99}, {5, 100, 99}, {5, 101, 99},
		{6, 102, 102}, // somebody else
		{5, 103, 0},   // a hello of the first one that was late: its session is over
		{0, 104, 104}, // a hello without a number begins anew each time
		{0, 105, 105},
	} {
		if got := welcomed(t, s, c.asker, c.fresh); got != c.want {
			t.Errorf("hello %d, of %d: session %d, want %d", n, c.asker, got, c.want)
		}
	}
	if s.counts.Sessions != 4 || s.counts.Old != 3 {
		t.Errorf("%+v", s.counts)
	}
	s.handle(exchangeFrame(105, 2, 0, running(2)), 0, 0)
	if len(r.exchanged) != 1 {
		t.Errorf("%d commands were handed over in the newest session", len(r.exchanged))
	}
}

// The hellos that an impatient driver has left in a socket must not end the session of the one that
// came after it.
func TestAHelloOfBeforeDoesNotEndTheSessionThatCameAfter(t *testing.T) {
	r := newRecorder(2)
	s, err := newStation(r, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	const drivers = 2 * maxConnections
	for asker := uint64(1); asker <= drivers; asker++ {
		if got := welcomed(t, s, asker, 1000+asker); got != 1000+asker {
			t.Fatalf("driver %d: session %d", asker, got)
		}
		for before := max(asker, maxConnections) - maxConnections + 1; before < asker; before++ {
			if got := welcomed(t, s, before, 2000+before); got != 0 {
				t.Fatalf("driver %d came again while driver %d had the drives: session %d", before, asker, got)
			}
		}
	}
	s.handle(exchangeFrame(1000+drivers, 2, 0, running(2)), 0, 0)
	if len(r.exchanged) != 1 || r.opens != drivers {
		t.Errorf("%d commands were handed over, %d times the drives were opened", len(r.exchanged), r.opens)
	}
}

func TestAHelloThatFailedIsAnsweredAsBefore(t *testing.T) {
	r := newRecorder(2)
	r.err = errors.New("no power")
	s, err := newStation(r, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		h, in, err := opened(s.handle(helloOf(5), 0, 99))
		if why := in.text(); err != nil || h.flags != failed || why != "no power" {
			t.Errorf("%+v, %q, %v", h, why, err)
		}
	}
	if r.opens != 1 {
		t.Errorf("the drives were opened %d times", r.opens)
	}
	r.err = nil
	if got := welcomed(t, s, 6, 100); got != 100 {
		t.Errorf("session %d of the next one", got)
	}
}

func TestAHelloThatComesAfterTheEndOfItsSessionOpensNothing(t *testing.T) {
	s, err := newStation(newRecorder(2), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	session := welcomed(t, s, 5, 99)
	s.handle(seal(begin(nil, head{kind: bye, session: session, sequence: 2})), 0, 0)
	if again := welcomed(t, s, 5, 100); again != 0 || s.isOpen || s.counts.Sessions != 1 || s.counts.Old != 1 {
		t.Errorf("session %d, %+v", again, s.counts)
	}
	if other := welcomed(t, s, 6, 101); other != 101 || !s.isOpen {
		t.Errorf("session %d", other)
	}
}

// The server answers the first hello only after the second one has come, as on a machine that is
// busy.
func TestADriverKeepsItsSessionWhereTheServerIsSlow(t *testing.T) {
	d, served := servedBy(t, answersLate, Config{Timeout: 10 * time.Second, Silence: time.Hour})
	for range 3 {
		if err := hardware.Exchange(d, 0, nil, hardware.NewState(2)); err != nil {
			t.Error(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// answersLate hears one driver, two frames of it before it answers the first, until it says
// goodbye.
func answersLate(conn net.PacketConn, s *station) error {
	var waiting [][]byte
	for fresh := uint64(99); ; {
		in := make([]byte, maxFrame)
		n, from, err := conn.ReadFrom(in)
		if err != nil {
			return err
		}
		if waiting = append(waiting, in[:n]); s.counts.Sessions == 0 && len(waiting) < 2 {
			continue
		}
		for _, frame := range waiting {
			fresh++
			answer := s.handle(frame, 0, fresh)
			if kind(frame[4]) == bye {
				return nil
			}
			if _, err := conn.WriteTo(answer, from); err != nil {
				return err
			}
		}
		waiting = nil
	}
}

// A bus may have as many drives, and names as long, as New takes.
func TestTheLargestBusIsWelcome(t *testing.T) {
	r := newRecorder(maxDrives)
	for i := range r.info {
		r.info[i].Name = strings.Repeat("n", maxName-1) + string(rune('0'+i))
		r.info[i].Joint = strings.Repeat("j", maxName-1) + string(rune('0'+i))
	}
	for network, address := range addresses(t) {
		t.Run(network, func(t *testing.T) {
			server, client := credentialsFor(t, address)
			s, err := ListenTLS(r, address, server, still, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			ended := make(chan error, 1)
			go func() { ended <- s.Serve(ctx) }()
			d, err := New(Config{Name: "bus", Address: s.Address(), TLS: client, Drives: r.info, Timeout: 10 * time.Second, Silence: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Open(0, 2*time.Second); err != nil {
				t.Error(err)
			} else if err := hardware.Exchange(d, 0, running(maxDrives), hardware.NewState(maxDrives)); err != nil {
				t.Error(err)
			}
			_ = d.Close()
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
