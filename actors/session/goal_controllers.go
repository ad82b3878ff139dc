package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// GoalController is a controller that pursues goals.
type GoalController struct {
	Path string
	// Tasks are those with goals. Joints and Parts are what a goal may name: joints, and parts such
	// as position.
	Tasks, Joints, Parts []string
}

// goalGroup is an actor that pursues goals of the joints of a group and is no controller of its
// world.
type goalGroup interface{ GoalGroup() string }

// goalParts is a controller whose goals have parts beside joints.
type goalParts interface{ GoalParts() []string }

// goalControllers describes the controllers that pursue goals.
func (s *Session) goalControllers() (list []GoalController) {
	for w := range s.parts.Config().Worlds {
		world := &s.parts.Config().Worlds[w]
		for p := range world.Actors {
			actor := &world.Actors[p]
			instance, is := actor.Instance.(pursuer)
			if !is || len(instance.GoalTasks()) == 0 {
				continue
			}
			c := GoalController{Path: actor.Path, Tasks: instance.GoalTasks()}
			group := actor.Group
			if named, is := actor.Instance.(goalGroup); is && group == nil {
				group, _ = world.Model.Group(named.GoalGroup()) // the file was checked
			}
			if group != nil {
				c.Joints = group.JointNames()
			}
			if with, is := actor.Instance.(goalParts); is {
				c.Parts = with.GoalParts()
			}
			list = append(list, c)
		}
	}
	return list
}

// GoalControllers returns the controllers that pursue goals.
func (s *Session) GoalControllers() (paths []string) {
	for _, c := range s.goalControllers() {
		paths = append(paths, c.Path)
	}
	return paths
}

// ChooseGoalController returns the only controller that a goal can be for: it has the task, if that
// is not empty, and moves one of the named joints, if any. It returns "" for fewer than two
// controllers, where there is no choice.
func ChooseGoalController(all []GoalController, task string, names []string) (path string, err error) {
	if len(all) < 2 {
		return "", nil
	}
	var fit []string
	var known []string
	for _, c := range all {
		has := slices.Concat(c.Joints, c.Parts)
		known = append(known, has...)
		named := len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return slices.Contains(has, n) })
		if named && (task == "" || slices.Contains(c.Tasks, task)) {
			fit = append(fit, c.Path)
		}
	}
	if len(fit) == 1 {
		return fit[0], nil
	}
	hint := ""
	for _, n := range names {
		if !slices.Contains(known, n) {
			hint = cmp.Or(hint, source.DidYouMean(n, known))
		}
	}
	if hint != "" {
		hint = "; " + hint
	}
	return "", fmt.Errorf("several controllers pursue goals: %s; name one, as --controller %s%s", described(all), cmp.Or(strings.Join(fit[:min(1, len(fit))], ""), all[0].Path), hint)
}

// described lists controllers with what their goals may name.
func described(all []GoalController) string {
	var text []string
	for _, c := range all {
		has := "tasks " + strings.Join(c.Tasks, ", ")
		if len(c.Joints) > 0 {
			has = "joints " + strings.Join(c.Joints, ", ")
		}
		text = append(text, c.Path+" ("+has+")")
	}
	return strings.Join(text, ", ")
}
