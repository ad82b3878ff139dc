package pickplace

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var seeds = flag.Int("seeds", 4, "number of runs with a drawn cart")

const (
	look    = 20 * time.Millisecond // between two looks at the scene
	longest = 180 * time.Second
	careful = 0.05            // m, distance from the arm at which the cart halts
	drives  = 5 * time.Second // about what the cart needs for its way
)

// cell is a run of the application with a cart that carries a post.
type cell struct {
	t      *testing.T
	sys    *actors.System
	scene  *environment.Scene
	cart   cart
	report string
	stops  int
	placed []messages.Instant // when the cans were placed
	notes  []string           // of the work and of the arm
	fails  bool               // a failure of an actor is expected
}

// cart drives to a place in front of the arm, waits and drives away again. It halts before it runs
// into the arm, as a person who pushes it would.
type cart struct {
	at, home, goal [2]float64
	begin          messages.Instant
	stays          time.Duration
	speed          float64 // m/s
}

func drawCart(seed uint64) cart {
	rng := rand.New(rand.NewPCG(seed, 7))
	home := [2]float64{0.35, -1.1}
	return cart{at: home, home: home, goal: [2]float64{0.3 + 0.25*rng.Float64(), -0.5 + 0.4*rng.Float64()},
		begin: messages.Instant(20e9 * rng.Float64()), stays: time.Duration((3 + 8*rng.Float64()) * 1e9), speed: 0.1 + 0.15*rng.Float64()}
}

// next returns where the cart would be after a time.
func (c *cart) next(now messages.Instant, step time.Duration) [2]float64 {
	goal := c.goal
	switch {
	case now < c.begin:
		return c.at
	case now.Sub(c.begin) > drives+c.stays:
		goal = c.home
	}
	dx, dy := goal[0]-c.at[0], goal[1]-c.at[1]
	way := math.Hypot(dx, dy)
	if way < 1e-9 {
		return c.at
	}
	share := min(c.speed*step.Seconds()/way, 1)
	return [2]float64{c.at[0] + share*dx, c.at[1] + share*dy}
}

func newCell(t *testing.T, seed uint64, ownCart bool) *cell {
	t.Helper()
	return newCellOf(t, run.Load(t, "app.yaml"), seed, ownCart)
}

