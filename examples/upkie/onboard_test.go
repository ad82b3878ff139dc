package upkie

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// driven is a controller that passes the commands of the on-board balancer to the gate, and gives
// it a target.
type driven struct {
	Group    string  `option:"joint_group" doc:"joints of the balancer" required:"true"`
	Velocity float64 `option:"velocity" unit:"m/s" doc:"speed forward from the third second"`
	Yaw      float64 `option:"yaw" unit:"rad/s" doc:"turn to the left from then"`

	Balance actors.In[messages.JointCommand]  `port:"balance" doc:"commands of the balancer"`
	Command actors.Out[messages.JointCommand] `port:"command" doc:"the same commands"`
	Target  actors.Out[messages.GroundTarget] `port:"target" doc:"where the balancer drives"`
}

func (d *driven) Configure(s *actors.Setup) error {
	w, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	g, err := w.Group(d.Group)
	if err != nil {
		return err
	}
	n := g.NumJoints()
	s.Size(&d.Command, actors.Sizes{"joints": n, "positions": n, "velocities": n, "gain_scales": n, "effort_caps": n})
	return nil
}

func (*driven) TunesDrives() (gainScales, effortCap bool) { return true, true }

func (d *driven) Tick(t *actors.Tick) error {
	if c, err := d.Balance.Fresh(t); err == nil {
		if err := d.Command.Send(t, *c); err != nil {
			return err
		}
	}
	target := messages.GroundTarget{}
	if t.Now >= messages.Instant(3*time.Second) {
		target = messages.GroundTarget{Velocity: d.Velocity, YawVelocity: d.Yaw}
	}
	return d.Target.Send(t, target)
}

// onboard has the observers and the balancer, and drives the robot with options.
func onboard(options string) string {
	return `      orientation: {type: base_orientation, inputs: {imu: plant/robot.imu}}
      contact: {type: floor_contact, options: {wheel_joints: [left_wheel, right_wheel], upper_leg_joints: [left_hip, left_knee, right_hip, right_knee]}}
      odometry: {type: wheel_odometry, inputs: {contact: contact.contact}, options: {wheels: [{joint: left_wheel, signed_radius: 0.06}, {joint: right_wheel, signed_radius: -0.06}]}}
      balancer:
        type: wheel_balancer
        inputs: {orientation: orientation.orientation, odometry: odometry.odometry, contact: contact.contact, target: driver.target}
        options: {joint_group: servos, left_wheel: {joint: left_wheel, signed_radius: 0.06}, right_wheel: {joint: right_wheel, signed_radius: -0.06}}
      driver: {type: driven, inputs: {balance: balancer.command}, options: {joint_group: servos` + options + `}}
`
}

func TestTheBalancerOnBoardRecoversFromAPushOf1Ns(t *testing.T) {
	longRun(t)
	config := load(t, onboard(""))
	*pushes(t, config) = []physics.PushOptions{{Body: "torso", Force: [3]float64{10, 0, 0}, From: 2 * time.Second, Duration: 100 * time.Millisecond}}
	f := move(t, config, nil)
	if f.leaned > 0.3 || math.Abs(f.lean) > 0.02 || f.speed > 0.02 || f.went < 0.05 || !f.landed {
		t.Errorf("after a push of 1 N s: %+v; expected it to stand again", f)
	}
}

// rollingLean is the lean of a robot that drives on at one speed, rad. Rolling friction moves the
// force of the ground forward by 0.005 m, and the weight of all, 5.38 kg, has to be above it. The
// sum of mass times height above the wheels' axes is 1.38 kg m.
const rollingLean = 0.005 * 5.38 / 1.38

func TestTheBalancerOnBoardDrivesWhereItsTargetIs(t *testing.T) {
	longRun(t)
	const lag = 40.0 / 5 * rollingLean // m: the distance behind the target at which the law has that lean
	f := move(t, load(t, onboard(", velocity: 0.3")), nil)
	if f.leaned > 0.2 || math.Abs(f.speed-0.3) > 0.02 || math.Abs(f.way-(0.3*7-lag)) > 0.2 || math.Abs(f.lean-rollingLean) > 1e-3 {
		t.Errorf("with a step of 0.3 m/s: %+v", f)
	}
	f = move(t, load(t, onboard(", velocity: 0.3, yaw: 0.5")), nil)
	if f.leaned > 0.2 || math.Abs(f.speed-0.3) > 0.02 || f.went > 1.5 {
		t.Errorf("on a circle of 0.6 m: %+v", f)
	}
}
