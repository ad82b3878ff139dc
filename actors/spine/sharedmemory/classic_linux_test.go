package sharedmemory

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// goldenAction is {"servo":{"left_hip":{"position":1.0}}}, from the test of Upkie's own spines.
const goldenAction = "81a5736572766f81a86c6566745f68697081a8706f736974696f6ecb3ff0000000000000"

func golden(t testing.TB) []byte {
	data, err := hex.DecodeString(goldenAction)
	check(t, err)
	return data
}

func TestAPostedActionHasTheBytesOfUpkie(t *testing.T) {
	folder := inMemory(t)
	s, c := create(t, folder, 2048), connect(t, folder, patient)
	check(t, c.Post(Action, golden(t)))
	file, err := os.ReadFile(filepath.Join(folder, "upkie"))
	check(t, err)
	want, err := hex.DecodeString("0100000024000000" + goldenAction)
	check(t, err)
	if !bytes.HasPrefix(file, want) || len(file) != 2048 {
		t.Errorf("the file of %d bytes begins with % x, expected % x", len(file), file[:len(want)], want)
	}
	request, err := s.Request()
	check(t, err)
	data, err := s.Read(make([]byte, 0, 100))
	check(t, err)
	if request != Action || !bytes.Equal(data, golden(t)) {
		t.Errorf("the server read %v with % x", request, data)
	}
	check(t, s.Reply(None, []byte{0x80}))
	file, err = os.ReadFile(s.Path())
	check(t, err)
	if got := hex.EncodeToString(file[:9]); got != "000000000100000080" {
		t.Errorf("after the reply the file begins with %s", got)
	}
}

func TestTheFileHasTheSizeAndModeOfTheProtocol(t *testing.T) {
	folder := inMemory(t)
	create(t, folder, 0)
	for name, size := range map[string]int64{"upkie": 1 << 20, "upkie.live": 64 + 2*(32+1<<20)} {
		info, err := os.Lstat(filepath.Join(folder, name))
		check(t, err)
		if info.Size() != size || info.Mode() != 0o600 {
			t.Errorf("%s has %d bytes and mode %v, expected %d and 0600", name, info.Size(), info.Mode(), size)
		}
	}
}

func TestAnAgentStartsStepsAndStops(t *testing.T) {
	folder := inMemory(t)
	serve(t, create(t, folder, 0))
	c, ctx, buffer := connect(t, folder, patient), background(t), make([]byte, DefaultSize)
	for i := range 200 {
		request := []Request{Start, Action}[i%2]
		data, err := c.Call(ctx, request, fmt.Appendf(nil, "step %d", i), buffer)
		check(t, err)
		if want := fmt.Sprintf("seen:step %d", i); string(data) != want {
			t.Fatalf("the reply is %q, expected %q", data, want)
		}
	}
	check(t, c.Stop(ctx))
	check(t, c.Wait(ctx))
}

func TestARejectedRequestLeavesTheFileFree(t *testing.T) {
	folder := inMemory(t)
	serve(t, create(t, folder, 0))
	c, ctx := connect(t, folder, patient), background(t)
	for _, request := range []Request{7, 1 << 31, 1<<32 - 1} {
		if _, err := c.Call(ctx, request, nil, nil); !errors.Is(err, ErrRejected) {
			t.Errorf("%v: %v, expected ErrRejected", request, err)
		}
		if _, err := c.Call(ctx, Action, []byte("x"), make([]byte, 100)); err != nil {
			t.Errorf("after %v: %v", request, err)
		}
	}
}

func TestASilentSpineIsATimeout(t *testing.T) {
	folder := inMemory(t)
	create(t, folder, 0)
	c, ctx := connect(t, folder, time.Millisecond), background(t)
	_, err := c.Call(ctx, Start, golden(t), nil)
	if !errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), "within 1ms; does it run?") {
		t.Errorf("start: %v, expected ErrTimeout", err)
	}
	if err := c.Stop(ctx); !errors.Is(err, ErrTimeout) {
		t.Errorf("stop: %v, expected ErrTimeout", err)
	}
	if err := c.Post(Action, nil); err == nil || !strings.Contains(err.Error(), "the request is start, expected none") {
		t.Errorf("post: %v", err)
	}
	if _, err := c.ReadReply(nil); err == nil || !strings.Contains(err.Error(), "the request is start") {
		t.Errorf("read: %v", err)
	}
}

func TestDataBeyondTheFileAreNotWritten(t *testing.T) {
	folder := inMemory(t)
	s, c := create(t, folder, 64), connect(t, folder, patient)
	for _, write := range []func(n int) error{
		func(n int) error { return s.Reply(None, make([]byte, n)) },
		func(n int) error { return c.Post(None, make([]byte, n)) },
	} {
		check(t, write(55)) // 55 + 8 < 64
		err := write(56)
		size, is := errors.AsType[*SizeError](err)
		if !is || *size != (SizeError{Size: 56, Limit: 55}) {
			t.Errorf("56 bytes: %v", err)
		}
		if data, err := s.Read(make([]byte, 64)); err != nil || len(data) != 55 {
			t.Errorf("the refused data changed the file: %d bytes, %v", len(data), err)
		}
	}
}

