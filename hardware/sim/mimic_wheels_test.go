package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Wheels that mimic others hold the ground as they do, and drag no less: the base moves as its
// kinematics say.
func TestWheelsThatMimicOthersRollWithThem(t *testing.T) {
	for _, grip := range []float64{0, 0.6} {
		for _, speeds := range [][2]float64{{3, 3}, {-2, 2}, {4, 1}} {
			o := wholeOptions()
			o.Servos = o.Servos[:9]
			o.Wheels[0].Grip, o.Wheels[0].RollingResistance = grip, 0.01
			p := newPlant(t, testrobots.Skidding(t, "mobile_front_left"), o)
			for range 2000 {
				for i, s := range p.servos[7:] {
					s.Obey(p.Now(), &servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: messages.ControlVelocity, Velocity: speeds[i]}})
				}
				advance(t, p, time.Millisecond)
				kept(t, p)
			}
			twist := twistOf(t, p)
			near(t, "velocity ahead", twist[0], wheelRadius*(speeds[0]+speeds[1])/2, 3e-3)
			near(t, "velocity sideways", twist[1], 0, physics.CreepVelocity)
			near(t, "turning", twist[2], wheelRadius*(speeds[1]-speeds[0])/2/(halfLength+halfWidth), 3e-3)
			for _, w := range p.mechanism.Wheels(nil) {
				if w.Slip > 1e-6 {
					t.Errorf("wheel %s slips at %g m/s", w.Joint, w.Slip)
				}
			}
		}
	}
	// Four wheels, of which two have a drive, feel the whole robot when it drives ahead.
	whole := newPlant(t, testrobots.Skidding(t, "mobile_front_left"), wholeOptionsOf(9))
	apart := newPlant(t, wholeRobot(t), wholeOptions())
	near(t, "inertia for the servo of two wheels", whole.mechanism.DrivenJoint(7).Inertia/apart.mechanism.DrivenJoint(7).Inertia, 2, 0.1)
	if _, err := New(testrobots.Skidding(t, "arm_joint_1"), wholeOptionsOf(9), 1); err != nil {
		t.Errorf("a wheel that mimics a joint which its base carries is refused: %v", err)
	}
	free := testrobots.Skidding(t, "mobile_front_left").Description()
	free.Links = append(free.Links, worlds.Link{Name: "windlass", Inertia: solidSphere(1, 0.1)})
	free.Joints = append(free.Joints, worlds.Joint{Name: "windlass_joint", Type: worlds.Continuous, Parent: free.Joint("mobile_planar").Parent, Child: "windlass",
		Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}})
	free.Joint("mobile_rear_left").Mimic.Joint = "windlass_joint"
	o := wholeOptionsOf(9)
	if _, err := New(built(t, free), o, 1); err == nil || !strings.Contains(err.Error(), `joint "mobile_rear_left" of a wheel mimics "windlass_joint", which its base does not carry`) {
		t.Errorf("got %v", err)
	}
}

// wholeOptionsOf drives the first joints of the whole robot only.
func wholeOptionsOf(servos int) *PlantOptions {
	o := wholeOptions()
	o.Servos = o.Servos[:servos]
	return o
}
