package command

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// standing is a reader that hangs after some lines.
type standing struct {
	lines int
	goOn  chan struct{}
}

func (s *standing) Write(line []byte) (int, error) {
	if s.lines--; s.lines < 0 {
		<-s.goOn
	}
	return len(line), nil
}

// wheelsOf is the driver that an application has for the wheels.
func wheelsOf(t *testing.T, file string) hardware.Driver {
	t.Helper()
	config, err := app.LoadFile(file, standardKinds())
	if err != nil {
		t.Fatal(err)
	}
	world := &config.Worlds[1]
	d := &world.Drives[0]
	var joints []string
	for _, j := range d.Joints {
		joints = append(joints, world.Joints[j].Name)
	}
	build, err := d.Instance.(hardware.DriverMaker).MakeDriver(hardware.DriverContext{Name: d.Path, World: world.Model, Joints: joints})
	if err != nil {
		t.Fatal(err)
	}
	driver, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return driver
}

// toRun has all drives run, whatever the machine does meanwhile.
func toRun(t *testing.T, driver hardware.Driver) {
	t.Helper()
	for begin := time.Now(); driver.Open(0, time.Second) != nil; { // the process of the drives begins
		if time.Since(begin) > time.Minute {
			t.Fatal("the drives were not there within a minute")
		}
		time.Sleep(time.Millisecond)
	}
	n := len(driver.Drives())
	command, state := hardware.NewCommand(n), hardware.NewState(n)
	for now := messages.Instant(0); state.Mode[0] != messages.ModeRun; now = now.Add(2 * time.Millisecond) {
		_ = hardware.Exchange(driver, now, command, state) // drives that do not answer are asked again
		for i, mode := range state.Mode {
			command.Mode[i], command.Control[i] = messages.ModeRun, messages.ControlVelocity
			if mode.Stops() {
				command.Arm[i] = state.Arm[i] + 1
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func TestDrivesEndThoughNobodyReadsWhatTheyPrint(t *testing.T) {
	dir, err := os.MkdirTemp("", "ra") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	t.Setenv("XDG_RUNTIME_DIR", dir)
	reader := &standing{2, make(chan struct{})} // a line for each bus
	defer close(reader.goOn)
	c := newDrives(standardKinds())
	c.SetArgs([]string{"../../../examples/mobile_manipulator/app.yaml"})
	c.SetIn(strings.NewReader(""))
	c.SetOut(reader)
	c.SilenceUsage, c.SilenceErrors = true, true
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.ExecuteContext(ctx) }()
	toRun(t, wheelsOf(t, "../../../examples/mobile_manipulator/app_remote.yaml"))
	end()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "the last changes of modes are lost") {
			t.Errorf("%v; expected that lines were lost", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("they have not ended within 20 s")
	}
}
