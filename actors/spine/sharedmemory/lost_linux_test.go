package sharedmemory

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestATruncatedFileIsAnErrorAndIsRestored(t *testing.T) {
	for _, size := range []int64{0, 8, 4096} {
		folder := inMemory(t)
		s := create(t, folder, 0)
		c := connect(t, folder, time.Millisecond)
		check(t, s.Reply(None, make([]byte, 10000)))
		check(t, os.Truncate(s.Path(), size))
		_, request := s.Request()
		_, read := s.Read(make([]byte, 20000))
		calls := []error{request, read, s.Reply(None, make([]byte, 10000)), s.Answer(None), s.Check()}
		_, waited := s.Wait(time.Millisecond)
		for i, err := range append(calls, waited) {
			whole := size > 0 && (i == 0 || i == 3) || size == 4096 && i == 1 && err == nil
			if whole == errors.Is(err, ErrLost) {
				t.Errorf("truncated to %d bytes, call %d: %v", size, i, err)
			}
		}
		if err := c.Wait(t.Context()); size == 0 && !errors.Is(err, ErrLost) {
			t.Errorf("the client: %v", err)
		}
		check(t, s.Restore())
		check(t, s.Check())
		serve(t, s)
		if _, err := connect(t, folder, patient).Call(background(t), Action, []byte("x"), make([]byte, 100)); err != nil {
			t.Errorf("after the restoration: %v", err)
		}
	}
}

func TestATruncatedLiveFileIsAnErrorAndIsRestored(t *testing.T) {
	for _, size := range []int64{0, 8, 4096} {
		folder := inMemory(t)
		s, c := create(t, folder, 0), connect(t, folder, patient)
		check(t, s.Publish(1, []byte("before")))
		old := openLive(t, folder)
		live := s.Path() + liveSuffix
		check(t, os.Truncate(live, size))
		if err := errors.Join(s.Publish(2, make([]byte, 10000)), s.Publish(3, nil), s.Check()); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), live+": another process truncated or removed it") {
			t.Errorf("truncated to %d bytes: %v", size, err)
		}
		if _, err := old.Next(background(t), make([]byte, 100)); size == 0 && !errors.Is(err, ErrLost) {
			t.Errorf("truncated to %d bytes, a reader: %v", size, err)
		}
		check(t, s.Restore())
		check(t, s.Check())
		check(t, s.Publish(4, []byte("after")))
		l := openLive(t, folder)
		o, err := l.Newest(make([]byte, 100))
		check(t, err)
		if string(o.Data) != "after" || o.Stamp != 4 || o.Sequence < 2 || l.Generation() == old.Generation() {
			t.Errorf("after the restoration: %+v", o)
		}
		check(t, c.free()) // the classic file was whole and is the same
	}
}

func TestARemovedFileIsRestored(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 0)
	for _, name := range []string{"upkie", "upkie.live"} {
		check(t, s.Publish(1, nil))
		check(t, os.Remove(filepath.Join(folder, name)))
		_, waited := s.Wait(time.Millisecond)
		for _, err := range []error{s.Check(), s.Publish(2, nil), waited} {
			if !errors.Is(err, ErrLost) {
				t.Errorf("without %s: %v", name, err)
			}
		}
		check(t, s.Restore())
	}
	connect(t, folder, patient)
	openLive(t, folder)
}

func TestAFileThatHasItsSizeAgainIsRestoredAfterAFault(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 0)
	check(t, os.Truncate(s.Path(), 0))
	if _, err := s.Request(); !errors.Is(err, ErrLost) {
		t.Fatal(err)
	}
	check(t, os.Truncate(s.Path(), DefaultSize))
	before, err := os.Stat(s.Path())
	check(t, err)
	if err := s.Check(); !errors.Is(err, ErrLost) {
		t.Errorf("after the fault: %v", err)
	}
	check(t, s.Restore())
	check(t, s.Check())
	if after, err := os.Stat(s.Path()); err != nil || os.SameFile(before, after) {
		t.Errorf("the file is the same, %v", err)
	}
}

func TestARestorationWaitsForTheOtherFileOfItsName(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 0)
	check(t, os.Remove(s.Path()))
	check(t, os.Mkdir(s.Path(), 0o700))
	if err := s.Restore(); err == nil || !strings.Contains(err.Error(), "it is a folder") {
		t.Errorf("a folder has the name: %v", err)
	}
	if _, err := s.Request(); !errors.Is(err, ErrLost) {
		t.Errorf("a request without a file: %v", err)
	}
	if err := s.Check(); !errors.Is(err, ErrLost) {
		t.Errorf("a check without a file: %v", err)
	}
	if err := s.Publish(1, nil); !errors.Is(err, ErrLost) {
		t.Errorf("an observation without a file: %v", err)
	}
	check(t, os.Remove(s.Path()))
	check(t, s.Restore())
	check(t, s.Check())
}

// An agent truncates the files at random moments, while the spine works.
func TestTheSpineSurvivesTruncationsWhileItPolls(t *testing.T) {
	folder := inMemory(t)
	s := create(t, folder, 0)
	ended := make(chan struct{})
	done := make(chan int)
	go func() {
		cuts := 0
		for {
			select {
			case <-ended:
				done <- cuts
				return
			default:
			}
			name := []string{"upkie", "upkie.live"}[cuts%2]
			if os.Truncate(filepath.Join(folder, name), []int64{0, 8, 4096}[cuts%3]) == nil {
				cuts++
			}
			time.Sleep(20 * time.Microsecond)
		}
	}()
	buffer, observation, lost := make([]byte, DefaultSize), make([]byte, 9000), 0
	for i := 0; i < 3000 || lost == 0; i++ { // the other goroutine may begin late
		_, request := s.Request()
		_, read := s.Read(buffer)
		err := errors.Join(request, read, s.Reply(None, observation), s.Publish(int64(i), observation), s.Check())
		if err == nil {
			continue
		}
		if !errors.Is(err, ErrLost) {
			t.Fatal(err)
		}
		lost++
		if err := s.Restore(); err != nil && !errors.Is(err, ErrLost) { // lost again at once
			t.Fatal(err)
		}
	}
	close(ended)
	if cuts := <-done; lost == 0 || cuts == 0 {
		t.Errorf("%d truncations, %d seen", cuts, lost)
	}
}

func TestAPanicThatIsNotAFaultOfTheFilePasses(t *testing.T) {
	r := newRegion("x", nil, make([]byte, 64))
	for name, access := range map[string]func(){
		"a nil pointer": func() {
			var err error
			defer r.guard(&err, false)
			var p *int
			*p = 1
		},
		"an index": func() { _, _ = r.load(64) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			access()
		})
	}
}