func newCellOf(t *testing.T, config *app.Config, seed uint64, ownCart bool) *cell {
	t.Helper()
	if !ownCart {
		world := &config.Worlds[0]
		world.Actors = slices.DeleteFunc(world.Actors, func(a app.Actor) bool { return a.Name == "cart" })
	}
	c := &cell{t: t, cart: drawCart(seed)}
	sys, err := app.New(config, actors.WithVirtualTime(), actors.WithSeed(seed), actors.WithEvents(func(e messages.Event) {
		switch {
		case e.Source == "arm/work" && strings.HasPrefix(e.Text, "placed "):
			c.report = e.Text
		case e.Source == "arm/work" && strings.Contains(e.Text, " stops: "):
			c.stops++
		case e.Source == "arm/work" && strings.HasSuffix(e.Text, " is placed"):
			c.placed = append(c.placed, e.Time)
		case e.Kind == messages.EventNote && (e.Source == "arm/work" || e.Source == "arm/arm"):
			c.notes = append(c.notes, e.Text)
		case (e.Kind == messages.EventFailed || e.Kind == messages.EventHang) && !c.fails:
			t.Errorf("seed %d: %s", seed, e)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	c.sys = sys
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sys.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// step lets the application and the cart go on, and looks at the scene.
func (c *cell) step() {
	c.t.Helper()
	if err := c.sys.Request("arm/environment", environment.Read{}, func(reply any, err error) {
		if err != nil {
			c.t.Error(err)
			return
		}
		c.scene = reply.(*environment.Scene)
	}); err != nil {
		c.t.Fatal(err)
	}
	if err := c.sys.Advance(look); err != nil {
		c.t.Fatal(err)
	}
	to := c.cart.next(c.sys.Now(), look)
	if c.near(to) {
		return
	}
	c.cart.at = to
	pose := spatial.PoseFromRPY([3]float64{to[0], to[1], 0.5}, [3]float64{})
	if err := c.sys.Send("arm/environment", environment.Observed{Object: "post", Pose: pose, Time: c.sys.Now()}); err != nil {
		c.t.Fatal(err)
	}
}

// untilReported runs until the work ends, and fails at a contact.
func (c *cell) untilReported(most time.Duration) {
	c.t.Helper()
	for c.report == "" && c.sys.Now() < messages.Instant(most) {
		c.step()
		if why := c.contact(c.scene); why != "" {
			c.t.Fatalf("at %v: %s", c.sys.Now(), why)
		}
	}
	if c.report == "" {
		c.t.Fatalf("the work has not ended after %v", most)
	}
}

// wantCans checks that every can is at its place, or in the report.
func (c *cell) wantCans() {
	c.t.Helper()
	for i, x := range []float64{0, 0.1, 0.2} {
		name := fmt.Sprint("can_", i+1)
		h, err := c.scene.Handle(name)
		must(c.t, err)
		pose, err := c.scene.Pose(h)
		must(c.t, err)
		off := math.Hypot(math.Hypot(pose.P[0]-x, pose.P[1]+0.55), pose.P[2]-0.195)
		if reported := strings.Contains(c.report, name+": "); !reported && off > 0.01 {
			c.t.Errorf("%s is %.3f m off its place, at %.3f; the report is %q", name, off, pose.P, c.report)
		}
	}
}

// near reports whether the cart would come too near to the arm. It takes a thicker post for it.
func (c *cell) near(to [2]float64) bool {
	edit := c.scene.Edit()
	h, err := edit.Handle("post")
	must(c.t, err)
	body, err := c.scene.Body(h)
	must(c.t, err)
	body.Pose = spatial.PoseFromRPY([3]float64{to[0], to[1], 0.5}, [3]float64{})
	body.Shapes[0].Radius += careful
	body.Shapes[0].Length += 2 * careful
	must(c.t, edit.Remove(h))
	must(c.t, environment.AddBody{Body: body.BodySpec}.Apply(edit))
	return c.contact(edit.Scene()) != ""
}

// contact names two parts that touch each other and must not, empty for none.
func (c *cell) contact(scene *environment.Scene) string {
	edit := scene.Edit()
	for _, can := range []string{"can_1", "can_2", "can_3"} {
		for _, link := range []string{"hand", "finger_left", "finger_right"} {
			must(c.t, environment.Allow{First: "panda", FirstLink: link, Second: can}.Apply(edit))
		}
		for _, under := range []string{"shelf_board", "box_floor"} {
			must(c.t, environment.Allow{First: can, Second: under}.Apply(edit))
		}
	}
	scene = edit.Scene()
	h, err := scene.Handle("panda")
	must(c.t, err)
	space, err := scene.Space(h, environment.SpaceOptions{Group: "arm"})
	must(c.t, err)
	robot, err := scene.Robot(h)
	must(c.t, err)
	if robot.Stamp == 0 {
		return "" // the joints are not measured yet
	}
	q := make([]float64, space.Dim())
	must(c.t, space.Configuration(q, robot.Position))
	return space.Explain(q)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The cart comes and goes as the seed draws it. Nothing touches what it must not, and every can is
// where it belongs, or the report says why.
func TestTheCansAreMovedAroundACartThatComesAndGoes(t *testing.T) {
	stops := 0
	for seed := range uint64(*seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			c := newCell(t, seed, false)
			c.untilReported(longest)
			c.wantCans()
			t.Logf("%v: %s; %d stops", c.sys.Now(), c.report, c.stops)
			stops += c.stops
		})
	}
	if *seeds >= 4 && stops == 0 {
		t.Error("no cart has stopped the arm in any run: the drawn carts are too harmless")
	}
}

// The cart of the application file comes while the first can is carried, and leaves at 20 s.
func TestTheArmStopsForACartAndGoesOnAroundIt(t *testing.T) {
	c := newCell(t, 1, true)
	for c.report == "" && c.sys.Now() < messages.Instant(longest) {
		must(t, c.sys.Request("arm/environment", environment.Read{}, func(reply any, err error) {
			must(t, err)
			c.scene = reply.(*environment.Scene)
		}))
		must(t, c.sys.Advance(look))
		if why := c.contact(c.scene); why != "" {
			t.Fatalf("at %v: %s", c.sys.Now(), why)
		}
	}
	if c.report != "placed 3 of 3 objects" || c.stops == 0 {
		t.Errorf("after %v the report is %q with %d stops; expected three cans, and a stop for the cart", c.sys.Now(), c.report, c.stops)
	}
	if len(c.placed) == 0 || c.placed[0] > 20e9 {
		t.Errorf("the cans are placed at %v; expected the first one before the cart leaves at 20 s", c.placed)
	}
}
