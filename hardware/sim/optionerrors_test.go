package sim

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

func TestErrorsOfAPlantBeginWithThePathsOfOptions(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*PlantOptions)
		want  []string
	}{
		"a servo":            {func(o *PlantOptions) { o.Servos[1].CurrentLag = time.Second }, []string{`servos[1].current_lag: joint "`}},
		"a bandwidth":        {func(o *PlantOptions) { o.Servos[0].Bandwidth = 50 }, []string{`servos[0].bandwidth: joint "`, "bandwidth is too high", "; expected bandwidth of at most ", "more rotor_inertia or encoder_bandwidth"}},
		"gains":              {func(o *PlantOptions) { o.Servos[0].Stiffness = 1e9 }, []string{`servos[0].stiffness: joint "arm_joint_1": stiffness is too high`, "stiffness of at most ", "damping of at most "}},
		"damping":            {func(o *PlantOptions) { o.Servos[0].Damping = 1e7 }, []string{`servos[0].damping: joint "arm_joint_1": damping is too high`}},
		"what follows of it": {func(o *PlantOptions) { o.Servos[0].VelocityLimit, o.Servos[0].AccelerationLimit = math.NaN(), 0 }, []string{`servos[0].velocity_limit: joint "`}},
		"a joint twice":      {func(o *PlantOptions) { o.Servos[1].Joints = append(o.Servos[1].Joints[:1:1], "arm_joint_1") }, []string{`servos[1].joints[1]: another servo drives joint "arm_joint_1"; expected one servo a joint`}},
		"an unknown joint":   {func(o *PlantOptions) { o.Servos[1].Joints = []string{"leg"} }, []string{`servos[1].joints[0]: `, `"leg"`}},
		"a start": {func(o *PlantOptions) {
			o.Start = []physics.StartOptions{{Joint: "arm_joint_1", Position: []float64{1, 2}}}
		}, []string{`start[0].position: joint "arm_joint_1" has 2 numbers; expected 1`}},
		"wheels":                         {func(o *PlantOptions) { o.Wheels[0].Joints = []string{"mobile_planar"} }, []string{`wheels[0].joints[0]: joint "mobile_planar" is planar; expected a continuous joint`}},
		"the step":                       {func(o *PlantOptions) { o.Step = time.Microsecond }, []string{"step: the step is 1µs; expected 50us"}},
		"an actuated joint with a servo": {func(o *PlantOptions) { o.Actuated = []string{"arm_joint_1"} }, []string{`actuated[0]: another servo drives joint "arm_joint_1"`}},
		"an unknown actuated joint":      {func(o *PlantOptions) { o.Actuated = []string{"leg"} }, []string{"actuated[0]: ", `"leg"`}},
		"a mode":                         {func(o *PlantOptions) { o.Servos[1].TimeoutMode = "asleep" }, []string{"servos[1].timeout_mode: "}},
	} {
		o := plantOptions()
		c.spoil(o)
		_, _, err := o.MakePlant(hardware.PlantContext{World: wholeRobot(t), Seed: 1})
		if err == nil || !strings.HasPrefix(err.Error(), c.want[0]) {
			t.Errorf("%s: got %v, want it to begin with %q", name, err, c.want[0])
			continue
		}
		for _, want := range append(c.want, "") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %q in it", name, err, want)
			}
		}
		for _, goName := range []string{"VelocityLimit", "Bandwidth", "Stiffness", "StribeckVelocity", "CurrentLag", "AccelerationLimit"} {
			if strings.Contains(err.Error(), goName) {
				t.Errorf("%s: files have no name %s, or it follows from another option: %v", name, goName, err)
			}
		}
	}
}

func TestNumbersOfAPlantHaveTheUnitsOfTheirJoints(t *testing.T) {
	o := plantOptions()
	o.Start = []physics.StartOptions{{Joint: "arm_joint_1"}, {Joint: "mobile_planar"}, {Joint: "nobody"}}
	units := o.Units(wholeRobot(t))
	for path, want := range map[string]string{"start[0].position[0]": "rad", "start[1].position[1]": "m", "start[1].position[2]": "rad", "start[2].position[0]": "",
		"servos[0].velocity_limit": "rad/s", "servos[0].effort_limit": "N m", "servos[0].rotor_inertia": "kg m^2", "servos[0].bandwidth": ""} {
		if units[path] != want {
			t.Errorf("%s is in %q, want %q", path, units[path], want)
		}
	}
}

// Whatever a joint is called, its name is in the error as it is, and the error says where it
// belongs.
func TestErrorsLocateAJointOfAnyName(t *testing.T) {
	for _, name := range []string{"Start", "Bandwidth", "servos", "start"} {
		d := wholeRobot(t).Description()
		d.Joint("arm_joint_1").Name = name
		o := plantOptions()
		o.Servos[0].Joints = append([]string{name}, armJoints[1:]...)
		o.Servos[1].Joints = slices.Clone(wheelJoints)
		o.Servos[1].Watchdog = time.Hour
		o.Servos[0].Bandwidth = 99
		o.Start = []physics.StartOptions{{Joint: name, Position: []float64{1, 2}}}
		_, _, err := o.MakePlant(hardware.PlantContext{World: built(t, d), Seed: 1})
		var located *messages.OptionError
		if !errors.As(err, &located) || located.Path != "start[0].position" || !strings.Contains(located.Err.Error(), strconv.Quote(name)) {
			t.Errorf("joint %q: got %#v", name, located)
		}
		o.Start = nil
		_, _, err = o.MakePlant(hardware.PlantContext{World: built(t, d), Seed: 1})
		paths := map[string]string{} // joint: path
		for _, one := range messages.Each(err) {
			if !errors.As(one, &located) {
				t.Fatalf("joint %q: %v is not located", name, one)
			}
			paths[located.Joint] = located.Path
		}
		if paths[name] != "servos[0].bandwidth" || paths["arm_joint_2"] != "servos[0].bandwidth" || paths["mobile_rear_left"] != "servos[1].watchdog" {
			t.Errorf("joint %q: the errors are at %v", name, paths)
		}
	}
}
