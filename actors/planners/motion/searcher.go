package motion

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// searcher plans motions in scenes. It is for one job at a time.
type searcher struct {
	options     Options
	joints      []string
	manipulator *kinematics.Manipulator
	solver      kinematics.Solver // of goals
	near        kinematics.Solver // of poses on a line: it stays near where it begins
	planner     planning.Planner
	shortcut    planning.Planner
	limits      planning.Limits // that motions use
}

// spareShare is the share of a joint's range that goals and lines leave at each end.
const spareShare = 0.005

// lanes makes the result of a search independent of its number of threads.
const lanes = 8

// newSearcher returns the searcher of a joint group of a robot. Errors name options.
// Planner prm begins with the roadmap, which may be nil.
func newSearcher(o Options, world *worlds.World, group *worlds.JointGroup, roadmap *planning.Roadmap) (*searcher, error) {
	s := &searcher{options: o, joints: group.JointNames()}
	if err := s.setLimits(world, group); err != nil {
		return nil, err
	}
	if err := s.setSolver(world, group); err != nil {
		return nil, err
	}
	var err error
	if s.planner, err = planning.New(o.Planner, planning.Options{Lanes: lanes, Roadmap: roadmap}); err != nil {
		return nil, messages.InOption("planner", err)
	}
	s.shortcut, err = planning.New("shortcut", planning.Options{})
	return s, err
}

// setLimits takes the limits of the joints from the world.
func (s *searcher) setLimits(world *worlds.World, group *worlds.JointGroup) error {
	all := world.Limits()
	for i, name := range s.joints {
		slot := world.Slot(group.WorldJoint(i))
		if slot.PositionLength != 1 || slot.VelocityLength != 1 {
			return messages.InOption("joint_group", fmt.Errorf("joint %s is %v; expected joints of one degree of freedom", name, slot.Type))
		}
		l := all[slot.Velocity]
		if math.IsInf(l.Velocity, 1) || math.IsInf(l.Acceleration, 1) {
			return messages.InOption("joint_group", fmt.Errorf("joint %s has no limit of velocity or of acceleration; expected both in the robot's description, since motions are timed by them", name))
		}
		s.limits.Velocity = append(s.limits.Velocity, s.options.Speed*l.Velocity)
		s.limits.Acceleration = append(s.limits.Acceleration, s.options.Speed*l.Acceleration)
		s.limits.Jerk = append(s.limits.Jerk, s.options.Speed*l.Jerk)
	}
	return nil
}

// setSolver makes the manipulator of the joint group and the tool.
func (s *searcher) setSolver(world *worlds.World, group *worlds.JointGroup) error {
	model, err := world.Model()
	if err != nil {
		return err
	}
	spec := kinematics.Spec{Name: s.options.JointGroup, Tip: s.options.Tool, Joints: s.joints, Followers: world.Reduction().Followers()}
	limits := world.Reduction().Limits()
	for i := range s.joints {
		l := limits[world.Slot(group.WorldJoint(i)).Velocity]
		spare := 0.0
		if width := l.Upper - l.Lower; !math.IsInf(width, 0) {
			spare = spareShare * width
		}
		spec.Lower, spec.Upper = append(spec.Lower, l.Lower+spare), append(spec.Upper, l.Upper-spare)
	}
	if s.manipulator, err = kinematics.New(model, spec); err != nil {
		return messages.InOption("tool", err)
	}
	if s.solver, err = kinematics.NewSolver(s.options.Solver, s.manipulator, kinematics.Options{MaxSolutions: 8}); err != nil {
		return messages.InOption("solver", err)
	}
	s.near, err = kinematics.NewSolver("numeric", s.manipulator, kinematics.Options{Starts: 1})
	return err
}
