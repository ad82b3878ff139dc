package testrobots

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// SerialArm is an arm of revolute joints with the lengths, axes and limits of a robot that is
// sold, and made-up inertias. Its last body "tool" has no joint.
type SerialArm struct {
	Name         string
	Bodies       []rigidbody.Body
	Lower, Upper []float64 // rad, one a joint
}

// armRow is one joint: its frame in the parent, and its limits.
type armRow struct {
	xyz, rpy     [3]float64
	axis         [3]float64
	lower, upper float64
}

const quarter = math.Pi / 2

// SerialArms returns the arms: "panda" (7 joints, one offset at elbow and wrist), "ur5" (6, three
// parallel axes), "iiwa" (7, shoulder and wrist spherical), "puma" (6, wrist spherical, Unimation
// 560).
func SerialArms() []SerialArm {
	z, y := alongZ, alongY
	return []SerialArm{
		serialArm("panda", [3]float64{0, 0, 0.107}, [3]float64{}, []armRow{
			{[3]float64{0, 0, 0.333}, [3]float64{}, z, -2.8973, 2.8973},
			{[3]float64{}, [3]float64{-quarter, 0, 0}, z, -1.7628, 1.7628},
			{[3]float64{0, -0.316, 0}, [3]float64{quarter, 0, 0}, z, -2.8973, 2.8973},
			{[3]float64{0.0825, 0, 0}, [3]float64{quarter, 0, 0}, z, -3.0718, -0.0698},
			{[3]float64{-0.0825, 0.384, 0}, [3]float64{-quarter, 0, 0}, z, -2.8973, 2.8973},
			{[3]float64{}, [3]float64{quarter, 0, 0}, z, -0.0175, 3.7525},
			{[3]float64{0.088, 0, 0}, [3]float64{quarter, 0, 0}, z, -2.8973, 2.8973},
		}),
		serialArm("ur5", [3]float64{0, 0.0823, 0}, [3]float64{-quarter, 0, 0}, []armRow{
			{[3]float64{0, 0, 0.089159}, [3]float64{}, z, -2 * math.Pi, 2 * math.Pi},
			{[3]float64{0, 0.13585, 0}, [3]float64{0, quarter, 0}, y, -2 * math.Pi, 2 * math.Pi},
			{[3]float64{0, -0.1197, 0.425}, [3]float64{}, y, -math.Pi, math.Pi},
			{[3]float64{0, 0, 0.39225}, [3]float64{0, quarter, 0}, y, -2 * math.Pi, 2 * math.Pi},
			{[3]float64{0, 0.093, 0}, [3]float64{}, z, -2 * math.Pi, 2 * math.Pi},
			{[3]float64{0, 0, 0.09465}, [3]float64{}, y, -2 * math.Pi, 2 * math.Pi},
		}),
		serialArm("iiwa", [3]float64{0, 0, 0.045}, [3]float64{}, []armRow{
			{[3]float64{0, 0, 0.1575}, [3]float64{}, z, -2.96705972839, 2.96705972839},
			{[3]float64{0, 0, 0.2025}, [3]float64{quarter, 0, math.Pi}, z, -2.09439510239, 2.09439510239},
			{[3]float64{0, 0.2045, 0}, [3]float64{quarter, 0, math.Pi}, z, -2.96705972839, 2.96705972839},
			{[3]float64{0, 0, 0.2155}, [3]float64{quarter, 0, 0}, z, -2.09439510239, 2.09439510239},
			{[3]float64{0, 0.1845, 0}, [3]float64{-quarter, math.Pi, 0}, z, -2.96705972839, 2.96705972839},
			{[3]float64{0, 0, 0.2155}, [3]float64{quarter, 0, 0}, z, -2.09439510239, 2.09439510239},
			{[3]float64{0, 0.081, 0}, [3]float64{-quarter, math.Pi, 0}, z, -3.05432619099, 3.05432619099},
		}),
		serialArm("puma", [3]float64{0, 0, 0.05625}, [3]float64{}, []armRow{
			{[3]float64{0, 0, 0.67183}, [3]float64{}, z, -2.7925, 2.7925},
			{[3]float64{0, 0.2435, 0}, [3]float64{-quarter, 0, 0}, z, -3.9270, 0.7854},
			{[3]float64{0.4318, 0, -0.0934}, [3]float64{}, z, -0.9163, 4.0579},
			{[3]float64{-0.0203, 0.4331, 0}, [3]float64{-quarter, 0, 0}, z, -1.9373, 2.9671},
			{[3]float64{}, [3]float64{quarter, 0, 0}, z, -1.7453, 1.7453},
			{[3]float64{}, [3]float64{-quarter, 0, 0}, z, -4.6426, 4.6426},
		}),
	}
}

// serialArm builds an arm of its rows and the pose of the tool on its last body.
func serialArm(name string, toolXYZ, toolRPY [3]float64, rows []armRow) SerialArm {
	arm := SerialArm{Name: name}
	for i, r := range rows {
		mass := 4 / float64(i+1)
		arm.Bodies = append(arm.Bodies, rigidbody.Body{
			Name: fmt.Sprintf("link%d", i+1), JointName: fmt.Sprintf("joint%d", i+1), Parent: i - 1, Kind: rigidbody.Revolute,
			Placement: spatial.PoseFromRPY(r.xyz, r.rpy), Axis: r.axis,
			Inertia: rigidbody.Inertia{Mass: mass, Ixx: 0.01 * mass, Iyy: 0.01 * mass, Izz: 0.01 * mass},
		})
		arm.Lower, arm.Upper = append(arm.Lower, r.lower), append(arm.Upper, r.upper)
	}
	arm.Bodies = append(arm.Bodies, rigidbody.Body{Name: "tool", Parent: len(rows) - 1, Kind: rigidbody.Fixed, Placement: spatial.PoseFromRPY(toolXYZ, toolRPY)})
	return arm
}
