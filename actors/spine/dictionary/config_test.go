package dictionary

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// wholeConfig has every section, with the values of Upkie's client.
func wholeConfig() messages.SpineConfig {
	return messages.SpineConfig{
		FloorContact: &messages.FloorContactConfig{UpperLegTorqueThreshold: 10},
		WheelContact: &messages.WheelContactConfig{
			CutoffPeriod: 0.2, LiftoffInertia: 0.001, TouchdownInertia: 0.004, MinTouchdownAcceleration: 2, MinTouchdownTorque: 0.015,
		},
		SignedRadius:      []messages.SignedRadius{{Joint: "left_wheel", Radius: 0.05}, {Joint: "right_wheel", Radius: -0.05}},
		RotationBaseToImu: &[9]float64{-1, 0, 0, 0, 1, 0, 0, 0, -1},
		WheelBalancer: &messages.WheelBalancerConfig{
			ContactRadius: 0.1524, FallPitch: 1, MaxGroundVelocity: 2, PitchDamping: 1.8, PitchStiffness: 20,
			PositionDamping: 0.7, PositionStiffness: 1.6, StiffYawVelocity: 0.1, WheelRadius: 0.06,
		},
		Reset: &messages.RobotReset{
			Position: [3]float64{0, 0, 0.6}, Orientation: [4]float64{1, 0, 0, 0}, LinearVelocity: [3]float64{1, 2, 3},
			AngularVelocity: [3]float64{4, 5, 6}, Joints: []float64{1, 2, 3, 4, 5, 6},
		},
		ImuUncertainty: &messages.ImuUncertainty{
			AccelerometerBias: [3]float64{1, 2, 3}, GyroscopeBias: [3]float64{4, 5, 6}, AccelerometerNoise: 7, GyroscopeNoise: 8,
		},
	}
}

