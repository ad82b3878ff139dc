package plotting

import (
	"bytes"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// recorder writes a recording in memory.
type recorder struct {
	t      testing.TB
	data   bytes.Buffer
	writer *record.Writer
	ids    map[string]record.ChannelID
}

func newRecorder(t testing.TB) *recorder {
	t.Helper()
	r := &recorder{t: t, ids: map[string]record.ChannelID{}}
	w, err := record.NewWriter(&r.data, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.writer = w
	return r
}

func write[T any](r *recorder, topic string, at time.Duration, value T, metadata ...record.Entry) {
	r.t.Helper()
	id, ok := r.ids[topic]
	if !ok {
		codec, err := pb.CodecOf[T]()
		if err != nil {
			r.t.Fatal(err)
		}
		if id, err = r.writer.Channel(topic, codec, metadata...); err != nil {
			r.t.Fatal(err)
		}
		r.ids[topic] = id
	}
	if err := r.writer.Write(id, messages.Instant(at), messages.Stamp{Time: messages.Instant(at)}, &value); err != nil {
		r.t.Fatal(err)
	}
}

func (r *recorder) open() *record.Reader {
	r.t.Helper()
	if err := r.writer.Close(); err != nil {
		r.t.Fatal(err)
	}
	return r.reopen()
}

// reopen reads what open has read.
func (r *recorder) reopen() *record.Reader {
	r.t.Helper()
	reader, err := record.NewReader(bytes.NewReader(r.data.Bytes()), int64(r.data.Len()))
	if err != nil {
		r.t.Fatal(err)
	}
	return reader
}

// run is a recording of a small arm for 4 s: joints that swing, a hand that follows a path 5 ms
// late, inputs that age, and a fault after 2 s. It is recorded once.
func run(t testing.TB) *record.Reader {
	t.Helper()
	recordRun.Do(func() {
		r := newRecorder(t)
		writeRun(r)
		r.open()
		runData = r.data.Bytes()
	})
	reader, err := record.NewReader(bytes.NewReader(runData), int64(len(runData)))
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

var (
	recordRun sync.Once
	runData   []byte
)

func writeRun(r *recorder) {
	joints := []string{"shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3", "gripper", "camera_pan"}
	for tick := range 2000 {
		at := time.Duration(tick) * 2 * time.Millisecond
		s := at.Seconds()
		snapshot := messages.Snapshot{}
		for j := range joints {
			phase := s*(1+0.3*float64(j)) + float64(j)
			snapshot.Position = append(snapshot.Position, math.Sin(phase))
			snapshot.Velocity = append(snapshot.Velocity, (1+0.3*float64(j))*math.Cos(phase))
			snapshot.Effort = append(snapshot.Effort, 10*math.Sin(phase)+0.5*math.Sin(60*s))
			snapshot.Mode = append(snapshot.Mode, modeAt(s, j))
		}
		if tick > 600 && tick < 700 {
			snapshot.Effort[2] = math.NaN()
		}
		write(r, "/arm/snapshot", at, snapshot, record.Names(joints))
		write(r, "/arm/hand/reference", at, messages.BodyReference{Pose: poseAlong(s)})
		write(r, "/arm/hand/state", at, messages.BodyState{Pose: poseAlong(s - 0.005)})
		if tick%25 == 0 {
			age := time.Duration(1+tick%7) * time.Millisecond
			if s > 2 && s < 2.5 {
				age = time.Duration((s - 2) * float64(time.Second))
			}
			write(r, "/arm/controller/health", at, messages.Health{Actor: "arm/controller", Inputs: []messages.InputHealth{
				{Port: "state", From: "arm/perception.snapshot", Age: age, MaxAge: 20 * time.Millisecond},
				{Port: "model", From: "arm/model.model", Age: 3*age/2 + time.Millisecond, MaxAge: 100 * time.Millisecond},
				{Port: "operator", From: "arm/joystick.twist", Age: -1},
			}})
		}
	}
}

func modeAt(s float64, joint int) messages.Mode {
	switch late := s - 0.02*float64(joint); {
	case late < 0.3:
		return messages.ModeOff
	case late > 2.002 && late < 2.2 && joint == 7:
		return messages.ModeDamp
	case late > 2 && late < 2.004 && joint < 3:
		return messages.ModeLimited
	case late > 2 && late < 3 && joint < 3:
		return messages.ModeRampHold
	case late > 2 && late < 2.6:
		return messages.ModeRampOff
	case late > 2 && late < 3.4:
		return messages.ModeBrake
	}
	return messages.ModeRun
}

// poseAlong is a circle of 0.3 m in the plane, with the hand turning about z.
func poseAlong(s float64) messages.Pose {
	return messages.Pose{
		Position:    [3]float64{0.3 * math.Cos(s), 0.3 * math.Sin(s), 0.5},
		Orientation: [4]float64{math.Cos(s / 2), 0, 0, math.Sin(s / 2)},
	}
}

// figures returns everything that can be drawn of the run.
func figures(t testing.TB, o Options) map[string]*Figure {
	t.Helper()
	r := run(t)
	out := map[string]*Figure{}
	add := func(name string, f *Figure, err error) {
		if err != nil {
			t.Fatal(fmt.Errorf("%s: %w", name, err))
		}
		out[name] = f
	}
	f, err := Joints(r, "/arm/snapshot", nil, o)
	add("joints", f, err)
	f, err = Tracking(r, "/arm/hand/state", "/arm/hand/reference", o)
	add("tracking", f, err)
	f, err = Ages(r, o)
	add("ages", f, err)
	f, err = Modes(r, nil, nil, o)
	add("modes", f, err)
	f, err = Values(r, []Value{{"/arm/snapshot", "effort[elbow]"}, {"/arm/hand/state", "pose.position.x"}}, o)
	add("values", f, err)
	return out
}