func TestHostileSizesAreErrors(t *testing.T) {
	folder := inMemory(t)
	s, c := create(t, folder, 4096), connect(t, folder, patient)
	buffer := make([]byte, 0, 1000)
	for _, size := range []uint32{1001, 4088, 4089, 4096, 1 << 16, 0x7fffffff, 0x80000000, 0xfffffff7, 0xffffffff} {
		check(t, c.region.store(sizeOffset, size))
		_, err := s.Read(buffer)
		if fail, is := errors.AsType[*SizeError](err); !is || fail.Size != int64(size) || fail.Limit != 1000 {
			t.Errorf("the server read %d bytes: %v", size, err)
		}
		_, err = c.ReadReply(buffer)
		if fail, is := errors.AsType[*SizeError](err); !is || fail.Size != int64(size) {
			t.Errorf("the client read %d bytes: %v", size, err)
		}
	}
	check(t, c.region.store(sizeOffset, 4089))
	if _, err := s.Read(make([]byte, 10000)); err == nil || err.Error() != "data of 4089 bytes, at most 4088 fit" {
		t.Errorf("beyond the file: %v", err)
	}
	for _, size := range []uint32{0, 1, 1000} {
		check(t, c.region.store(sizeOffset, size))
		if data, err := s.Read(buffer); err != nil || len(data) != int(size) {
			t.Errorf("%d bytes: %d, %v", size, len(data), err)
		}
	}
}

func TestTheTickOfASpineDoesNotAllocate(t *testing.T) {
	folder := inMemory(t)
	s, c := create(t, folder, 0), connect(t, folder, patient)
	action, buffer, observation := golden(t), make([]byte, 0, 4096), make([]byte, 2600)
	hostile := uint32(0xffffffff)
	allocations := testing.AllocsPerRun(100, func() {
		if c.Post(Action, action) != nil {
			t.Fatal("no post")
		}
		if request, err := s.Request(); request != Action || err != nil {
			t.Fatal(request, err)
		}
		if _, err := s.Read(buffer); err != nil {
			t.Fatal(err)
		}
		if s.Reply(None, observation) != nil || s.Answer(None) != nil || s.Publish(1, observation) != nil || s.Check() != nil {
			t.Fatal("no answer")
		}
		_ = c.region.store(sizeOffset, hostile)
		if _, err := s.Read(buffer); err == nil {
			t.Fatal("a hostile size")
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations in a cycle", allocations)
	}
}

func TestTwoAgentsNeverReadBeyondTheirBuffers(t *testing.T) {
	folder := inMemory(t)
	serve(t, create(t, folder, 0))
	done := make(chan error)
	for agent := range 2 {
		c := connect(t, folder, patient)
		go func() {
			memory := bytes.Repeat([]byte{'z'}, 4096)
			buffer, beyond := memory[:0:1000], memory[1000:]
			for i := range 500 {
				// Agents that share a file may receive each other's answers, and an answer that is part of a
				// request or of an older answer; a *FileError says so at best.
				data, err := c.Call(t.Context(), Action, bytes.Repeat([]byte{byte('a' + agent)}, i), buffer)
				if _, is := errors.AsType[*FileError](err); err != nil && !is {
					done <- err
					return
				}
				if !consistsOf(data, "seen:ab") || !consistsOf(beyond, "z") {
					done <- fmt.Errorf("reply %q, beyond it %q", data, beyond)
					return
				}
			}
			done <- nil
		}()
	}
	check(t, errors.Join(<-done, <-done))
}

func consistsOf(data []byte, letters string) bool {
	return bytes.IndexFunc(data, func(r rune) bool { return !strings.ContainsRune(letters, r) }) < 0
}

func TestCloseEndsAWaitAndEveryCallAfterIt(t *testing.T) {
	folder := inMemory(t)
	s, err := Create("upkie", Options{Folder: folder})
	check(t, err)
	waited := make(chan error)
	go func() {
		_, err := s.Wait(patient)
		waited <- err
	}()
	check(t, s.Close())
	if err := <-waited; !errors.Is(err, ErrClosed) {
		t.Errorf("the wait ended with %v", err)
	}
	_, request := s.Request()
	_, read := s.Read(nil)
	_, wait := s.Wait(patient)
	for i, err := range []error{request, read, wait, s.Reply(None, nil), s.Answer(None), s.Publish(0, nil), s.Check(), s.Restore()} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("call %d after Close: %v", i, err)
		}
	}
	check(t, s.Close())
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("Close left %v, %v", left, err)
	}
}

func TestAWaitReturnsARequestOfAnAgentThatWakesNobody(t *testing.T) {
	folder := inMemory(t)
	s, c := create(t, folder, 0), connect(t, folder, patient)
	if request, err := s.Wait(2 * time.Millisecond); request != None || err != nil {
		t.Errorf("without an agent: %v, %v", request, err)
	}
	check(t, s.Answer(Error)) // the agent's to take back, not a request
	if request, err := s.Wait(2 * time.Millisecond); request != None || err != nil {
		t.Errorf("after Error: %v, %v", request, err)
	}
	agent := c.region
	go func() {
		time.Sleep(3 * time.Millisecond)
		_ = agent.store(requestOffset, uint32(Stop))
	}()
	if request, err := s.Wait(patient); request != Stop || err != nil {
		t.Errorf("the wait returned %v, %v", request, err)
	}
}
