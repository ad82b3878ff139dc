package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/srdf"
)

// roadmap returns the job of a roadmap of joints of a robot, which is alone in its environment.
// Meshes are read from the folder of its description.
func (b *databaseBuild) roadmap(w *worlds.World, folder, title, joints string) (job database.Job, err error) {
	if b.nodes < 1 || b.neighbours < 1 {
		return job, usageError{fmt.Errorf("--nodes is %d and --neighbours is %d, expected at least 1", b.nodes, b.neighbours)}
	}
	group, err := groupOrJoints(w, joints)
	if err != nil {
		return job, err
	}
	allowed, err := b.disabled(w)
	if err != nil {
		return job, err
	}
	scene, robot, err := alone(w, folder, allowed)
	if err != nil {
		return job, err
	}
	spec := planning.RoadmapSpec{Seed: b.spec.Seed, Samples: b.nodes, Neighbours: b.neighbours}
	for range max(b.workers, 1) {
		space, err := scene.Space(robot, environment.SpaceOptions{Joints: group.JointNames()})
		if err != nil {
			return job, err
		}
		spec.Spaces = append(spec.Spaces, space)
	}
	return database.RoadmapJob(title+joints, database.GroupRoadmapKey(w, group), spec), nil
}

// groupOrJoints returns a declared joint group, or one of joints that are separated by commas.
func groupOrJoints(w *worlds.World, text string) (*worlds.JointGroup, error) {
	group, err := w.Group(text)
	if err == nil {
		return group, nil
	}
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if _, known := w.JointIndex(text); len(names) == 0 || len(names) == 1 && known != nil {
		return nil, fmt.Errorf("--roadmap %q: %w; nor is it a joint: %s", text, err, strings.Join(w.JointNames(), ", "))
	}
	if group, err = w.NewGroup("joints", names...); err != nil {
		return nil, fmt.Errorf("--roadmap %q: %w", text, err)
	}
	return group, nil
}

// disabled returns the pairs of links whose collisions the SRDF file disables.
func (b *databaseBuild) disabled(w *worlds.World) (pairs [][2]string, err error) {
	if b.srdf == "" {
		return nil, nil
	}
	if info, err := os.Stat(b.srdf); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("--srdf %s: it is no regular file", b.srdf) // a pipe would wait for its writer
	}
	data, err := os.ReadFile(b.srdf)
	if err != nil {
		return nil, fmt.Errorf("--srdf: %w", err)
	}
	semantics, err := srdf.Parse(b.srdf, data, w)
	if err != nil {
		return nil, err
	}
	for _, pair := range semantics.Disabled {
		pairs = append(pairs, [2]string{pair.A, pair.B})
	}
	return pairs, nil
}

// alone returns a scene with a robot and nothing else. Some pairs of its links may touch.
func alone(w *worlds.World, folder string, allowed [][2]string) (*environment.Scene, environment.Handle, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, environment.Handle{}, err
	}
	defer root.Close()
	edit := environment.New("alone").Edit()
	robot, err := edit.AddRobot(environment.RobotSpec{Name: w.Name(), World: w, Allowed: allowed, Meshes: environment.MeshFiles(root.FS(), true)})
	return edit.Scene(), robot, err
}
