package drives

import (
	"context"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// joints are those of the arm, in an application file.
const joints = "[joint_1, joint_2, joint_3, joint_4, joint_5, joint_6, joint_7]"

// sensingDrives is the file of the process that hosts the drives: its bus also carries a unit for
// inertial measurement and a switch that a finger closes.
const sensingDrives = `
app: {name: arm_drives}
worlds:
  arm:
    rate: 100Hz
    models: [{path: arm.urdf}]
    drives:
      bus: {type: simulated, rate: 100Hz, joints: ` + joints + `, options: {sensors: [imu, fingers]}}
plant:
  type: rigid_body
  rate: 1kHz
  models: [{path: arm.urdf}]
  options:
    servos: [{joints: ` + joints + `, bandwidth: 5 Hz, gear_ratio: 100, rotor_inertia: 6e-5, brake_effort: 200}]
    imu: {body: base, position: [0, 0, 0.1]}
    grasps: [{name: fingers, body: link_7, on_body: link_6, reach: 2, free: [x, y, rx, ry, rz], joint: joint_7, closed: 1, opened: 2}]
`

// sensingControl is the file of the process that controls them.
const sensingControl = `
app: {name: arm_control}
worlds:
  arm:
    rate: 100Hz
    models: [{path: arm.urdf}]
    drives:
      bus:
        type: remote
        rate: 100Hz
        joints: ` + joints + `
        options:
          timeout: 5ms
          silence: 10s
          sensors:
            - {name: imu, kind: inertial, link: base, position: [0, 0, 0.1]}
            - {name: fingers, kind: switch, link: link_7}
`

// An application file takes the sensors of a bus in another process: its driver publishes them
// beside the drives, each by its name, and perception carries them in the snapshot.
func TestAnApplicationReadsTheSensorsOfDrivesInAnotherProcess(t *testing.T) {
	dir := runDirectory(t)
	host, err := New(loadedIn(t, dir, sensingDrives), Network{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hosted := make(chan error, 1)
	go func() { hosted <- host.Run(ctx) }()

	system, err := app.New(loadedIn(t, dir, sensingControl))
	if err != nil {
		t.Fatal(err)
	}
	var seen sensed
	tap(t, system, "arm/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
		seen.set(func() { seen.readings = append([]messages.SensorReading{}, s.Sensor...) })
	})
	tap(t, system, "arm/bus.imu", func(_ messages.Stamp, v *messages.Inertial) { seen.set(func() { seen.imu = *v }) })
	tap(t, system, "arm/bus.fingers", func(_ messages.Stamp, v *messages.Switch) { seen.set(func() { seen.fingers = *v }) })
	controlled := make(chan error, 1)
	running, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { controlled <- system.Run(running) }()
	for deadline := time.Now().Add(time.Minute); !seen.complete() && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	if err := <-controlled; err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-hosted; err != nil {
		t.Error(err)
	}
	if !seen.complete() {
		t.Errorf("the snapshot has the readings %+v; the bus sent %+v and %+v", seen.readings, seen.imu, seen.fingers)
	}
}

func tap[T any](t *testing.T, system *actors.System, output string, fn func(messages.Stamp, *T)) {
	t.Helper()
	if _, err := actors.Tap(system, output, fn); err != nil {
		t.Fatal(err)
	}
}

// sensed is what an application has received of the sensors.
type sensed struct {
	sync.Mutex
	readings []messages.SensorReading
	imu      messages.Inertial
	fingers  messages.Switch
}

func (s *sensed) set(change func()) {
	s.Lock()
	defer s.Unlock()
	change()
}

// complete reports whether both readings have come both ways: gravity as the specific force of an
// arm at rest, and the switch of the closed fingers.
func (s *sensed) complete() bool {
	s.Lock()
	defer s.Unlock()
	atRest := func(v messages.Inertial) bool { return math.Abs(v.Acceleration[2]-9.81) < 0.1 }
	return len(s.readings) == 2 && s.readings[0].Valid && s.readings[1].Valid && atRest(s.readings[0].Inertial) && s.readings[1].Switch.Closed &&
		atRest(s.imu) && s.fingers.Closed
}

// What the other process does not have is an error that names the sensor, and nothing starts.
func TestSensorsElsewhereAreReported(t *testing.T) {
	dir := runDirectory(t)
	host, err := New(loadedIn(t, dir, sensingDrives), Network{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hosted := make(chan error, 1)
	go func() { hosted <- host.Run(ctx) }()
	system, err := app.New(loadedIn(t, dir, strings.Replace(sensingControl, "kind: switch, link: link_7", "kind: wrench, link: link_7", 1)))
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	if err := system.Run(running); err == nil || !strings.Contains(err.Error(), "fingers") {
		t.Errorf("the application ended with %v", err)
	}
	cancel()
	if err := <-hosted; err != nil {
		t.Error(err)
	}
}
