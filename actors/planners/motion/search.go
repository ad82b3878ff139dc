package motion

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// room is what a search needs of a scene.
type room struct {
	scene  *environment.Scene
	robot  environment.Handle
	base   spatial.Pose
	spaces []planning.Space   // one for each thread
	exact  *environment.Space // in which the timed motion is checked again, as a client does
	start  []float64
	then   *room // where the motion goes on after its goal, nil where that does not matter
}

// enter prepares a scene for a request.
func (s *searcher) enter(scene *environment.Scene, q *PlanRequest) (*room, error) {
	robot, err := scene.Handle(s.options.Robot)
	if err != nil {
		return nil, err
	}
	now, err := scene.Robot(robot)
	if err != nil {
		return nil, err
	}
	r := &room{scene: scene, robot: robot, base: now.Base}
	if r.start = slices.Clone(q.From); q.From == nil {
		if r.start, err = s.present(scene, robot, now.Position); err != nil {
			return nil, err
		}
	}
	from := *q
	from.From = r.start
	if r.exact, err = accepted(scene, s.options.Robot, s.joints, &from); err != nil {
		return nil, err
	}
	if scene, err = touching(scene, robot, q); err != nil {
		return nil, err
	}
	wide, err := widened(scene, q.Keep, 1)
	if err != nil {
		return nil, err
	}
	bare, err := wide.Space(robot, environment.SpaceOptions{Joints: s.joints})
	if err != nil {
		return nil, err
	}
	away := margin(bare, q.Clearance, plannedLeast, plannedShare, r.start)
	for range s.options.Threads {
		space, err := wide.Space(robot, environment.SpaceOptions{Joints: s.joints, Margin: away})
		if err != nil {
			return nil, err
		}
		r.spaces = append(r.spaces, space)
	}
	return r, nil
}

// present returns the configuration of the joints in a position of the robot.
func (s *searcher) present(scene *environment.Scene, robot environment.Handle, position []float64) ([]float64, error) {
	space, err := scene.Space(robot, environment.SpaceOptions{Joints: s.joints})
	if err != nil {
		return nil, err
	}
	q := make([]float64, len(s.joints))
	return q, space.Configuration(q, position)
}

// onward prepares the room where a motion goes on after its goal.
func (s *searcher) onward(scene *environment.Scene, q *PlanRequest) (*room, error) {
	for i := range q.Goals {
		if q.Goals[i].Then != nil {
			return s.enter(scene, &PlanRequest{From: q.From, Clearance: plannedLeast, Touch: q.ThenTouch, TouchLinks: q.TouchLinks, HeldTouch: q.ThenHeldTouch})
		}
	}
	return nil, nil
}

// touching allows the robot, and what it holds, to touch the objects that a request names.
func touching(scene *environment.Scene, robot environment.Handle, q *PlanRequest) (*environment.Scene, error) {
	edit := scene.Edit()
	links := []environment.Part{{Object: robot}}
	if q.TouchLinks != nil {
		links = nil
		for _, name := range q.TouchLinks {
			links = append(links, environment.Part{Object: robot, Link: name})
		}
	}
	for i, name := range slices.Concat(q.Touch, q.HeldTouch) {
		h, err := scene.Handle(name)
		if err != nil {
			return nil, err
		}
		var mine []environment.Part
		if i < len(q.Touch) {
			mine = slices.Clone(links)
		}
		for _, other := range scene.Handles() {
			if b, err := scene.Body(other); err == nil && b.Holder == robot && other != h {
				mine = append(mine, environment.Part{Object: other})
			}
		}
		for _, m := range mine {
			if err := edit.Allow(m, environment.Part{Object: h}); err != nil {
				return nil, err
			}
		}
	}
	return edit.Scene(), nil
}

// plan carries out a request. Errors report misuse.
func (s *searcher) plan(scene *environment.Scene, q *PlanRequest, parallel func(int, func(int)), progress func(planning.Progress) planning.Action) (*PlanReply, error) {
	r, err := s.enter(scene, q)
	if err == nil {
		r.then, err = s.onward(scene, q)
	}
	if err != nil {
		return nil, err
	}
	var found *planning.Result
	switch {
	case q.Line != nil && len(q.Goals) > 0:
		return nil, errors.New("the request has a line and goals; expected one of them")
	case q.Line != nil:
		found, err = s.line(r, *q.Line)
	case len(q.Goals) == 0:
		return nil, errors.New("the request has no goal and no line; expected one of them")
	default:
		found, err = s.search(r, q.Goals, parallel, progress)
	}
	if err != nil {
		return nil, err
	}
	reply := &PlanReply{Status: found.Status, Detail: found.Detail, Goal: found.Goal, Path: found.Path, Scene: scene.Number()}
	if !found.Status.HasPath() {
		return reply, nil
	}
	return reply, s.time(r, reply)
}

// search looks for a path to one of the goals.
func (s *searcher) search(r *room, goals []Goal, parallel func(int, func(int)), progress func(planning.Progress) planning.Action) (*planning.Result, error) {
	configurations, of, failed, err := s.configurations(r, goals)
	if err != nil || failed != nil {
		return failed, err
	}
	found, err := s.planner.Plan(&planning.Problem{Start: r.start, Goals: configurations, Spaces: r.spaces, Parallel: parallel,
		Seed: uint64(s.options.Seed), MaxIterations: s.options.Iterations, Progress: progress})
	if err != nil || !found.Status.HasPath() {
		return found, err
	}
	short, err := s.shortcut.Plan(&planning.Problem{Path: found.Path, Spaces: r.spaces, Parallel: parallel, Seed: uint64(s.options.Seed), Progress: progress})
	if err != nil {
		return nil, err
	}
	if short.Status.HasPath() {
		found.Path = short.Path
	}
	found.Goal = of[found.Goal]
	return found, nil
}

// enough is the number of configurations after which further goals are left out.
const enough = 24

// configurations returns the configurations that reach the goals, and for each the goal that it
// reaches; or the result of a search that is over, because there is none.
func (s *searcher) configurations(r *room, goals []Goal) (all [][]float64, of []int, failed *planning.Result, err error) {
	why := ""
	for i := 0; i < len(goals) && len(all) < enough; i++ {
		g := &goals[i]
		if g.Positions != nil {
			all, of = append(all, g.Positions), append(of, i)
			continue
		}
		target := kinematics.Target{Kind: kinematics.Pose, Pose: r.base.InverseTimes(&g.Tool)}
		found := s.solver.Solve(&target, &kinematics.Query{Near: r.start, Want: kinematics.All, Accept: r.spaces[0].Free, Seed: uint64(s.options.Seed)})
		if found.Status == kinematics.Invalid || found.Status == kinematics.Unsupported {
			return nil, nil, nil, fmt.Errorf("goals[%d].tool: %s", i, found.Problem)
		}
		why = found.String()
		for _, q := range found.Solutions {
			q = slices.Clone(q) // the solver's result is valid until it solves again
			if g.Then != nil {
				r.then.start = q
				onward, err := s.line(r.then, *g.Then)
				if err != nil {
					return nil, nil, nil, err
				}
				if onward.Status != planning.Solved {
					why = onward.Detail
					continue
				}
			}
			all, of = append(all, q), append(of, i)
		}
	}
	if len(all) == 0 {
		return nil, nil, &planning.Result{Status: planning.Kinematics, Goal: -1, Detail: fmt.Sprintf("no goal is reached; the last of %d: %s", len(goals), why)}, nil
	}
	return all, of, nil, nil
}
