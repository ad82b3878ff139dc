package sharedmemory

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestReadersGetTheNewestObservation(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 0)
	l, buffer := openLive(t, folder), make([]byte, 100)
	if _, err := l.Newest(buffer); !errors.Is(err, ErrNoObservation) {
		t.Errorf("before the first: %v", err)
	}
	for i := range int64(5) {
		check(t, s.Publish(10*i, []byte{byte(i), 'x'}))
		o, err := l.Newest(buffer)
		check(t, err)
		if o.Sequence != uint64(i+1) || o.Stamp != time.Duration(10*i) || !bytes.Equal(o.Data, []byte{byte(i), 'x'}) {
			t.Errorf("observation %d: %+v", i, o)
		}
	}
	check(t, s.Publish(50, nil))
	if o, err := l.Newest(nil); err != nil || len(o.Data) != 0 || o.Sequence != 6 {
		t.Errorf("an empty observation: %+v, %v", o, err)
	}
	if l.Process() != os.Getpid() || l.Capacity() != DefaultSize {
		t.Errorf("process %d, capacity %d", l.Process(), l.Capacity())
	}
}

func TestObservationsThatDoNotFitAreErrors(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 64)
	l := openLive(t, folder)
	if fail, is := errors.AsType[*SizeError](s.Publish(0, make([]byte, 65))); !is || *fail != (SizeError{65, 64}) {
		t.Errorf("publish 65 bytes: %v", fail)
	}
	check(t, s.Publish(0, make([]byte, 64)))
	_, err := l.Newest(make([]byte, 63))
	if fail, is := errors.AsType[*SizeError](err); !is || *fail != (SizeError{64, 63}) {
		t.Errorf("read 64 bytes into 63: %v", err)
	}
}

func TestNextReturnsEachObservationOnce(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 0)
	l, ctx, buffer := openLive(t, folder), background(t), make([]byte, 8)
	next := make(chan uint64)
	go func() {
		defer close(next)
		for range 100 {
			o, err := l.Next(ctx, buffer)
			if err != nil {
				t.Error(err)
				return
			}
			next <- o.Sequence
		}
	}()
	for want := range uint64(100) {
		check(t, s.Publish(0, []byte("data")))
		if got := <-next; got != want+1 {
			t.Fatalf("observation %d, expected %d", got, want+1)
		}
	}
	if _, ok := <-next; ok {
		t.Error("one observation too many")
	}
}

func TestNextEndsWithItsContextAndItsSpine(t *testing.T) {
	folder := inMemory(t)
	s, err := Create("upkie", Options{Folder: folder})
	check(t, err)
	l, buffer := openLive(t, folder), make([]byte, 8)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := l.Next(ctx, buffer); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("at the deadline: %v", err)
	}
	check(t, l.Ended())
	ended := make(chan error)
	go func() {
		_, err := l.Next(background(t), buffer)
		ended <- err
	}()
	check(t, s.Close())
	if err := <-ended; !errors.Is(err, ErrNoSpine) || !strings.HasSuffix(err.Error(), "no spine: it has closed the file") {
		t.Errorf("after Close: %v", err)
	}
}

func TestNextEndsWhenTheSpineIsKilled(t *testing.T) {
	folder := inMemory(t)
	owner, _ := startOwner(t, folder)
	l, buffer := openLive(t, folder), make([]byte, 1000)
	if l.Process() != owner.Process.Pid {
		t.Errorf("process %d, expected %d", l.Process(), owner.Process.Pid)
	}
	for range 100 {
		if _, err := l.Next(background(t), buffer); err != nil {
			t.Fatal(err)
		}
	}
	check(t, owner.Process.Kill())
	_ = owner.Wait() // it was killed
	for {
		o, err := l.Next(background(t), buffer)
		if errors.Is(err, ErrNoSpine) {
			break
		}
		check(t, err)
		if len(o.Data) != 500 {
			t.Fatalf("observation %+v", o)
		}
	}
}

// Writers and readers run freely; each observation is made of one byte, so that a torn one shows.
func TestNoReaderSeesATornObservation(t *testing.T) {
	seed := testkit.Seed(t)
	t.Logf("seed %d", seed)
	folder := inMemory(t)
	s := create(t, folder, 1<<16)
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for reader := range uint64(3) {
		l, draw := openLive(t, folder), rand.New(rand.NewPCG(seed, reader))
		wait.Go(func() { readFreely(t, ctx, l, draw) })
	}
	draw := rand.New(rand.NewPCG(seed, 99))
	for i := range 5000 {
		data := bytes.Repeat([]byte{byte(i + 1)}, draw.IntN(1<<draw.IntN(16)))
		check(t, s.Publish(int64(i+1), data))
		if draw.IntN(10) == 0 {
			time.Sleep(time.Duration(draw.IntN(50)) * time.Microsecond)
		}
	}
	cancel()
	wait.Wait()
}

func readFreely(t *testing.T, ctx context.Context, l *Live, draw *rand.Rand) {
	buffer, last := make([]byte, 1<<16), uint64(0)
	for ctx.Err() == nil {
		o, err := l.Newest(buffer)
		if draw.IntN(2) == 0 {
			o, err = l.Next(ctx, buffer)
		}
		if errors.Is(err, ErrNoObservation) || errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			t.Error(err)
			return
		}
		if o.Sequence < last || o.Stamp != time.Duration(o.Sequence) || len(bytes.Trim(o.Data, string([]byte{byte(o.Sequence)}))) > 0 {
			t.Errorf("after %d: sequence %d, stamp %d, torn data", last, o.Sequence, o.Stamp)
			return
		}
		last = o.Sequence
	}
}

