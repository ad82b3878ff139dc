package physics

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
)

// level is a ground of a friction, among the surfaces.
func TestWrongSurroundingsAreNamedWithTheirPath(t *testing.T) {
	fine := func() Options {
		return Options{
			Surfaces: []SurfaceOptions{level(0.5), {Name: "table", Box: [3]float64{1, 1, 1}, Position: [3]float64{5, 0, 0}, Friction: 0.5}}, Contacts: []ContactOptions{{Body: "leaf", Points: [][3]float64{{0, 0, 1}}, Surfaces: []string{"ground"}}}, Springs: []SpringOptions{{Joint: "hinge", Stiffness: 1}}, Latches: []LatchOptions{{Joint: "hinge", HandleJoint: "turn", Release: 0.6}}, Grasps: []GraspOptions{{Name: "g", Body: "leaf", OnBody: "handle"}},
		}
	}
	if _, err := New(door(t, nil), fine(), nil); err != nil {
		t.Fatalf("the surroundings without a mistake are refused: %v", err)
	}
	for want, spoil := range map[string]func(*Options){
		`surfaces[1].friction: the friction is 0; expected a coefficient above 0`:           func(o *Options) { o.Surfaces[1].Friction = 0 },
		`surfaces[0].friction: the friction is -0.5; expected a coefficient above 0`:        func(o *Options) { o.Surfaces[0].Friction = -0.5 },
		`surfaces[0].restitution: the restitution is 1.5; expected 0 to 1`:                  func(o *Options) { o.Surfaces[0].Restitution = 1.5 },
		`surfaces[1].name: another surface is named "ground"; expected a unique name`:       func(o *Options) { o.Surfaces[1].Name = "ground" },
		`surfaces[1].name: the name is empty`:                                               func(o *Options) { o.Surfaces[1].Name = "" },
		`surfaces[1].box: the box is [1 0 1] m; expected three lengths above 0`:             func(o *Options) { o.Surfaces[1].Box[1] = 0 },
		`surfaces[1].body: unknown body "laef"; known: `:                                    func(o *Options) { o.Surfaces[1].Body = "laef" },
		`surfaces[1].orientation: the orientation is [2 0 0 0]; expected a unit quaternion`: func(o *Options) { o.Surfaces[1].Orientation = [4]float64{2, 0, 0, 0} },
		`contacts[0].body: unknown body "foot"`:                                             func(o *Options) { o.Contacts[0].Body = "foot" },
		`contacts[0].points: there are no points`:                                           func(o *Options) { o.Contacts[0].Points = nil },
		`contacts[0].points[0]: the point is [0 NaN 0] m`:                                   func(o *Options) { o.Contacts[0].Points = [][3]float64{{0, math.NaN(), 0}} },
		`contacts[0].radius: the radius is -1 m`:                                            func(o *Options) { o.Contacts[0].Radius = -1 },
		`contacts[0].shapes[0].size: the box has no size`:                                   func(o *Options) { o.Contacts[0].Shapes = []ShapeOptions{{Options: outline.Options{Shape: "box"}}} },
		`contacts[0].shapes[1].shape: a body has no plane; expected a shape of finite size`: func(o *Options) {
			o.Contacts[0].Shapes = []ShapeOptions{{Options: outline.Options{Shape: "sphere", Radius: 0.1}, Position: [3]float64{2: 1}}, {Options: outline.Options{Shape: "plane"}}}
		},
		`contacts[0].shapes: at the start a shape of body "leaf" lies 0.1 m deep in surface "gr`: func(o *Options) {
			o.Contacts[0].Shapes = []ShapeOptions{{Options: outline.Options{Shape: "sphere", Radius: 0.1}}}
		},
		`surfaces[1].box: the surface is a cone and a box`:                                          func(o *Options) { o.Surfaces[1].Options = outline.Options{Shape: "cone", Radius: 1, Length: 1} },
		`surfaces[1].shape: unknown shape ""`:                                                       func(o *Options) { o.Surfaces[1].Box, o.Surfaces[1].Options = [3]float64{}, outline.Options{Radius: 1} },
		`contacts[0].friction: the friction is -1; expected a coefficient above 0`:                  func(o *Options) { o.Contacts[0].Friction = -1 },
		`contacts[0].surfaces[0]: unknown surface "gruond"; known: ground, table`:                   func(o *Options) { o.Contacts[0].Surfaces[0] = "gruond" },
		`contacts[0].surfaces[0]: no joint lies between body "frame" and surface "gr`:               func(o *Options) { o.Contacts[0].Body = "frame" },
		`contacts[1].name: another set of contacts is named "leaf"`:                                 func(o *Options) { o.Contacts = append(o.Contacts, o.Contacts[0]) },
		`contacts[0].points: at the start the point (0, 0, -0.3) of body "leaf" lies 0.3 m deep in`: func(o *Options) { o.Contacts[0].Points[0][2] = -0.3 },
		`springs[0].joint: unknown joint "hnige"`:                                                   func(o *Options) { o.Springs[0].Joint = "hnige" },
		`latches[0].handle_joint: joint "hinge" cannot release itself`:                              func(o *Options) { o.Latches[0].HandleJoint = "hinge" },
		`latches[0].window: window is -1`:                                                           func(o *Options) { o.Latches[0].Window = -1 },
		`ground.friction: the friction is -1`:                                                       func(o *Options) { o.Ground, o.Surfaces = GroundOptions{Friction: -1}, o.Surfaces[1:] },
		`surfaces[0].name: another surface is named "ground"`:                                       func(o *Options) { o.Ground = GroundOptions{Friction: 1} },
		`contacts[0]: there is no surface that the points may touch`:                                func(o *Options) { o.Surfaces, o.Contacts[0].Surfaces = nil, nil },
		`grasps[0].on_orientation: the orientation is [0 3 0 0]`:                                    func(o *Options) { o.Grasps[0].OnOrientation[1] = 3 },
		`springs[0]: stiffness is -1`:                                                               func(o *Options) { o.Springs[0].Stiffness = -1 },
		`springs[0].stiffness: the stiffness is 1e+12, too stiff for a step of 1ms`:                 func(o *Options) { o.Springs[0].Stiffness = 1e12 },
		`springs[1].stiffness: the stiffness with the other springs of the joint is 4e+06, too stiff for a step of 1ms`: func(o *Options) {
			o.Springs = []SpringOptions{{Joint: "hinge", Stiffness: 2e6}, {Joint: "hinge", Stiffness: 2e6}}
		},
		`latches[0].handle_joint: unknown joint "trun"`:                   func(o *Options) { o.Latches[0].HandleJoint = "trun" },
		`latches[0].release: the release is 0; expected`:                  func(o *Options) { o.Latches[0].Release = 0 },
		`grasps[0].on_body: unknown body "hadnle"`:                        func(o *Options) { o.Grasps[0].OnBody = "hadnle" },
		`grasps[0].free[0]: unknown axis "w"; known: x, y, z, rx, ry, rz`: func(o *Options) { o.Grasps[0].Free = []string{"w"} },
		`grasps[0]: no joint lies between body "leaf" and body "leaf"`:    func(o *Options) { o.Grasps[0].OnBody = "leaf" },
		`grasps[0].closed: closed is 0 and opened 0`:                      func(o *Options) { o.Grasps[0].Joint = "turn" },
		`pushes[1].duration: the push lasts 0s`: func(o *Options) {
			o.Pushes = []PushOptions{{Body: "leaf", Duration: time.Second}, {Body: "leaf", Force: [3]float64{0, 0, 1}}}
		},
		`pushes[0].duration: the push lasts 2000h0m0s; expected above 0, at most 1000h`: func(o *Options) { o.Pushes = []PushOptions{{Body: "leaf", Duration: 2000 * time.Hour}} },
		`start[2].joint: joint "hinge" is given twice`: func(o *Options) {
			o.Start = []StartOptions{{"hinge", []float64{0}}, {"turn", []float64{0}}, {"hinge", []float64{0.1}}}
		},
		`pushes[0].body: no joint moves body "frame"`: func(o *Options) { o.Pushes = []PushOptions{{Body: "frame", Duration: time.Second}} },
		`pushes[0].duration: the push lasts 0s`:       func(o *Options) { o.Pushes = []PushOptions{{Body: "leaf"}} },
	} {
		o := fine()
		spoil(&o)
		if _, err := New(door(t, nil), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
}
