package sim

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
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
		"a joint twice":      {func(o *PlantOptions) { o.Servos[1].Joints = append(o.Servos[1].Joints[:1:1], "arm_joint_1") }, []string{`servos[1].joints[1]: this servo drives joint "arm_joint_1"`}},
		"an unknown joint":   {func(o *PlantOptions) { o.Servos[1].Joints = []string{"leg"} }, []string{`servos[1].joints[0]: `, `"leg"`}},
		"a start":            {func(o *PlantOptions) { o.Start = []StartOptions{{Joint: "arm_joint_1", Position: []float64{1, 2}}} }, []string{`start[0].position: joint "arm_joint_1" has 2 numbers; expected 1`}},
		"wheels":             {func(o *PlantOptions) { o.Wheels[0].Joints = []string{"mobile_planar"} }, []string{`wheels[0]: joint "mobile_planar" is planar; expected continuous`}},
		"the step":           {func(o *PlantOptions) { o.Step = time.Microsecond }, []string{"step: the step is 1µs; expected 50us"}},
		"a mode":             {func(o *PlantOptions) { o.Servos[1].TimeoutMode = "asleep" }, []string{"servos[1].timeout_mode: "}},
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
				t.Errorf("%s: the name %s is none of a file, or follows from another option: %v", name, goName, err)
			}
		}
	}
}

func TestNumbersOfAPlantHaveTheUnitsOfTheirJoints(t *testing.T) {
	o := plantOptions()
	o.Start = []StartOptions{{Joint: "arm_joint_1"}, {Joint: "mobile_planar"}, {Joint: "nobody"}}
	units := o.Units(wholeRobot(t))
	for path, want := range map[string]string{"start[0].position[0]": "rad", "start[1].position[1]": "m", "start[1].position[2]": "rad", "start[2].position[0]": "",
		"servos[0].velocity_limit": "rad/s", "servos[0].effort_limit": "N m", "servos[0].rotor_inertia": "kg m^2", "servos[0].bandwidth": ""} {
		if units[path] != want {
			t.Errorf("%s is in %q, want %q", path, units[path], want)
		}
	}
}

func TestABoundIsRoundedToWhatIsWithinIt(t *testing.T) {
	for v, want := range map[float64]float64{4.9996: 4.99, 0.0123456: 0.0123, 98765: 98700, 0: 0} {
		if got := roundedDown(v); math.Abs(got-want) > 1e-9*want || got > v {
			t.Errorf("%g is rounded down to %g, want %g", v, got, want)
		}
	}
}
