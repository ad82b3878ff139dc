package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// databaseBuild has the flags of database build.
type databaseBuild struct {
	manipulator, base, tip, tool string
	spec                         kinematics.ReachabilitySpec
	roadmaps                     []string
	nodes, neighbours            int
	srdf                         string
	grasps                       []string
	gripper                      kinematics.Gripper
	grasping                     kinematics.GraspOptions
	workers                      int
	force, replace               bool
}

func newDatabaseBuild() *cobra.Command {
	var b databaseBuild
	c := &cobra.Command{
		Use:   "build DATABASE [ROBOT]",
		Short: "Compute planning data and keep it in a file",
		Long: `Compute the map of reachability and its inverse for manipulators of a robot description, roadmaps of its joints, and the
grasps of objects, and keep them in a file, which is created where it does not exist. Entries that are there are not computed
again. Ctrl-C ends the build; the finished entries stay.

Without --tip and --roadmap, the manipulators that the description declares are taken. Results do not depend on the number of
workers. --roadmap takes a joint group of the description, or joints in their order, and can be repeated: it computes what the
actor motion_planner with planner prm begins with, and checks collisions of the robot with itself; --srdf names the file with the
pairs of links that may touch.
--grasp takes "box X Y Z" (edges), "cylinder RADIUS LENGTH" or "sphere RADIUS", m, and can be repeated.`,
		Args: func(c *cobra.Command, arguments []string) error {
			if len(arguments) < 1 || len(arguments) > 2 {
				return usageError{fmt.Errorf("%s takes a database and a robot description, got %s; see: %s --help", c.CommandPath(), count(len(arguments), "argument"), c.CommandPath())}
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(before) == 1 {
				return []string{"urdf", "xml", "yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	f := c.Flags()
	f.StringVar(&b.manipulator, "manipulator", "", "a manipulator that the description declares; all of them by default")
	f.StringVar(&b.tip, "tip", "", "link that carries the tool")
	f.StringVar(&b.base, "base", "", "link whose frame the map is in; the root by default")
	f.StringVar(&b.tool, "tool", "", "pose of the tool in the frame of the tip: x y z, or x y z roll pitch yaw, m and rad")
	f.Float64Var(&b.spec.Voxel, "voxel", 0.1, "edge of a voxel, m")
	f.IntVar(&b.spec.Directions, "directions", 32, "directions of the tool's axis")
	f.IntVar(&b.spec.Samples, "samples", 1_000_000, "random configurations")
	f.Uint64Var(&b.spec.Seed, "seed", 0, "of the random configurations")
	f.StringArrayVar(&b.roadmaps, "roadmap", nil, "joint group, or joints separated by commas, to compute a roadmap for")
	f.IntVar(&b.nodes, "nodes", 1000, "random configurations of a roadmap")
	f.IntVar(&b.neighbours, "neighbours", 10, "nearest configurations that a roadmap joins each of them with")
	f.StringVar(&b.srdf, "srdf", "", "SRDF file of the robot: for roadmaps, links may touch whose collisions it disables")
	f.StringArrayVar(&b.grasps, "grasp", nil, "object to grasp")
	f.Float64Var(&b.gripper.Opening, "opening", 0.08, "greatest distance between the fingers, m")
	f.Float64Var(&b.gripper.Depth, "depth", 0.05, "depth from the tool's origin to the palm, m")
	f.Float64Var(&b.gripper.Pad, "pad", 0.02, "width of a finger, m")
	f.Float64Var(&b.gripper.Clearance, "clearance", 0.002, "distance of each finger before it closes, m")
	f.IntVar(&b.workers, "workers", runtime.GOMAXPROCS(0), "threads that compute")
	f.BoolVar(&b.force, "force", false, "compute entries again that are there")
	f.BoolVar(&b.replace, "replace", false, "move a file that is refused aside, and begin a new one")
	c.MarkFlagsMutuallyExclusive("manipulator", "tip")
	c.RunE = b.run
	return c
}

func (b *databaseBuild) run(c *cobra.Command, arguments []string) error {
	jobs, err := b.jobs(arguments)
	if err != nil {
		return err
	}
	if b.workers < 1 {
		return usageError{fmt.Errorf("--workers is %d, expected at least 1", b.workers)}
	}
	open := database.Open
	if b.replace {
		open = func(path string, o database.Options) (*database.DB, error) {
			d, moved, err := database.Replace(path, o)
			if moved != "" {
				fmt.Fprintf(c.ErrOrStderr(), "%s: %s was refused; it is now %s\n", programName(), path, moved)
			}
			return d, err
		}
	}
	d, err := open(arguments[0], database.Options{})
	if err != nil {
		return err
	}
	ctx, stop := endsInOrder(c)
	defer stop()
	line := &buildLine{w: c.ErrOrStderr(), jobs: jobs, changing: terminal(c.ErrOrStderr())}
	report, err := d.Build(ctx, jobs, database.BuildOptions{Force: b.force, Parallel: b.parallel, Progress: line.show})
	line.end()
	if len(report.Built) > 0 {
		err = errors.Join(err, printEntries(c.OutOrStdout(), report.Built))
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: %d built, %d there already\n", d.Path(), len(report.Built), len(report.Kept))
	return errors.Join(err, d.Close())
}

// parallel shares work among the workers.
func (b *databaseBuild) parallel(n int, work func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(b.workers, n) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	all.Wait()
}

// jobs returns what is to be built.
func (b *databaseBuild) jobs(arguments []string) (jobs []database.Job, err error) {
	if b.srdf != "" && len(b.roadmaps) == 0 {
		return nil, usageError{errors.New("--srdf belongs to --roadmap")}
	}
	if len(arguments) == 2 {
		if jobs, err = b.ofRobot(arguments[1]); err != nil {
			return nil, err
		}
	} else if b.tip != "" || b.manipulator != "" || len(b.roadmaps) > 0 {
		return nil, usageError{errors.New("--tip, --manipulator and --roadmap need a robot description")}
	}
	for _, text := range b.grasps {
		object, err := parseObject(text)
		if err == nil {
			_, err = object.Grasps(b.gripper, b.grasping)
		}
		if err != nil {
			return nil, usageError{fmt.Errorf("--grasp %q: %w", text, err)}
		}
		jobs = append(jobs, database.GraspsJob(object, b.gripper, b.grasping))
	}
	if len(jobs) == 0 {
		return nil, usageError{errors.New("there is nothing to build; expected a robot description or --grasp")}
	}
	return jobs, nil
}

// ofRobot returns the jobs of a robot description.
func (b *databaseBuild) ofRobot(name string) (jobs []database.Job, err error) {
	_, w, err := loadDescription(name, nil)
	if err != nil {
		return nil, err
	}
	title := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)) + " "
	for _, joints := range b.roadmaps {
		job, err := b.roadmap(w, filepath.Dir(name), title, joints)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	if len(jobs) > 0 && b.tip == "" && b.manipulator == "" {
		return jobs, nil
	}
	manipulators, err := b.manipulators(w)
	if err != nil {
		return nil, err
	}
	for _, m := range manipulators {
		jobs = append(jobs, database.ReachabilityJobs(title+m.Name(), m, w.Hashes().Geometry, b.spec)...)
	}
	return jobs, nil
}

func (b *databaseBuild) manipulators(w *worlds.World) (all []*kinematics.Manipulator, err error) {
	if b.tip != "" {
		spec := kinematics.Spec{Name: b.tip, Base: b.base, Tip: b.tip}
		if spec.Tool, err = parseTool(b.tool); err != nil {
			return nil, err
		}
		m, err := w.NewManipulator(spec)
		return []*kinematics.Manipulator{m}, err
	}
	if b.base != "" || b.tool != "" {
		return nil, usageError{errors.New("--base and --tool belong to --tip")}
	}
	for _, declared := range w.Manipulators() {
		if b.manipulator != "" && b.manipulator != declared.Name {
			continue
		}
		m, err := w.Manipulator(declared.Name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) == 0 && b.manipulator != "" {
		_, err := w.Manipulator(b.manipulator) // the error lists the known ones
		return nil, err
	}
	if len(all) == 0 {
		return nil, usageError{fmt.Errorf("robot %q declares no manipulator; name the link that carries the tool by --tip: one of %s", w.Name(), strings.Join(w.BodyNames(), ", "))}
	}
	return all, nil
}

// parseTool reads the pose of a tool.
func parseTool(text string) (pose spatial.Pose, err error) {
	values, err := numbers(text)
	switch {
	case err != nil:
		return pose, usageError{fmt.Errorf("--tool %q: %w", text, err)}
	case len(values) == 0 && text == "":
		return spatial.IdentityPose(), nil
	case len(values) == 3:
		values = append(values, 0, 0, 0)
	case len(values) != 6:
		return pose, usageError{fmt.Errorf("--tool %q: got %s, expected x y z or x y z roll pitch yaw", text, count(len(values), "number"))}
	}
	return spatial.PoseFromRPY([3]float64(values), [3]float64(values[3:])), nil
}

// parseObject reads an object to grasp.
func parseObject(text string) (o database.Object, err error) {
	const expected = `expected "box X Y Z", "cylinder RADIUS LENGTH" or "sphere RADIUS"`
	shape, sizes, _ := strings.Cut(strings.TrimSpace(text), " ")
	values, err := numbers(sizes)
	switch {
	case err != nil:
		return o, fmt.Errorf("%w; %s", err, expected)
	case shape == "box" && len(values) == 3:
		o.Box = [3]float64(values)
	case shape == "cylinder" && len(values) == 2:
		o.Cylinder = [2]float64(values)
	case shape == "sphere" && len(values) == 1:
		o.Sphere = values[0]
	default:
		return o, errors.New(expected)
	}
	return o, nil
}

// buildLine shows the progress of a build: one changing line on a terminal; elsewhere a line every
// ten seconds.
type buildLine struct {
	w        io.Writer
	jobs     []database.Job
	changing bool

	mutex sync.Mutex
	shown time.Time
	dirty bool
}

func (l *buildLine) show(job int, share float64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	every := 10 * time.Second
	if l.changing {
		every = look
	}
	if l.shown.IsZero() {
		l.shown = time.Now()
	}
	if time.Since(l.shown) < every {
		return
	}
	l.shown = time.Now()
	text := fmt.Sprintf("%d of %d: %s of %s, %.0f %%", job+1, len(l.jobs), l.jobs[job].Key.Kind, clean(l.jobs[job].Title, ""), 100*share)
	if l.changing {
		l.dirty = true
		fmt.Fprintf(l.w, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(l.w, text)
}

// end clears the changing line.
func (l *buildLine) end() {
	if l.dirty {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}
