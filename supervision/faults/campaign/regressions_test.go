package campaign

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// regression is a plan that broke an invariant once.
type regression struct {
	invariant, why string
	seed           uint64
	length         time.Duration
	plan           Plan
}

// regressions reads blocks of lines, which empty lines part.
func regressions(t *testing.T, name string) (all []regression) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(data), "\n\n") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		if strings.HasPrefix(lines[0], "#") {
			continue
		}
		r, err := readRegression(lines)
		if err != nil {
			t.Fatalf("%s: %q: %v", name, lines[0], err)
		}
		all = append(all, r)
	}
	return all
}

func readRegression(lines []string) (r regression, err error) {
	if len(lines) < 3 {
		return r, fmt.Errorf("it has %d lines; expected why, seed and length, and a plan", len(lines))
	}
	var known bool
	if r.invariant, r.why, known = strings.Cut(lines[0], ": "); !known {
		return r, fmt.Errorf("its first line names no invariant")
	}
	words := strings.Fields(lines[1])
	if len(words) != 4 && len(words) != 6 {
		return r, fmt.Errorf("%q; expected seed N for TIME [ends TIME]", lines[1])
	}
	if _, err := fmt.Sscanf(words[1], "%d", &r.seed); err != nil {
		return r, err
	}
	if r.length, err = time.ParseDuration(words[3]); err != nil {
		return r, err
	}
	if len(words) == 6 {
		if r.plan.Ends, err = time.ParseDuration(words[5]); err != nil {
			return r, err
		}
		r.plan.Heals = true
	}
	r.plan.Schedule, err = faults.ParseSchedule("plan", strings.Join(lines[2:], "\n"))
	return r, err
}

// What was found once is not found again: neither by the application's fault, nor by the watch's.
func TestPlansThatBrokeAnInvariantOnce(t *testing.T) {
	ids := map[string]bool{}
	for _, i := range invariant.List() {
		ids[i.ID] = true
	}
	all := regressions(t, "testdata/regressions.txt")
	if len(all) == 0 {
		t.Fatal("there is no plan")
	}
	for _, r := range all {
		if !ids[r.invariant] || r.why == "" {
			t.Errorf("%s: %s is no invariant with a reason", r.invariant, r.why)
		}
		t.Run(fmt.Sprintf("%s of seed %d", r.invariant, r.seed), func(t *testing.T) {
			wholeTestOnly(t)
			o, err := plannedRun{Config: config(t), Seed: r.seed, Duration: r.length, Plan: r.plan}.Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if o.Violation != nil {
				t.Errorf("%s: %v", r.why, o.Violation)
			}
		})
	}
}

