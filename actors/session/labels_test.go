package session

import (
	"bytes"
	"encoding/csv"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/worlds"
)

// tables runs the example for a while and returns the tables of topics.
func tables(t *testing.T, file string, duration time.Duration, topics ...string) map[string][][]string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.mcap")
	if _, _, err := simulate(t, file, []Option{WithDuration(duration), WithRecording(path)}); err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all := make(map[string][][]string)
	for _, topic := range topics {
		var b bytes.Buffer
		if err := record.ExportCSV(r, &b, topic, record.Filter{}); err != nil {
			t.Fatal(err)
		}
		if all[topic], err = csv.NewReader(&b).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestTablesNameTheJointsAndTheirUnitsWhateverTheirSource(t *testing.T) {
	wanted := map[string][]string{
		"plant/robot.state":                      {"position[mobile_planar.theta] (rad)", "velocity[mobile_planar.vx] (m/s)", "effort[mobile_planar.mz] (N m)", "position[arm_joint_4] (rad)"},
		"whole_body/perception.snapshot":         {"position[mobile_planar.x] (m)", "velocity[mobile_planar.omega] (rad/s)", "effort[arm_joint_7] (N m)", "mode[mobile_planar]", "valid[arm_joint_1]"},
		"whole_body/controller.command":          {"control[mobile_planar]", "position[mobile_planar.y] (m)", "velocity[arm_joint_2] (rad/s)"},
		"whole_body/arm.state":                   {"position[arm_joint_1] (rad)", "effort[arm_joint_1] (N m)", "fault[arm_joint_1]"},
		"whole_body/gate.arm":                    {"mode[arm_joint_3]", "velocity[arm_joint_3] (rad/s)"},
		"whole_body/gate.joint_mobile_planar":    {"control[mobile_planar]", "velocity[mobile_planar.vy] (m/s)"},
		"mobile_base/coupling_mobile_planar.out": {"velocity[mobile_planar.vy] (m/s)"},
		"mobile_base/controller.state":           {"position[mobile_planar.x] (m)", "velocity[mobile_planar.vx] (m/s)", "mode"},
		"whole_body/model.model":                 {"position[mobile_planar.x] (m)", "velocity[arm_joint_1] (rad/s)"},
	}
	var topics []string
	for topic := range wanted {
		topics = append(topics, topic)
	}
	all := tables(t, example, 900*time.Millisecond, topics...)
	for topic, columns := range wanted {
		for _, column := range columns {
			if !slices.Contains(all[topic][0], column) {
				t.Errorf("topic %s has no column %s; it has %s", topic, column, strings.Join(all[topic][0], ", "))
			}
		}
		for _, column := range all[topic][0] {
			for _, field := range []string{"position[", "velocity[", "effort["} {
				if index, isIt := strings.CutPrefix(column, field); isIt && strings.Trim(index, "0123456789]") == "" {
					t.Errorf("topic %s has the column %s, which names no joint", topic, column)
				}
			}
		}
	}
}

// The names are in the order of the vectors: what the plant has under a joint's name is what its
// encoder reads.
func TestColumnsBelongToTheirJoints(t *testing.T) {
	all := tables(t, example, 900*time.Millisecond, "plant/robot.state", "whole_body/arm.state", "mobile_base/wheels.state", "whole_body/perception.snapshot")
	last := func(topic, column string) float64 {
		table := all[topic]
		i := slices.Index(table[0], column)
		if i < 0 {
			t.Fatalf("topic %s has no column %s", topic, column)
		}
		value, err := strconv.ParseFloat(table[len(table)-1][i], 64)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	for joint, topic := range map[string]string{
		"arm_joint_2": "whole_body/arm.state", "arm_joint_4": "whole_body/arm.state", "arm_joint_6": "whole_body/arm.state",
		"mobile_front_left": "mobile_base/wheels.state", "mobile_rear_right": "mobile_base/wheels.state",
	} {
		column := "position[" + joint + "] (rad)"
		if plant, read := last("plant/robot.state", column), last(topic, column); !(math.Abs(plant-read) < 1e-3) {
			t.Errorf("joint %s is at %g rad in the plant, and its drive reads %g", joint, plant, read)
		}
	}
	if column := "position[arm_joint_4] (rad)"; math.Abs(last("plant/robot.state", column)-last("whole_body/perception.snapshot", column)) > 1e-2 {
		t.Error("plant and snapshot have another order")
	}
}

func TestABaseThatASensorMeasuresIsNamed(t *testing.T) {
	all := tables(t, "../../examples/humanoid/app.yaml", 20*time.Millisecond, "plant/robot.base", "humanoid/base.state", "plant/robot.imu")
	for _, topic := range []string{"plant/robot.base", "humanoid/base.state"} {
		got := strings.Join(all[topic][0][4:], "|")
		const want = "position[base.x] (m)|position[base.y] (m)|position[base.z] (m)|position[base.qw]|position[base.qx]|position[base.qy]|position[base.qz]|" +
			"velocity[base.vx] (m/s)|velocity[base.vy] (m/s)|velocity[base.vz] (m/s)|velocity[base.wx] (rad/s)|velocity[base.wy] (rad/s)|velocity[base.wz] (rad/s)|mode"
		if got != want {
			t.Errorf("topic %s has the columns\n%s\nexpected\n%s", topic, got, want)
		}
	}
}

func TestEveryTypeOfJointHasANameAndAUnitForEachOfItsNumbers(t *testing.T) {
	for _, joint := range worlds.JointTypes() {
		all := axesOf(joint)
		for quantity, numbers := range []int{joint.Positions(), joint.Velocities(), joint.Velocities()} {
			if a := all[quantity]; len(a.names) != numbers || len(a.units) != numbers {
				t.Errorf("a %s joint has %d names and %d units of quantity %d; expected %d", joint, len(a.names), len(a.units), quantity, numbers)
			}
		}
	}
	if labels(nil) != nil {
		t.Error("no joints have labels")
	}
}
