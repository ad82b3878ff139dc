package sharedmemory

import (
	"errors"
	"testing"
	"time"
)

// The server is fed with a file of arbitrary content.
func FuzzServer(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 36, 0, 0, 0, 0x81}, uint16(100))
	f.Add([]byte{7, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f}, uint16(4096))
	f.Add([]byte{2, 0, 0, 0, 248, 15, 0, 0}, uint16(0xffff))
	f.Add([]byte{4}, uint16(0))
	folder := inMemory(f)
	s := create(f, folder, 4096)
	buffer := make([]byte, 1<<16)
	f.Fuzz(func(t *testing.T, content []byte, room uint16) {
		memory := s.classic.memory
		clear(memory)
		copy(memory, content)
		if _, err := s.Request(); err != nil {
			t.Fatal(err)
		}
		data, err := s.Read(buffer[:0:room])
		if _, large := errors.AsType[*SizeError](err); err != nil && !large || len(data) > min(int(room), 4088) {
			t.Fatal(len(data), err)
		}
		if _, err := s.Wait(0); err != nil {
			t.Fatal(err)
		}
	})
}

// The client waits for replies of arbitrary content.
func FuzzClient(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 3, 0, 0, 0, 0x81}, uint16(100))
	f.Add([]byte{4, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}, uint16(4096))
	f.Add([]byte{9, 0, 0, 0}, uint16(0))
	folder := inMemory(f)
	s := create(f, folder, 4096)
	c := connect(f, folder, time.Nanosecond)
	buffer := make([]byte, 1<<16)
	f.Fuzz(func(t *testing.T, content []byte, room uint16) {
		clear(s.classic.memory)
		copy(s.classic.memory, content)
		err := c.Wait(t.Context())
		if err != nil && !errors.Is(err, ErrRejected) && !errors.Is(err, ErrTimeout) {
			t.Fatal(err)
		}
		data, err := c.ReadReply(buffer[:0:room])
		if len(data) > min(int(room), 4088) || err == nil && c.free() != nil {
			t.Fatal(len(data), err)
		}
	})
}

// A reader opens and reads live files of arbitrary content.
func FuzzLive(f *testing.F) {
	f.Add([]byte("robolive\x01\x00\x00\x00\x01\x00\x00\x00"), uint16(100))
	f.Add([]byte("robolive\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"), uint16(4096))
	memory, buffer := make([]byte, liveSize(128)), make([]byte, 1<<16)
	f.Fuzz(func(t *testing.T, content []byte, room uint16) {
		clear(memory)
		copy(memory, content)
		l := &Live{region: newRegion("live", nil, memory), path: "live"}
		if l.identify() != nil {
			return
		}
		o, err := l.Newest(buffer[:0:room])
		if err == nil && (len(o.Data) > min(int(room), l.Capacity()) || !l.header.valid(o.Data)) {
			t.Fatal(len(o.Data))
		}
	})
}
