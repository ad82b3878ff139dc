// Package kinds registers every kind of actor, driver and plant of this module. A program that
// adds kinds of its own starts from the registry of [Standard]; importing a package registers
// nothing.
package kinds

import (
	"errors"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/differentialdrive"
	"github.com/robo-actors/robo-actors/actors/controllers/exportedjoints"
	"github.com/robo-actors/robo-actors/actors/controllers/jointspace"
	"github.com/robo-actors/robo-actors/actors/controllers/mecanum"
	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/actors/observers/baseorientation"
	"github.com/robo-actors/robo-actors/actors/observers/floatingbase"
	"github.com/robo-actors/robo-actors/actors/observers/floorcontact"
	"github.com/robo-actors/robo-actors/actors/observers/history"
	"github.com/robo-actors/robo-actors/actors/observers/wheelodometry"
	"github.com/robo-actors/robo-actors/actors/planners/bodypath"
	"github.com/robo-actors/robo-actors/actors/planners/elasticplan"
	"github.com/robo-actors/robo-actors/actors/planners/gripperpath"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/actors/planners/pickplace"
	"github.com/robo-actors/robo-actors/actors/planners/spineagent"
	"github.com/robo-actors/robo-actors/actors/planners/wheelbalancer"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/hardware/remote"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/room"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// Standard returns a new registry with every kind of this module.
func Standard() (*actors.Registry, error) {
	r := actors.NewRegistry()
	err := errors.Join(
		sim.Register(r),
		remote.Register(r),
		moteus.Register(r),
		emulator.Register(r),
		actors.Register(r, "kinematics", actors.RoleModel, "poses, Jacobians and, if wanted, dynamics of one snapshot", models.Actor{Options: models.DefaultOptions()}),
		actors.Register(r, "floating_base", actors.RoleObserver, "estimates where a floating base is, from poses and an inertial measurement unit", floatingbase.Actor{Options: floatingbase.DefaultOptions()}),
		actors.Register(r, "base_orientation", actors.RoleObserver, "estimates how a base leans, from an inertial measurement unit that knows its orientation", baseorientation.Actor{Options: baseorientation.DefaultOptions()}),
		actors.Register(r, "floor_contact", actors.RoleObserver, "detects whether a robot on wheels stands on the ground, from torques of its wheels and legs", floorcontact.Actor{Options: floorcontact.DefaultOptions()}),
		actors.Register(r, "wheel_odometry", actors.RoleObserver, "measures how far a robot on wheels has rolled forward", wheelodometry.Actor{}),
		actors.Register(r, "environment", actors.RoleObserver, "owns the room around the robot: bodies, what is grabbed, and clones for planners", environment.Actor{Options: environment.DefaultOptions(), Simulate: room.New}),
		actors.Register(r, "history", actors.RoleObserver, "keeps the newest values of one quantity", history.Actor{Options: history.DefaultOptions()}),
		actors.Register(r, "gripper_path", actors.RolePlanner, "moves the gripper's reference along a time-stamped path in the room", gripperpath.Actor{Options: gripperpath.DefaultOptions()}),
		actors.Register(r, "body_path", actors.RolePlanner, "reports a body of an environment along a path, in the place of a sensor", bodypath.Actor{}),
		actors.Register(r, "motion_planner", actors.RolePlanner, "finds motions of joints around the bodies of an environment", motion.Actor{Options: motion.DefaultOptions()}),
		actors.Register(r, "elastic_plan", actors.RolePlanner, "moves an arm along a plan that deforms around moving bodies of an environment", elasticplan.Actor{Options: elasticplan.DefaultOptions()}),
		actors.Register(r, "pick_and_place", actors.RolePlanner, "moves objects of an environment to their places with an arm and a gripper", pickplace.Actor{Options: pickplace.DefaultOptions()}),
		actors.Register(r, "wheel_balancer", actors.RolePlanner, "balances a robot on two wheels, follows a target over the ground and holds the legs", wheelbalancer.Actor{Options: wheelbalancer.DefaultOptions()}),
		actors.Register(r, "whole_body", actors.RoleController, "follows task sets with strict priorities, by efforts or velocities, and changes between them by a state machine", wholebody.Actor{Options: wholebody.DefaultOptions()}),
		actors.Register(r, "mecanum_base", actors.RoleController, "drives a base on four mecanum wheels and keeps its odometry", mecanum.Actor{Options: mecanum.DefaultOptions()}),
		actors.Register(r, "differential_drive_base", actors.RoleController, "drives a base on two driven wheels and keeps its odometry", differentialdrive.Actor{Options: differentialdrive.DefaultOptions()}),
		actors.Register(r, "spine_agent", actors.RolePlanner, "is an agent of a spine of the same application, for tests and campaigns", spineagent.Actor{Options: spineagent.DefaultOptions()}),
		actors.Register(r, "agent", actors.RoleController, "lets a program outside of this process command the robot, over shared memory", spine.Actor{Options: spine.DefaultOptions()}),
		actors.Register(r, "exported_joints", actors.RoleController, "lets other worlds observe and command joints of this world", exportedjoints.Actor{}),
		actors.Register(r, "joint_space", actors.RoleController, "controls the joints of a joint group one by one: position, velocity, effort", jointspace.Actor{Options: jointspace.DefaultOptions()}),
		actors.Register(r, "joint_trajectory", actors.RoleController, "moves a joint group along time-stamped waypoints", trajectory.Actor{Options: trajectory.DefaultOptions()}),
	)
	if err != nil {
		return nil, err
	}
	r.Rename(actors.RoleController, "operational_space", "whole_body")
	r.Rename(actors.RoleController, "whole_body_velocity", "whole_body")
	return r, nil
}
