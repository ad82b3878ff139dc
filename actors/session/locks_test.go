package session

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// turntable is an application in real time that a slow machine does not end.
const turntable = `app: {name: turntable}
worlds:
  servo:
    rate: 500Hz
    on_overrun: {missed: 1000000, hang_after: 1000s}
    models: [{include: table.urdf.yaml}]
    joint_groups: {all: [turntable]}
    processors: {controller: {type: joint_space, options: {joint_group: all, goal: [0.5]}}}
    drives: {motor: {type: simulated, joints: [turntable], start: auto, rearm: auto, max_age: 2s, options: {silence: 5s}}}
plant:
  type: rigid_body
  rate: 50Hz
  hang_after: 1000s
  models: [{include: table.urdf.yaml}]
  options: {servos: [{joints: [turntable], watchdog: 1s, bandwidth: 2 Hz, rotor_inertia: 6e-5, gear_ratio: 100}]}
`

const table = `robot:
  name: table
  links: [{name: base}, {name: plate, inertial: {mass: 2, inertia: {ixx: 0.01, iyy: 0.01, izz: 0.02}}}]
  joints: [{name: turntable, type: revolute, parent: base, child: plate, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 1, acceleration: 5, effort: 20}}]
`

// turntableFile writes the application into a folder.
func turntableFile(tb testing.TB, folder string) (file string) {
	tb.Helper()
	for name, text := range map[string]string{"app.yaml": turntable, "table.urdf.yaml": table} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return filepath.Join(folder, "app.yaml")
}

// Every lock of the recording, the report, the page, the view and explain is held. Ticks go on,
// events are emitted, and gates answer. The locks of the runtime are left out: status, explain and
// taps read it without one.
func TestTicksTakeNoLockThatAnObserverHolds(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", folder)
	s, err := New(standardKinds(t), turntableFile(t, folder), WithLogger(zap.NewNop()), WithDuration(0), WithControl(), WithRecording(filepath.Join(folder, "run.mcap")),
		WithReportPage(filepath.Join(folder, "run.html"), "test"), WithView(view.Options{Address: "unix:" + filepath.Join(folder, "view.sock")}))
	if err != nil {
		t.Fatal(err)
	}
	locks := map[*sync.Mutex]string{}
	locksOf(reflect.ValueOf(s), "session", locks) // while nothing runs
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { _, err := s.Run(ctx); ended <- err }()
	patience, done := context.WithTimeout(ctx, 2*time.Minute)
	defer done()
	await := func(what string, met func() bool) {
		t.Helper()
		for !met() {
			if patience.Err() != nil {
				t.Errorf("missing: %s", what)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	ticked := func(n uint64) func() bool {
		before := map[string]uint64{}
		for _, h := range s.System.Health() {
			before[h.Actor] = h.Ticks
		}
		return func() bool {
			for _, h := range s.System.Health() {
				if h.Ticks < before[h.Actor]+n {
					return false
				}
			}
			return true
		}
	}
	begun := ticked(1)
	await("the application runs and is viewed", func() bool { return s.live.Load() != nil && begun() })
	live := reflect.ValueOf(s.live.Load()).Elem() // what was made since; its goroutines write what pointers lead to
	ownLocks(live, "view", locks)
	ownLocks(live.FieldByName("server").Elem(), "view.server", locks)
	for name, lock := range map[string]*sync.Mutex{"observer": &s.observer.mu, "met": &s.met.mu, "page": &s.curves.mu} {
		if locks[lock] == "" {
			t.Errorf("the lock of the %s is not among those that are held", name)
		}
	}
	if len(locks) < 8 {
		t.Errorf("%d locks are held: %v", len(locks), locks)
	}
	for lock := range locks {
		lock.Lock()
	}
	held := ticked(20)
	if _, err := gate.Stop(patience, s.System, "servo", messages.ModeRampHold); err != nil { // it emits events
		t.Error(err)
	}
	await("20 ticks of every actor, with all locks held", held)
	if _, err := gate.Read(patience, s.System, "servo"); err != nil {
		t.Error(err)
	}
	for lock := range locks {
		lock.Unlock()
	}
	stop()
	<-ended // an error of its stop is not the subject
}

// ownLocks finds the locks within a struct, without following pointers.
func ownLocks(v reflect.Value, path string, found map[*sync.Mutex]string) {
	if v.Type() == reflect.TypeFor[sync.Mutex]() {
		found[(*sync.Mutex)(v.Addr().UnsafePointer())] = path
		return
	}
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.Struct {
			ownLocks(v.Field(i), path+"."+v.Type().Field(i).Name, found)
		}
	}
}

// locksOf finds the locks behind a value by their addresses. It does not enter the runtime.
func locksOf(root reflect.Value, name string, found map[*sync.Mutex]string) {
	seen := map[unsafe.Pointer]bool{}
	runtime := []reflect.Type{reflect.TypeFor[actors.System](), reflect.TypeFor[app.Config](), reflect.TypeFor[actors.Registry]()}
	var enter func(v reflect.Value, path string)
	enter = func(v reflect.Value, path string) {
		for _, t := range runtime {
			if v.Type() == t {
				return
			}
		}
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() && !seen[v.UnsafePointer()] {
				seen[v.UnsafePointer()] = true
				enter(v.Elem(), path)
			}
		case reflect.Interface:
			if !v.IsNil() {
				enter(v.Elem(), path)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				enter(v.Index(i), path+"[]")
			}
		case reflect.Map:
			for i := v.MapRange(); i.Next(); {
				enter(i.Value(), path+"[]")
			}
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[sync.Mutex]() {
				if v.CanAddr() {
					found[(*sync.Mutex)(v.Addr().UnsafePointer())] = path
				}
				return
			}
			if of := v.Type().PkgPath(); of != "" && !strings.HasPrefix(of, "github.com/robo-actors/") && of != "sync/atomic" {
				return
			}
			for i := range v.NumField() {
				enter(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		}
	}
	enter(root, name)
}
