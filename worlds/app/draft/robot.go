package draft

import (
	"errors"
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// robot is a description with what was found out about it.
type robot struct {
	description *worlds.Description
	world       *worlds.World
	space       *rigidbody.Workspace
	followers   rigidbody.Followers
	mass        []float64 // scratch
	pull        []float64 // scratch

	joints []joint // that a drive moves, in the order of the description
	// idle joints belong to nobody: bases that move freely, and joints that may not move or have no
	// effort.
	idle []joint
	// free reports that a floating joint lets the robot fall.
	free  string
	stand stand  // for a free base
	biped *biped // that balances on two wheels, nil for any other robot
	base  *base  // on driven wheels, nil for any other robot
	// rolling are the joints of the wheels, in the order of base.wheels.
	rolling []joint
	note    string // on wheels that move no base
	tip     string // the last body of the longest chain of joints
}

// joint is a joint that a drive moves.
type joint struct {
	name     string
	kind     worlds.JointType
	position int // its place among the positions of the world
	velocity int // its place among the velocities
	limit    worlds.Limit

	start, goal float64 // rad or m
	startWeight float64 // what gravity pulls at the start, N m or N
	weight      float64 // most that gravity pulls at any position tried, N m or N
	inertia     float64 // greatest inertia that it moves, without rotor, kg m^2 or kg

	rotor        float64 // inertia of the rotor as the joint feels it
	brake        float64 // effort of the spring brake, 0: none
	speed        float64 // limit of velocity, of the description or chosen
	acceleration float64
	effort       float64
	rolls        float64 // inertia of the rotor of a wheel that balances, 0 for other joints
	chosen       bool    // the description does not limit speed or effort
	weak         bool    // the effort of the description does not carry the joint
}

// unit is that of a position.
func (j *joint) unit() string {
	if j.kind == worlds.Prismatic {
		return "m"
	}
	return "rad"
}

// examine builds the world of a description and sorts its joints.
func examine(d *worlds.Description) (*robot, error) {
	w, err := worlds.Build(d)
	if err != nil {
		return nil, err
	}
	model, err := w.Model()
	if err != nil {
		return nil, err
	}
	r := &robot{description: d, world: w, space: model.NewWorkspace(), followers: w.Reduction().Followers(),
		mass: make([]float64, model.NV()*model.NV()), pull: make([]float64, model.NV())}
	limits := w.Reduction().Limits()
	for k := range d.Joints { // in the order of the word all
		i, err := w.JointIndex(d.Joints[k].Name)
		if err != nil {
			continue // it is fixed
		}
		of, slot := w.Joint(i), w.Slot(i)
		j := joint{name: of.Name, kind: of.Type, position: slot.Position, velocity: slot.Velocity}
		switch {
		case of.Type == worlds.Fixed || of.Mimic != nil:
			continue
		case slot.VelocityLength != 1:
			r.idle = append(r.idle, j)
			if of.Type == worlds.Floating {
				r.free = of.Name
			}
			continue
		}
		j.limit = limits[slot.Velocity]
		if of.Type == worlds.Continuous {
			j.limit.Lower, j.limit.Upper = r.turns(i)
		}
		if of.Role == worlds.Passive || j.limit.Velocity == 0 || j.limit.Effort == 0 || j.limit.Lower >= j.limit.Upper {
			r.idle = append(r.idle, j)
			continue
		}
		r.joints = append(r.joints, j)
	}
	if len(r.joints) == 0 {
		return nil, errors.New("no joint of the robot can be driven; expected a revolute, continuous or prismatic joint that moves, with limits of velocity and effort above zero")
	}
	r.tip = r.lastBody()
	return r, nil
}

// turns returns the bounds that followers set to a continuous joint.
func (r *robot) turns(joint int) (lower, upper float64) {
	lower, upper = math.Inf(-1), math.Inf(1)
	for i, of := range r.world.Joints() {
		leader, multiplier, offset := r.world.Reduction().Leader(i)
		if leader != joint || of.Mimic == nil || multiplier == 0 {
			continue
		}
		from, to := (of.Limits[0].Lower-offset)/multiplier, (of.Limits[0].Upper-offset)/multiplier
		if from, to = max(lower, min(from, to)), min(upper, max(from, to)); from < to {
			lower, upper = from, to
		}
	}
	return lower, upper
}

// lastBody returns the body at the end of the longest chain of driven joints.
func (r *robot) lastBody() (tip string) {
	driven := map[string]bool{}
	for i := range r.joints {
		driven[r.joints[i].name] = true
	}
	parent := map[string]*worlds.Joint{}
	for i := range r.description.Joints {
		parent[r.description.Joints[i].Child] = &r.description.Joints[i]
	}
	most := -1
	for i := range r.description.Links {
		n := 0
		for at, found := parent[r.description.Links[i].Name], true; found && at != nil; at, found = parent[at.Parent] {
			if driven[at.Name] {
				n++
			}
		}
		if n > most {
			tip, most = r.description.Links[i].Name, n
		}
	}
	return tip
}

// positions returns the positions of the world with every driven joint where of puts it.
func (r *robot) positions(of func(*joint) float64) []float64 {
	q := make([]float64, r.space.Model().NQ())
	_ = r.world.Neutral(q) // the length is right
	for i := range r.idle {
		if j := &r.idle[i]; j.kind.Velocities() == 1 {
			q[j.position] = clamp(0, j.limit.Lower, j.limit.Upper)
		}
	}
	for i := range r.joints {
		q[r.joints[i].position] = of(&r.joints[i])
	}
	r.followers.Positions(q)
	return q
}

// load is what one joint carries and moves.
type load struct{ weight, inertia float64 }

// loads returns what every driven joint carries and moves at positions, with what follows it.
func (r *robot) loads(q []float64) []load {
	all := make([]load, len(r.joints))
	if r.space.SetPosition(q) != nil || r.space.GravityForces(r.pull) != nil || r.space.MassMatrix(r.mass) != nil {
		return all
	}
	n := len(r.pull)
	for i := range r.joints {
		v := r.joints[i].velocity
		for a := range n {
			leader, of := r.followers.Column(a)
			if leader != v {
				continue
			}
			all[i].weight += of * r.pull[a]
			for b := range n {
				if other, share := r.followers.Column(b); other == v {
					all[i].inertia += of * share * r.mass[a*n+b]
				}
			}
		}
	}
	return all
}

// samples is how many positions are tried.
const samples = 60

// drawn returns a position within the limits of a joint, at most half a turn or half a metre from
// its start.
func drawn(j *joint, draws *rand.Rand) float64 {
	reach := math.Pi
	if j.kind == worlds.Prismatic {
		reach = 0.5
	}
	low, high := max(j.limit.Lower, j.start-reach), min(j.limit.Upper, j.start+reach)
	return low + draws.Float64()*(high-low)
}

func clamp(v, low, high float64) float64 { return min(max(v, low), high) }