// The torque-controlled arm is held by servos that derive their velocity from encoders: with coarse
// ones, joints 1 and 3 shook each other for as long as they were held.
func TestAHeldArmWithTorqueSensorsComesToRest(t *testing.T) {
	wholeTestOnly(t)
	c, err := load("../../../examples/mobile_manipulator/app_torque.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan{Schedule: schedule(t, "at 1.2s for 160ms extreme whole_body/gate.arm->whole_body/arm.command")}
	o, err := plannedRun{Config: c, Seed: 12, Duration: 2700 * time.Millisecond, Plan: plan}.Do(t.Context())
	if err != nil || o.Violation != nil {
		t.Errorf("%v, %v", err, o.Violation)
	}
}

// cascadeRegressions are plans that broke an invariant of the cascades once, though the program was
// right: a controller that omits a virtual joint releases it, and what a gate without drives has
// read counts though it sent nothing. A command may be young when its bus reads it and old when the
// robot's thread runs again, and a forged command hides the true one only if it is read first.
var cascadeRegressions = []struct {
	why, file, plan string
	seed            uint64
	length          time.Duration
}{
	{"exports omits a joint whose command is lost, and the gate slows it down", "chain.yaml", "at 2s for 70ms drop mid/coupling_wrist.out->mid/exports.command_wrist", 43, 2200 * time.Millisecond},
	{"a controller omits a joint whose world has stopped", "base.yaml", "at 1s error wheels/controller", 14, 1200 * time.Millisecond},
	{"its good commands came before the first of the gate", "base.yaml", "at 147.8ms for 101.2ms extreme planner/controller.command->planner/gate.command_controller\nat 149.1ms acknowledge planner", 55, 300 * time.Millisecond},
	{"the same with commands of another time", "shared.yaml", "at 85ms for 38.6ms clock_step left/controller.command->left/gate.command_controller\nat 86.6ms acknowledge left", 815, 200 * time.Millisecond},
	{"the same with commands that are not finite", "app.yaml", "at 118.8ms for 313.5ms nan arm/controller.command->arm/gate.command_controller\nat 119.8ms acknowledge arm", 874, 300 * time.Millisecond},
	{"a drive takes up a command that ages while its bus hangs", "base.yaml", "at 2s hang wheels/wheels time=13.5ms", 247, 2100 * time.Millisecond},
	{"the first true command after a forged one", "mutual.yaml", "at 0s error one/gate\nat 1s for 186.1ms masquerade one/gate.joint_across->two/coupling_across.in as=older", 1456, 1250 * time.Millisecond},
	{"the gate did not report a drive that had confirmed its stop and ran again", "base.yaml", "at 10ms for 40ms partition wheels/perception.snapshot->wheels/controller.snapshot\nat 1.03s for 1.58s freeze wheels/wheels.state->wheels/gate.wheels_state\nat 1.6s reset wheels\nat 1.64s for 1.16s freeze wheels/gate.wheels->wheels/wheels.command", 534, 2750 * time.Millisecond},
	{"drives fed by such commands only", "base.yaml", "at 2s for 680ms slow planner/gate delay=13.6ms\nat 2.477s reset wheels", 135, 2600 * time.Millisecond},
}

func TestPlansThatBrokeAnInvariantOfACascadeOnce(t *testing.T) {
	wholeTestOnly(t)
	for _, r := range cascadeRegressions {
		t.Run(fmt.Sprintf("%s of %s", r.why, r.file), func(t *testing.T) {
			c, err := load("../../../examples/cascade/" + r.file)
			if err != nil {
				t.Fatal(err)
			}
			o, err := plannedRun{Config: c, Seed: r.seed, Duration: r.length, Plan: Plan{Schedule: schedule(t, r.plan)}}.Do(t.Context())
			if err != nil || o.Violation != nil {
				t.Errorf("%v, %v", err, o.Violation)
			}
		})
	}
}

// upkieRegressions are plans that broke an invariant of the Upkie once.
var upkieRegressions = []struct {
	why, plan string
	seed      uint64
	length    time.Duration
}{
	{"a request that waited at the end of the ladder kept the spine from stopping", "at 1.6s for 990ms tick_missed upkie/agent\nat 2.56s for 730ms tick_missed upkie/agent", 137, 3400 * time.Millisecond},
	{"the watch took the instant of a late tick for that of its command", "at 20ms slow upkie/balancer delay=48.4ms", 374, 1500 * time.Millisecond},
	{"a driver that was sent one set-point only took the servo's time-out for a start of its own", "at 10ms for 130ms tick_missed upkie/gate", 1382, 300 * time.Millisecond},
	{"the watch awaited the answer to an agent that was gone", "at 200µs stop_actor upkie/driver", 4158, 200 * time.Millisecond},
	{"the watch expected the wheels of a robot that fell to rest before it did", "at 7.3s stop upkie mode=ramp_hold", 119, 8400 * time.Millisecond},
	{"the gate re-armed for a start that its spine refused as late in the same cycle", "at 0s for 100ms crash_loop upkie/gate\nat 112.4ms error upkie/right", 1812, 300 * time.Millisecond},
	{"a stop gave torque to a servo that had been switched off within its start", "at 10ms slow upkie/steering delay=10ms\nat 200ms parent_dies upkie/driver", 1849, 300 * time.Millisecond},
	{"the same by the stop of a bus", "at 40ms panic upkie/agent\nat 120ms for 100ms slow upkie/left delay=4.4ms\nat 180ms for 40ms slow upkie/perception delay=10ms", 2771, 300 * time.Millisecond},
	{"the watch took a bus that cannot start for one that gave its drives up", "at 2s for 600ms panic upkie/agent\nat 2s frames_late right_wheel delay=1ms", 148, 2700 * time.Millisecond},
	{"the same after corrupt frames", "at 0s frames_corrupt right_wheel\nat 2s for 30ms frames_corrupt left_hip", 936, 2100 * time.Millisecond},
	{"the watch did not know that the watchdog of a servo counts from its first cycle in position mode", "at 1.86s stop upkie mode=ramp_hold\nat 1.866s for 130ms stamp upkie/gate.left->upkie/left.command how=frozen by=227.3ms", 840, 2 * time.Second},
	{"the watch took a drive that is off for one that was", "at 1s for 40ms tick_late upkie/steering p=0.0561\nat 1s for 60ms tick_late upkie/steering p=0.3758 delay=15.6ms", 849, 1100 * time.Millisecond},
	{"the gate took a drive that was about to start for one that had met the stop", "at 1.225s for 2s misdirect upkie/agent.command->upkie/gate.command_agent\nat 3.225s for 3ms misdirect upkie/agent.command->upkie/gate.command_agent\nat 3.248s for 193ms reorder upkie/gate.right->upkie/right.command window=34\nat 3.249s stop upkie mode=ramp_off", 4572, 3300 * time.Millisecond},
	{"the watch expected a spine without perception to know that a drive had stopped", "at 2.083s stop_actor upkie/perception\nat 2.083s stop upkie mode=damp", 4888, 2200 * time.Millisecond},
	{"the agent did not start a robot again whose planner had given up", "at 6.7s reset upkie\nat 7.45s reset upkie\nat 8.2s reset upkie\nat 8.95s reset upkie\nat 9.5s reset upkie", 2, 10 * time.Second},
}

func TestPlansThatBrokeAnInvariantOfTheUpkieOnce(t *testing.T) {
	c, err := load("../../../examples/upkie/campaign.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range upkieRegressions {
		t.Run(r.why, func(t *testing.T) {
			wholeTestOnly(t)
			plan := Plan{Schedule: schedule(t, r.plan)}
			if r.length == 10*time.Second {
				plan.Heals, plan.Ends = true, 1604400*time.Microsecond
			}
			o, err := plannedRun{Config: c, Seed: r.seed, Duration: r.length, Plan: plan}.Do(t.Context())
			if err != nil || o.Violation != nil {
				t.Errorf("%v, %v", err, o.Violation)
			}
		})
	}
}

// Its agent is another program, which does not run beside a campaign.
func TestARobotWhoseAgentIsAnotherProgramMayStayOff(t *testing.T) {
	wholeTestOnly(t)
	c, err := load("../../../examples/upkie/app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan{Schedule: schedule(t, "at 200ms reset upkie"), Heals: true, Ends: 100 * time.Millisecond}
	o, err := plannedRun{Config: c, Seed: 2, Duration: healWithin + 200*time.Millisecond, Plan: plan}.Do(t.Context())
	if err != nil || o.Violation != nil {
		t.Errorf("%v, %v", err, o.Violation)
	}
}

// The kinds of faults that only an Upkie has are drawn for it, and begin.
func TestCampaignsOfTheUpkieDrawFaultsOfItsBusSensorsAndAgent(t *testing.T) {
	wholeTestOnly(t)
	c, err := load("../../../examples/upkie/campaign.yaml")
	if err != nil {
		t.Fatal(err)
	}
	targets, kinds, err := survey(c, true, newAttacher(c))
	if err != nil {
		t.Fatal(err)
	}
	for kind, target := range map[actors.FaultKind]string{actors.FaultMute: "left_knee", actors.FaultBusStalled: "left_knee", actors.FaultFramesCorrupt: "left_hip",
		actors.FaultFramesDuplicated: "left_hip", actors.FaultFramesLate: "right_hip", actors.FaultSensorStuck: "left_wheel", actors.FaultCode: "left_wheel", actors.FaultTimeoutMode: "left_wheel",
		actors.FaultImuFrozen: "plant/robot.imu", actors.FaultImuBiased: "plant/robot.imu",
		actors.FaultAgentSilent: "upkie/driver", actors.FaultAgentHostile: "upkie/driver", actors.FaultAgentSecond: "upkie/driver"} {
		t.Run(string(kind), func(t *testing.T) {
			k, drawn := kindNamed(kinds, kind)
			if !drawn || !slices.Contains(targets.of(k.Acts), target) {
				t.Fatalf("it is not drawn, or not for %s", target)
			}
			line := fmt.Sprintf("at 300ms for 150ms %s %s", kind, target)
			if k.Lasts == faults.Instant {
				line = fmt.Sprintf("at 300ms %s %s", kind, target)
			}
			o, err := plannedRun{Config: c, Seed: 1, Duration: 700 * time.Millisecond, Plan: Plan{Schedule: schedule(t, line)}}.Do(t.Context())
			if err != nil || o.Violation != nil || len(o.Visited.Met[string(kind)]) == 0 {
				t.Errorf("%v, %v", err, o.Violation)
			}
		})
	}
}
