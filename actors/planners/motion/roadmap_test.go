package motion

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// build writes a file with the roadmap of the crane's arm.
func build(t *testing.T, path, description string) {
	t.Helper()
	w := shelltest.World(t, description)
	group, err := w.Group("arm")
	if err != nil {
		t.Fatal(err)
	}
	e := environment.New("alone").Edit()
	robot, err := e.AddRobot(environment.RobotSpec{Name: "crane", World: w})
	if err != nil {
		t.Fatal(err)
	}
	space, err := e.Scene().Space(robot, environment.SpaceOptions{Group: "arm"})
	if err != nil {
		t.Fatal(err)
	}
	d, err := database.Open(path, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	job := database.RoadmapJob("crane", database.GroupRoadmapKey(w, group), planning.RoadmapSpec{Spaces: []planning.Space{space}, Samples: 300})
	if _, err := d.Build(t.Context(), []database.Job{job}, database.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func withRoadmap(o *Options) { o.Planner, o.Database = "prm", "plans.db" }

// wideTurn is turn with a distance from everything.
func wideTurn() PlanRequest {
	q := turn
	q.Clearance = 0.01
	return q
}

// The roadmap grew without the post, whose place is checked with each request.
func TestARoadmapFromAFileLeadsAroundWhatIsInTheScene(t *testing.T) {
	t.Chdir(t.TempDir())
	build(t, "plans.db", crane)
	room := &roomActor{scene: hall(t, map[string]worlds.Shape{"post": ball(0.8, 0, 0.1)})}
	r := bench(t, room, withRoadmap)
	r.Start()
	first := ask(t, r, wideTurn())
	r.Run(time.Second)
	again := ask(t, r, wideTurn())
	r.Run(time.Second)
	one, is := first.reply.(PlanReply)
	two, same := again.reply.(PlanReply)
	if !is || !same || one.Status != planning.Solved || len(one.Path) < 3 {
		t.Fatalf("the answers are %+v and %+v; expected a way around the post", first, again)
	}
	for i, q := range one.Path {
		for k, v := range q {
			if v != two.Path[i][k] {
				t.Fatalf("the second path differs: %v and %v", one.Path, two.Path)
			}
		}
	}
	space, err := room.scene.Space(mustHandle(t, room.scene), environment.SpaceOptions{Group: "arm", Step: 1.0 / 256})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(one.Positions); i++ {
		if !space.FreeEdge(one.Positions[i-1], one.Positions[i]) {
			t.Fatalf("the motion is not free at point %d: %s", i, space.Explain(one.Positions[i]))
		}
	}
}

func mustHandle(t *testing.T, s *environment.Scene) environment.Handle {
	t.Helper()
	h, err := s.Handle("crane")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// With a roadmap that leads around the post already, a search tries fewer configurations.
func TestTheRoadmapOfTheFileIsUsed(t *testing.T) {
	t.Chdir(t.TempDir())
	build(t, "plans.db", crane)
	w := shelltest.World(t, crane)
	group, err := w.Group("arm")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	withRoadmap(&o)
	known, err := o.roadmap("", w, group)
	if err != nil || known.Nodes() < 100 {
		t.Fatalf("the roadmap is %+v, %v", known, err)
	}
	o.JointGroup, o.Robot, o.Tool, o.Iterations = "arm", "crane", "hand", 1
	scene := hall(t, map[string]worlds.Shape{"post": ball(0.8, 0, 0.1)})
	for name, c := range map[string]struct {
		roadmap *planning.Roadmap
		status  planning.Status
	}{"with it": {known, planning.Solved}, "without": {nil, planning.IterationLimit}} {
		s, err := newSearcher(o, w, group, c.roadmap)
		if err != nil {
			t.Fatal(err)
		}
		if r := mustPlan(t, s, scene, wideTurn()); r.Status != c.status {
			t.Errorf("%s: %v, %s; expected %v after one iteration", name, r.Status, r.Detail, c.status)
		}
	}
}

func TestAFileThatCannotServeNamesTheCommandThatBuildsIt(t *testing.T) {
	const command = "robo-actors database build plans.db ROBOT --roadmap slide,shoulder,elbow,wrist"
	damage := func(how func(data []byte) []byte) func(t *testing.T) {
		return func(t *testing.T) {
			build(t, "plans.db", crane)
			data, err := os.ReadFile("plans.db")
			if err == nil {
				err = os.WriteFile("plans.db", how(data), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	cut := func(data []byte) []byte { return data[:len(data)/2] }
	flip := func(data []byte) []byte { // within the entry
		data[bytes.Index(data, []byte("robo-roadmap"))+100] ^= 0x55
		return data
	}
	for name, c := range map[string]struct {
		prepare func(t *testing.T)
		change  func(*Options)
		want    string
	}{
		"missing":                 {func(*testing.T) {}, nil, "no such file"},
		"another program's":       {func(t *testing.T) { _ = os.WriteFile("plans.db", []byte("notes"), 0o644) }, nil, command + " --replace"},
		"damaged pages":           {damage(cut), nil, command + " --replace"},
		"damaged entry":           {damage(flip), nil, command + " --force"},
		"of a robot that changed": {func(t *testing.T) { build(t, "plans.db", strings.Replace(crane, "upper: 2.8", "upper: 2.7", 1)) }, nil, "the robot has changed"},
		"outside of the folder":   {func(*testing.T) {}, func(o *Options) { o.Database = "../plans.db" }, "escapes"},
		"of another planner":      {func(*testing.T) {}, func(o *Options) { o.Planner = "birrt" }, "planner birrt uses no roadmap"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			c.prepare(t)
			r := bench(t, &roomActor{}, func(o *Options) {
				withRoadmap(o)
				if c.change != nil {
					c.change(o)
				}
			})
			err := r.Build()
			var option *messages.OptionError
			if !errors.As(err, &option) || option.Path != "database" || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("the error is %v; expected one about option database with %q", err, c.want)
			}
			if c.change == nil && !strings.Contains(err.Error(), command) {
				t.Errorf("the error is %v; expected it to name %q", err, command)
			}
		})
	}
}
