package agent

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var joints = []string{"left_hip", "left_wheel"}

// A model is a spine with perfect servos: positions are those that the agent demands.
type model struct {
	server  *sharedmemory.Server
	action  *dictionary.Action
	started bool
	cycle   int64
	buffer  []byte
}

func newModel(t testing.TB, folder string) *model {
	s, err := sharedmemory.Create("upkie", sharedmemory.Options{Folder: folder})
	check(t, err)
	return &model{server: s, action: dictionary.NewAction(joints, dictionary.DefaultServoAction()), buffer: make([]byte, 1<<16)}
}

// inMemory returns a folder in memory that ends with the test.
func inMemory(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp(sharedmemory.DefaultFolder, "agent-test-")
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// run serves requests until the test ends, with a cycle after each request or millisecond.
func (m *model) run(t *testing.T) {
	done := make(chan error)
	go func() { done <- m.serve() }()
	t.Cleanup(func() {
		check(t, m.server.Close())
		check(t, <-done)
	})
}

func (m *model) serve() error {
	for {
		request, err := m.server.Wait(time.Millisecond)
		if errors.Is(err, sharedmemory.ErrClosed) {
			return nil
		}
		if err == nil {
			err = m.take(request)
		}
		if err == nil {
			m.cycle++
			err = m.server.Publish(m.cycle*int64(time.Millisecond), m.observe())
		}
		if errors.Is(err, sharedmemory.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (m *model) take(request sharedmemory.Request) error {
	switch {
	case request == sharedmemory.None:
		return nil
	case request == sharedmemory.Stop:
		m.started = false
		return m.server.Answer(sharedmemory.None)
	case request == sharedmemory.Start && m.valid(func(data []byte) error { _, err := dictionary.ParseConfig(data); return err }):
		m.started = true
		return m.server.Reply(sharedmemory.None, m.observe())
	case request == sharedmemory.Action && m.started && m.valid(m.action.Merge):
		return m.server.Reply(sharedmemory.None, m.observe())
	case !m.started:
		return m.server.Reply(sharedmemory.Error, dictionary.AppendReason(nil, "joint \"left_hip\" is in damp"))
	}
	return m.server.Answer(sharedmemory.Error) // without a reason, as Upkie's spines
}

func (m *model) valid(parse func(data []byte) error) bool {
	data, err := m.server.Read(m.buffer)
	return err == nil && parse(data) == nil
}

func (m *model) observe() []byte {
	o := dictionary.Observation{TimeS: float64(m.cycle) / 1000}
	for i, name := range joints {
		o.Servos = append(o.Servos, dictionary.Servo{Name: name, Position: m.action.Servos[i].Position})
	}
	return o.Append(nil)
}

func connect(t testing.TB, folder string) (*Agent, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	a, err := Connect(ctx, "/upkie", Options{Folder: folder, Timeout: time.Minute})
	check(t, err)
	t.Cleanup(func() { check(t, a.Close()) })
	return a, ctx
}
