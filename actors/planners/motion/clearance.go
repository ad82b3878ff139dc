package motion

import "github.com/robo-actors/robo-actors/worlds/environment"

// The clearances, m, that motions have even where a request asks for none: planned ones, and those
// that Verify and Blocked accept. A controller is off a motion by about 1 mrad, which is 1 mm at
// the end of an arm of 1 m, and cuts the corners between points 20 ms apart by up to 0.5 mrad, at
// an acceleration of 10 rad/s^2. The difference of the two is for motions that just keep the first.
const (
	plannedLeast  = 0.004
	acceptedLeast = 0.002
)

// A motion that begins nearer to something than that may go on so near: it keeps these shares of
// the clearance at its start.
const (
	plannedShare  = 0.9
	acceptedShare = 0.5
)

// margin returns the clearance of a motion: what a request asks for, and at least the given one or
// the share of that at the start, m. The space has no margin of its own.
func margin(space *environment.Space, asked, least, share float64, start []float64) float64 {
	if asked >= least || len(start) != space.Dim() {
		return max(asked, least)
	}
	return max(asked, min(least, share*space.Clearance(start, nil)))
}

// accepted returns the space of a request in which Verify checks motions and Blocked what is left
// of them: with half the clearances of the request.
func accepted(scene *environment.Scene, robot string, joints []string, q *PlanRequest) (*environment.Space, error) {
	h, err := scene.Handle(robot)
	if err != nil {
		return nil, err
	}
	if scene, err = touching(scene, h, q); err == nil {
		scene, err = widened(scene, q.Keep, 0.5)
	}
	if err != nil {
		return nil, err
	}
	bare, err := scene.Space(h, environment.SpaceOptions{Joints: joints})
	if err != nil {
		return nil, err
	}
	away := margin(bare, q.Clearance/2, acceptedLeast, acceptedShare, q.From)
	return scene.Space(h, environment.SpaceOptions{Joints: joints, Margin: away})
}