func TestAConfigurationIsReadAsItWasWritten(t *testing.T) {
	seed := testkit.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 300 {
		c := wholeConfig()
		for _, drop := range []func(){
			func() { c.FloorContact = nil }, func() { c.WheelContact = nil }, func() { c.SignedRadius = nil },
			func() { c.RotationBaseToImu = nil }, func() { c.WheelBalancer = nil }, func() { c.Reset = nil },
			func() { c.ImuUncertainty = nil }, func() { c.SignedRadius = c.SignedRadius[:min(1, len(c.SignedRadius))] },
		} {
			if random.IntN(3) == 0 {
				drop()
			}
		}
		if c.Reset != nil {
			c.Reset.Joints = make([]float64, random.IntN(40))
			for i := range c.Reset.Joints {
				c.Reset.Joints[i] = random.NormFloat64()
			}
		}
		got, err := ParseConfig(AppendConfig(nil, &c))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := cmp.Diff(c, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

// clientConfig is what Upkie's client sends, with integers where a user wrote them so.
func clientConfig() object {
	return object{
		"floor_contact":    object{"upper_leg_torque_threshold": 10},
		"wheel_contact":    object{"cutoff_period": 1, "liftoff_inertia": 0.001, "touchdown_inertia": 0.004, "min_touchdown_acceleration": 2, "min_touchdown_torque": 0.015},
		"wheel_odometry":   object{"signed_radius": object{"left_wheel": 0.05}},
		"base_orientation": object{"rotation_base_to_imu": []any{-1, 0, 0, 0, 1, 0, 0, 0, -1}},
		"bullet": object{
			"gui": true, "torque_control": object{"kp": 20.0, "kd": 1.0}, "imu_uncertainty": object{"accelerometer_bias": 2, "gyroscope_noise": 1},
			"reset": object{"joint_configuration": []any{}, "orientation_base_in_world": []any{0, 1, 0, 0}},
		},
		"wheel_balancer": object{"fall_pitch": 2}, "frequency": 200, "list": []any{1, 2},
	}
}

func TestIntegersAndUnknownKeysAndOmittedKeysOfAConfigurationAreServed(t *testing.T) {
	got, err := ParseConfig(pack(t, clientConfig()))
	if err != nil {
		t.Fatal(err)
	}
	want := wholeConfig()
	want.WheelContact.CutoffPeriod, want.WheelBalancer.FallPitch = 1, 2
	want.SignedRadius = want.SignedRadius[:1]
	want.Reset = &messages.RobotReset{Position: [3]float64{0, 0, 0.6}, Orientation: [4]float64{0, 1, 0, 0}}
	want.ImuUncertainty = &messages.ImuUncertainty{AccelerometerBias: [3]float64{2, 2, 2}, GyroscopeNoise: 1}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestAnEmptyConfigurationLeavesTheOptions(t *testing.T) {
	empty := object{"wheel_odometry": object{"signed_radius": object{}}, "base_orientation": object{}, "bullet": object{}, "wheel_contact": nil}
	for _, data := range [][]byte{pack(t, object{}), pack(t, empty)} {
		c, err := ParseConfig(data)
		if diff := cmp.Diff(messages.SpineConfig{}, c); err != nil || diff != "" {
			t.Errorf("%v: %s", err, diff)
		}
	}
}

func TestTheSectionsOfOneConfigurationAreNotThoseOfAnother(t *testing.T) {
	data := pack(t, object{"wheel_balancer": object{}})
	first, err := ParseConfig(data)
	if err != nil {
		t.Fatal(err)
	}
	first.WheelBalancer.FallPitch = 77
	if second, err := ParseConfig(data); err != nil || second.WheelBalancer.FallPitch != 1 {
		t.Errorf("%+v, %v", second.WheelBalancer, err)
	}
}

func TestInvalidConfigurationsAreRejected(t *testing.T) {
	incomplete := clientConfig()
	delete(incomplete["wheel_contact"].(object), "min_touchdown_torque")
	for _, test := range []struct {
		path  string
		kind  error
		value any
	}{
		{"", ErrKind, []any{}},
		{"wheel_contact", ErrMissing, incomplete},
		{"wheel_contact.cutoff_period", ErrRange, object{"wheel_contact": object{"cutoff_period": math.NaN()}}},
		{"floor_contact", ErrKind, object{"floor_contact": 10}},
		{"wheel_odometry.signed_radius", ErrKind, object{"wheel_odometry": object{"signed_radius": []any{1, 2}}}},
		{"wheel_odometry.signed_radius.left_wheel", ErrKind, object{"wheel_odometry": object{"signed_radius": object{"left_wheel": "0.05"}}}},
		{"base_orientation.rotation_base_to_imu", ErrLength, object{"base_orientation": object{"rotation_base_to_imu": []any{1, 2, 3}}}},
		{"base_orientation.rotation_base_to_imu[8]", ErrKind, object{"base_orientation": object{"rotation_base_to_imu": []any{1, 2, 3, 4, 5, 6, 7, 8, "9"}}}},
		{"bullet.reset.joint_configuration[1]", ErrRange, object{"bullet": object{"reset": object{"joint_configuration": []any{0, math.Inf(1)}}}}},
		{"bullet.imu_uncertainty.gyroscope_noise", ErrRange, object{"bullet": object{"imu_uncertainty": object{"gyroscope_noise": -1}}}},
		{"bullet.imu_uncertainty.gyroscope_bias", ErrLength, object{"bullet": object{"imu_uncertainty": object{"gyroscope_bias": []any{1, 2}}}}},
		{"bullet.imu_uncertainty.gyroscope_bias", ErrRange, object{"bullet": object{"imu_uncertainty": object{"gyroscope_bias": math.NaN()}}}},
	} {
		_, err := ParseConfig(pack(t, test.value))
		var at *messages.OptionError
		if !errors.Is(err, test.kind) || !errors.As(err, &at) || at.Path != test.path || at.Expected == "" {
			t.Errorf("error %v; expected %q at %q and what was expected", err, test.kind, test.path)
		}
	}
	_, err := ParseConfig(pack(t, incomplete))
	if err == nil || !strings.Contains(err.Error(), `missing key "min_touchdown_torque"`) {
		t.Errorf("error %v; expected the name of the missing key", err)
	}
}
