package environment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// RangeSensor measures the distance to the nearest surface along its x axis.
type RangeSensor struct {
	// Name is unique among the sensors of an environment.
	Name string
	// On carries the sensor: a body, or a link of a robot. The sensor does not see it.
	On Part
	// Pose is that of the sensor in the frame of On. The zero value is the frame of On.
	Pose spatial.Pose
	// Min and Max bound what the sensor can measure, m. What is nearer than Min is reported as Min.
	Min, Max float64
}

// rangeSensor is a sensor of a scene. It never changes.
type rangeSensor struct {
	name     string
	on       *token
	link     int // 0 for a body
	pose     spatial.Pose
	min, max float64
}

// Ray is what a range sensor measured.
type Ray struct {
	// Distance is the measured distance, m; Max of the sensor where it sees nothing.
	Distance float64
	// Hit is the object that the sensor sees, zero for none; Link is its link if it is a robot.
	Hit  Handle
	Link string
}

// AddSensor adds a range sensor.
func (e *Edit) AddSensor(spec RangeSensor) error {
	path := "environment " + source.Quote(e.scene.Name()) + ": sensor " + source.Quote(spec.Name)
	if err := worlds.CheckName(spec.Name); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	at, found := e.scene.sensorAt(spec.Name)
	if found {
		return fmt.Errorf("%s exists already; expected another name", path)
	}
	on, err := e.part(spec.On)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if len(e.scene.sensors) >= MaxObjects {
		return fmt.Errorf("%s: the scene has %d sensors; expected at most that many", path, MaxObjects)
	}
	if e.scene.objects[e.scene.at(spec.On.Object.object)].robot != nil && spec.On.Link == "" {
		return fmt.Errorf("%s is on a robot, without a link; expected one of its links", path)
	}
	pose, err := checkPose(path, spec.Pose)
	if err != nil {
		return err
	}
	if !(spec.Min >= 0 && spec.Min < spec.Max && spec.Max <= mostLength) {
		return fmt.Errorf("%s measures %g m to %g m; expected 0 <= min < max <= %g", path, spec.Min, spec.Max, float64(mostLength))
	}
	e.changed = true
	e.scene.sensors = slices.Insert(slices.Clone(e.scene.sensors), at,
		&rangeSensor{name: spec.Name, on: spec.On.Object.object, link: max(on.link, 0), pose: pose, min: spec.Min, max: spec.Max})
	return nil
}

// RemoveSensor removes a range sensor.
func (e *Edit) RemoveSensor(name string) error {
	at, found := e.scene.sensorAt(name)
	if !found {
		return e.scene.noSensor(name)
	}
	e.changed = true
	e.scene.sensors = slices.Delete(slices.Clone(e.scene.sensors), at, at+1)
	return nil
}

func (s *Scene) sensorAt(name string) (int, bool) {
	return slices.BinarySearchFunc(s.sensors, name, func(r *rangeSensor, name string) int { return cmp.Compare(r.name, name) })
}

func (s *Scene) noSensor(name string) error {
	return &worlds.UnknownNameError{World: s.Name(), Kind: "sensor", Name: name, Known: s.SensorNames()}
}

// SensorNames returns the names of the range sensors, sorted.
func (s *Scene) SensorNames() []string {
	var names []string
	for _, r := range s.sensors {
		names = append(names, r.name)
	}
	return names
}

// Sensor returns a range sensor. The error is a *[worlds.UnknownNameError].
func (s *Scene) Sensor(name string) (RangeSensor, error) {
	i, found := s.sensorAt(name)
	if !found {
		return RangeSensor{}, s.noSensor(name)
	}
	r := s.sensors[i]
	on := Part{Object: Handle{s.environment, r.on}}
	if o := s.objects[s.at(r.on)]; o.robot != nil {
		on.Link = o.robot.names[r.link]
	}
	return RangeSensor{Name: r.name, On: on, Pose: r.pose, Min: r.min, Max: r.max}, nil
}

// Measure returns what a range sensor measures in this scene: the distance at which its ray meets
// the first shape, within 1e-6 m. The error is a *[worlds.UnknownNameError].
func (s *Scene) Measure(name string) (Ray, error) {
	i, found := s.sensorAt(name)
	if !found {
		return Ray{}, s.noSensor(name)
	}
	r := s.sensors[i]
	on := s.linkPose(s.objects[s.at(r.on)], r.link)
	at := on.Times(&r.pose)
	out := Ray{Distance: r.max}
	query := geometry.NewQuery()
	for _, o := range s.objects {
		links := [][]geom{}
		if o.body != nil {
			links = append(links, o.body.geoms)
		} else {
			links = o.robot.geoms
		}
		for link, geoms := range links {
			if o.token == r.on && link == r.link || len(geoms) == 0 {
				continue
			}
			pose := s.linkPose(o, link)
			for _, g := range geoms {
				placed := geometry.Placed{Shape: g.shape, Pose: pose.Times(&g.pose)}
				if d := cast(query, &placed, &at, out.Distance); d < out.Distance {
					out.Distance, out.Hit, out.Link = d, Handle{s.environment, o.token}, ""
					if o.robot != nil {
						out.Link = o.robot.names[link]
					}
				}
			}
		}
	}
	out.Distance = max(out.Distance, r.min)
	return out, nil
}

const (
	rayTolerance = 1e-6 // m, how near to a surface a ray ends
	mostRaySteps = 1000
)

// cast returns the distance at which a ray along x meets a shape, or most if it does not. It
// advances by the distance of the shape, which is never too far (J. C. Hart, Sphere tracing, The
// Visual Computer 12, 1996).
func cast(query *geometry.Query, shape *geometry.Placed, at *spatial.Pose, most float64) float64 {
	point, err := geometry.NewSphere(0)
	if err != nil {
		return most
	}
	head := geometry.Placed{Shape: point, Pose: *at}
	along := at.R.Axis(0)
	gone := 0.0
	for range mostRaySteps {
		head.Pose.P = spatial.VecOf(at.P).AddScaled(gone, along).Array()
		d := query.Distance(&head, shape).Distance
		if d <= rayTolerance || math.IsNaN(d) {
			return gone
		}
		if gone += d; gone >= most {
			return most
		}
	}
	return gone // along a surface that is nearly touched
}
