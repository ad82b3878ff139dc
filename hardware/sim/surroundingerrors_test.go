package sim

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
)

func TestErrorsOfSurroundingsBeginWithThePathsOfOptions(t *testing.T) {
	fine := func() *PlantOptions {
		return &PlantOptions{
			Ground:   GroundOptions{Friction: 0.5, Height: -2},
			Surfaces: []SurfaceOptions{{Name: "table (old)", Box: [3]float64{1, 1, 1}, Position: [3]float64{5, 0, 0}, Friction: 0.5}},
			Contacts: []ContactOptions{{Body: "leaf", Points: [][3]float64{{0, 0, 1}}}},
			Springs:  []SpringOptions{{Joint: "hinge", Stiffness: 1}},
			Latches:  []LatchOptions{{Joint: "hinge", HandleJoint: "turn", Release: 0.6}},
			Grasps:   []GraspOptions{{Name: "g", Body: "leaf", OnBody: "handle"}},
		}
	}
	if _, _, err := fine().MakePlant(hardware.PlantContext{World: door(t, nil)}); err != nil {
		t.Fatalf("the surroundings without a mistake are refused: %v", err)
	}
	for want, spoil := range map[string]func(*PlantOptions){
		"ground.friction: friction is -1; expected":                              func(o *PlantOptions) { o.Ground.Friction = -1 },
		"surfaces[0].friction: friction is -1; expected":                         func(o *PlantOptions) { o.Surfaces[0].Friction = -1 },
		"surfaces[0].name: another surface has that name":                        func(o *PlantOptions) { o.Surfaces[0].Name = "ground" },
		"surfaces[0].box: box is [1 0 1] m":                                      func(o *PlantOptions) { o.Surfaces[0].Box[1] = 0 },
		"surfaces[0].orientation: position ":                                     func(o *PlantOptions) { o.Surfaces[0].Orientation[0] = 2 },
		"contacts[0].points: points is empty":                                    func(o *PlantOptions) { o.Contacts[0].Points = nil },
		"contacts[0].points: at the start the point (0, 0, -3)":                  func(o *PlantOptions) { o.Contacts[0].Points[0][2] = -3 },
		`contacts[0].surfaces[1]: no surface is named "gruond"; known: ground, `: func(o *PlantOptions) { o.Contacts[0].Surfaces = []string{"ground", "gruond"} },
		"contacts[1].name: another set":                                          func(o *PlantOptions) { o.Contacts = append(o.Contacts, o.Contacts[0]) },
		"contacts[0]: there is no surface":                                       func(o *PlantOptions) { o.Ground, o.Surfaces = GroundOptions{}, nil },
		"springs[0].stiffness: stiffness is 1e+12; the step":                     func(o *PlantOptions) { o.Springs[0].Stiffness = 1e12 },
		"latches[0].handle_joint: world ":                                        func(o *PlantOptions) { o.Latches[0].HandleJoint = "trun" },
		"latches[0]: at 0, handle turn, release 0":                               func(o *PlantOptions) { o.Latches[0].Release = 0 },
		"grasps[0].on_orientation: position ":                                    func(o *PlantOptions) { o.Grasps[0].OnOrientation[1] = 3 },
		"grasps[0]: no joint lies between":                                       func(o *PlantOptions) { o.Grasps[0].OnBody = "leaf" },
		"grasps[0].closed: closed and opened are 0 and 0":                        func(o *PlantOptions) { o.Grasps[0].Joint = "turn" },
		"pushes[0]: push of body":                                                func(o *PlantOptions) { o.Pushes = []PushOptions{{Body: "leaf"}} },
		`start[1].position: joint "hinge" is given twice`: func(o *PlantOptions) {
			o.Start = []StartOptions{{"hinge", []float64{0}}, {"hinge", []float64{0}}}
		},
	} {
		o := fine()
		spoil(o)
		if _, _, err := o.MakePlant(hardware.PlantContext{World: door(t, nil)}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
}