func TestADamagedLiveFileIsAnError(t *testing.T) {
	for name, damage := range map[string]struct {
		offset int
		value  uint32
		want   string
	}{
		"no magic yet":        {0, 0, "it is not the live file of a spine"},
		"another version":     {versionOffset, 2, "it has version 2, expected 1: spine and agent are of different releases"},
		"no slots":            {slotsOffset, 0, "its header is damaged: 0 slots"},
		"a large capacity":    {capacityOffset, 0xfffffff8, "its header is damaged: 2 slots of 4294967288 bytes"},
		"an uneven capacity":  {capacityOffset, 9, "its header is damaged: 2 slots of 9 bytes"},
		"a little capacity":   {capacityOffset, 72, "its header is damaged"},
		"the largest version": {versionOffset, 1<<32 - 1, "it has version 4294967295"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := inMemory(t)
			s := create(t, folder, 64)
			check(t, s.live.region.store(damage.offset, damage.value))
			if _, err := OpenLive("upkie", ClientOptions{Folder: folder}); err == nil || !strings.Contains(err.Error(), damage.want) {
				t.Errorf("%v, expected %q", err, damage.want)
			}
		})
	}
	folder := inMemory(t)
	s := create(t, folder, 64)
	check(t, s.live.region.store64(0, 0))
	if _, err := OpenLive("upkie", ClientOptions{Folder: folder}); !errors.Is(err, ErrNoSpine) {
		t.Errorf("a header under construction: %v", err)
	}
}

func TestASlotThatNeverFitsIsAnError(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 64)
	check(t, s.Publish(1, []byte("observation")))
	l, r := openLive(t, folder), s.live.region
	slot := slotAt(1, 64)
	for name, damage := range map[string]func() error{
		"other data":     func() error { return r.store(slot+slotHeader, 7) },
		"a large length": func() error { return r.store(slot+lengthOffset, 65) },
		"no sequence":    func() error { return r.store64(slot, 0) },
	} {
		check(t, damage())
		if _, err := l.Newest(make([]byte, 100)); err == nil || !strings.Contains(err.Error(), "no slot has a valid checksum") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheHeartbeatIsTheClockOfTheMachine(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 64)
	before := monotonic()
	check(t, s.Publish(1, nil))
	beat, err := s.live.region.load64(beatOffset)
	check(t, err)
	if after := monotonic(); beat < before || beat > after || before == 0 {
		t.Errorf("the heartbeat %d is not between %d and %d", beat, before, after)
	}
}

func TestTheLiveFileHasTheDocumentedLayout(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 60)
	check(t, s.Publish(-5, []byte("abc")))
	file, err := os.ReadFile(s.Path() + liveSuffix)
	check(t, err)
	word := func(at int) uint32 { return binary.NativeEndian.Uint32(file[at:]) }
	double := func(at int) uint64 { return binary.NativeEndian.Uint64(file[at:]) }
	if len(file) != 64+2*(32+64) || string(file[:8]) != "robolive" || word(8) != 1 || word(12) != 1 || double(16) == 0 ||
		word(24) != uint32(os.Getpid()) || word(28) != 64 || word(32) != 2 || word(36) != 1 || double(40) != 1 || double(48) == 0 {
		t.Errorf("the header is % x", file[:64])
	}
	slot := 64 + 32 + 64 // of sequence 1
	if double(slot) != 1 || int64(double(slot+8)) != -5 || word(slot+16) != 3 || string(file[slot+32:slot+35]) != "abc" {
		t.Errorf("the slot is % x", file[slot:])
	}
	if got, want := word(slot+20), bitwise(append(file[slot:slot+20:slot+20], "abc"...)); got != want {
		t.Errorf("the checksum is %08x, expected %08x", got, want)
	}
}

// bitwise is CRC-32C by its definition.
func bitwise(data []byte) uint32 {
	sum := ^uint32(0)
	for _, b := range data {
		sum ^= uint32(b)
		for range 8 {
			sum = sum>>1 ^ 0x82f63b78*(sum&1)
		}
	}
	return ^sum
}

func TestReadersHaveNoRightToWrite(t *testing.T) {
	folder := inMemory(t)
	create(t, folder, 64)
	l := openLive(t, folder)
	flags, err := unix.FcntlInt(l.region.file.Fd(), unix.F_GETFL, 0)
	check(t, err)
	if flags&unix.O_ACCMODE != unix.O_RDONLY {
		t.Errorf("flags %#x", flags)
	}
}

func TestAClosedReaderReturnsErrClosed(t *testing.T) {
	folder := inMemory(t)
	create(t, folder, 64)
	l, err := OpenLive("upkie", ClientOptions{Folder: folder})
	check(t, err)
	c, err := Open("upkie", ClientOptions{Folder: folder})
	check(t, err)
	check(t, errors.Join(l.Close(), l.Close(), c.Close(), c.Close()))
	_, newest := l.Newest(nil)
	_, next := l.Next(t.Context(), nil)
	_, reply := c.ReadReply(nil)
	for i, err := range []error{newest, next, l.Ended(), reply, c.Post(Action, nil), c.Wait(t.Context()), c.Stop(t.Context())} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if c.Size() != 0 {
		t.Error(c.Size())
	}
}
