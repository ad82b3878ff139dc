package invariant

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/observers/baseorientation"
	"github.com/robo-actors/robo-actors/actors/observers/floatingbase"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// deviations is how many standard deviations of its noise a component of a measurement may be off.
// A vector has three.
var deviations = 6 * math.Sqrt(3)

// rounds is what rounding takes of an orientation (rad), of a velocity in its unit, and of a
// length (m).
const rounds = 1e-6

// unit is the inertial measurement unit on the floating base of a simulated robot.
type unit struct {
	of      *places
	noise   struct{ gyro, force, turn float64 } // rad/s, m/s^2, rad
	mount   spatial.Quat                        // turns its axes into those of the base
	lever   spatial.Vec                         // from the origin of the base, m
	period  float64                             // s, of the robot
	gravity float64                             // m/s^2
}

// newUnit returns the unit that an output of a robot has; nil for another output, and where the
// unit does not stay in its place on a floating base.
func (w *Watch) newUnit(from string) *unit {
	p := w.plantAt(ownerOf(from))
	if p == nil || from != p.Path+".imu" || w.places[p.Path] == nil {
		return nil
	}
	h := w.places[p.Path]
	model, err := p.Model.Model()
	if err != nil || h.servos == nil || !h.free() {
		return nil
	}
	body, err := p.Model.BodyIndex(h.servos.Imu.Body)
	if err != nil {
		return nil
	}
	child, err := p.Model.BodyIndex(p.Model.Joint(h.floating).Child)
	if err != nil {
		return nil
	}
	space := model.NewWorkspace()
	var at [2]spatial.Pose
	for k := range at {
		if space.SetPosition(bent(p.Model, 0.3*float64(k))) != nil {
			return nil
		}
		at[k] = space.RelativePose(body, child)
	}
	if off := at[0].InverseTimes(&at[1]); off.R.Log().Norm()+spatial.VecOf(off.P).Norm() > rounds {
		return nil
	}
	o := &h.servos.Imu
	turn := spatial.Quat{W: 1}
	if o.Orientation != ([4]float64{}) {
		turn = spatial.QuatOf(o.Orientation).Unit()
	}
	u := &unit{of: h, mount: at[0].R.Quat().Times(turn), lever: at[0].Apply(spatial.VecOf(o.Position)), period: p.Period.Seconds(), gravity: spatial.VecOf(model.Gravity()).Norm()}
	u.noise.gyro, u.noise.force, u.noise.turn = o.GyroNoise, o.AccelerationNoise, o.OrientationNoise
	return u
}

// bent returns a state of a robot whose joints with one axis are all at a position.
func bent(w *worlds.World, position float64) []float64 {
	q := make([]float64, w.NumPositions())
	for i := range w.NumJoints() {
		switch slot := w.Slot(i); {
		case slot.Type == worlds.Floating:
			q[slot.Position+3] = 1
		case slot.PositionLength == 1:
			q[slot.Position] = position
		}
	}
	return q
}

// level is the record of an actor of the kind base_orientation.
type level struct {
	*observer
	unit   *unit
	toUnit spatial.Quat                         // turns the axes of the base into those of the unit
	newest [swingsKept]messages.BaseOrientation // a ring
	count  int
}

// swingsKept is the number of orientations that a balancer may use: the newest one, or one that a
// later cycle has replaced.
const swingsKept = 3

// swings returns the greatest pitch (rad) and rate of turning (rad/s) of the newest orientations.
func (l *level) swings() (pitch, rate float64) {
	for i := range l.newest {
		pitch, rate = max(pitch, math.Abs(l.newest[i].Pitch)), max(rate, spatial.VecOf(l.newest[i].AngularVelocity).Norm())
	}
	return pitch, rate
}

// newLevel returns nil where the true orientation is not known.
func (w *Watch) newLevel(m *world, a *app.Actor, o *baseorientation.Options) estimator {
	u := w.newUnit(fedBy(a, "imu"))
	if u == nil || o.ImuReference != "room" {
		return nil
	}
	turn := spatial.Rotation(o.BaseToImu)
	return &level{observer: newObserver(m, a, "orientation"), unit: u, toUnit: turn.Quat()}
}

// says checks the orientation of a base and how it turns.
func (l *level) says(w *Watch, stamp messages.Stamp, value any) {
	v := value.(*messages.BaseOrientation)
	l.newest[l.count%swingsKept] = *v
	l.count++
	pose, velocity, known := l.unit.of.floated(stamp.Time)
	if !known || !l.quiet(w.now()) {
		return
	}
	turn := spatial.QuatAt(pose[3:]).Times(l.unit.mount).Times(l.toUnit)
	says := spatial.Rotation(v.RotationBaseToWorld)
	off, bound := turn.Conj().Times(says.Quat()).Log().Norm(), deviations*l.unit.noise.turn+rounds
	rate := l.toUnit.Conj().Rotate(l.unit.mount.Conj().Rotate(spatial.VecOf([3]float64(velocity[3:6]))))
	rateOff, rateBound := spatial.VecOf(v.AngularVelocity).Sub(rate).Norm(), deviations*l.unit.noise.gyro+rounds*(1+rate.Norm())
	pitch := math.Atan2(-says[6], math.Copysign(math.Hypot(says[0], says[3]), says[8]))
	switch {
	case off > bound:
		w.violate("V48", l.path, "", fmt.Sprintf("its orientation stamped %s is %.4g rad away from the true one; the unit is off by at most %.4g rad", stamp.Time, off, bound))
	case rateOff > rateBound:
		w.violate("V48", l.path, "", fmt.Sprintf("its angular velocity stamped %s is %.4g rad/s away from the true one; the unit is off by at most %.4g rad/s", stamp.Time, rateOff, rateBound))
	case math.Abs(math.Remainder(v.Pitch-pitch, 2*math.Pi)) > rounds:
		w.violate("V48", l.path, "", fmt.Sprintf("its pitch is %.6f rad, but its rotation leans forward by %.6f rad", v.Pitch, pitch))
	}
}

// floating is the record of an actor of the kind floating_base: of the true motion between its
// values, from which the errors of its filter follow.
//
// Each step of dt adds to the orientation dt/2 of the change of the angular velocity, by which the
// robot and the filter may differ; the poses take it back with orientation_rate. An error of
// orientation turns the specific force, which adds to the velocity; a change of the velocity adds
// dt/2 of it to the position. The poses take both back with two poles at position_rate, r: a step
// of the velocity v leaves v (1 + r t) exp(-r t), at most 1.22 v exp(-r t/2), and of position v t
// exp(-r t), at most 0.74 v/r exp(-r t/2). A step of the position x leaves x |1 - r t| exp(-r t),
// at most x exp(-r t/2), and of velocity r^2 x t exp(-r t), at most 0.74 r x exp(-r t/2). Noise of
// the sensors passes the same poles.
type floating struct {
	*observer
	unit  *unit
	rates struct{ position, orientation float64 } // 1/s
	noise struct{ position, orientation, velocity, rate float64 }

	at       messages.Instant
	velocity spatial.Vec // true one of the unit then, in the room, m/s
	rate     spatial.Vec // true angular velocity then, rad/s
	turned   float64     // rad, what steps have added to the orientation
	sped     float64     // m/s, to the velocity
	moved    float64     // m, to the position
}

// settles is in how many of their longer time constant the poses take back what is unknown: less
// than a millionth is left.
const settles = 15

// newFloating returns nil where the estimator reads other sensors than those of a simulated robot,
// or has the unit in another place than it is.
func (w *Watch) newFloating(m *world, a *app.Actor, o *floatingbase.Options) estimator {
	u, from := w.newUnit(fedBy(a, "imu")), fedBy(a, "pose")
	if u == nil || from != ownerOf(fedBy(a, "imu"))+".base" || u.of.servos.Base.Joint != o.Joint {
		return nil
	}
	mount := spatial.Quat{W: 1}
	if o.Orientation != ([4]float64{}) {
		mount = spatial.QuatOf(o.Orientation).Unit()
	}
	if mount.Conj().Times(u.mount).Log().Norm() > rounds || spatial.VecOf(o.Position).Sub(u.lever).Norm() > rounds {
		return nil
	}
	f := &floating{observer: newObserver(m, a, "state"), unit: u}
	f.rates.position, f.rates.orientation = float64(o.PositionRate), float64(o.OrientationRate)
	s := &u.of.servos.Base
	f.noise.position, f.noise.orientation, f.noise.velocity, f.noise.rate = s.PositionNoise, s.OrientationNoise, s.VelocityNoise, s.AngularVelocityNoise
	return f
}

// says checks the state of a floating base.
func (f *floating) says(w *Watch, stamp messages.Stamp, value any) {
	v := value.(*messages.VirtualState)
	pose, velocity, known := f.unit.of.floated(stamp.Time)
	if !known {
		f.at = 0
		return
	}
	turn, rate := spatial.QuatAt(pose[3:]), spatial.VecOf([3]float64(velocity[3:6]))
	linear := spatial.VecOf([3]float64(velocity[:3]))
	f.advance(stamp, turn, rate, linear)
	if !f.quiet(w.now()) || f.calm > 0 && w.now().Sub(f.calm).Seconds() < settles/min(f.rates.position, f.rates.orientation) {
		return
	}
	lever, gyro := f.unit.lever.Norm(), deviations*f.unit.noise.gyro
	if stamp.Incarnation != f.life { // it has the velocity of its first pose
		gyro = max(gyro, deviations*f.noise.rate)
	}
	e := f.leans()
	way, speed := f.errors(e)
	for _, x := range [...]struct {
		name, unit string
		off, bound float64
	}{
		{"angular velocity", "rad/s", spatial.VecOf([3]float64(v.Velocity[3:6])).Sub(rate).Norm(), gyro + rounds*(1+rate.Norm())},
		{"orientation", "rad", turn.Conj().Times(spatial.QuatAt(v.Position[3:])).Log().Norm(), e},
		{"position", "m", spatial.VecOf([3]float64(v.Position[:3])).Sub(spatial.VecOf([3]float64(pose[:3]))).Norm(), way + lever*e},
		{"velocity", "m/s", spatial.VecOf([3]float64(v.Velocity[:3])).Sub(linear).Norm(), speed + f.velocity.Norm()*e + lever*gyro},
	} {
		if x.off > x.bound {
			w.violate("V48", f.path, "", fmt.Sprintf("its %s stamped %s is %.4g %s away from the true one; its sensors and its filter are off by at most %.4g %s", x.name, stamp.Time, x.off, x.unit, x.bound, x.unit))
		}
	}
}

// advance takes the true motion since the value before into account.
func (f *floating) advance(stamp messages.Stamp, turn spatial.Quat, rate, linear spatial.Vec) {
	velocity := turn.Rotate(linear.AddCross(rate, f.unit.lever))
	dt := stamp.Time.Sub(f.at).Seconds()
	switch {
	case f.at == 0 || stamp.Incarnation != f.life || dt > 1.5*f.unit.period: // the poses have to take back what is unknown, as a value that was not read
		f.turned = deviations * f.noise.orientation
		f.moved = deviations * (f.noise.position + f.unit.lever.Norm()*f.noise.orientation)
		f.sped = deviations * (f.noise.velocity + f.unit.lever.Norm()*f.noise.rate)
		if stamp.Incarnation == f.life {
			f.calm = stamp.Time
		}
	case dt > 0:
		change, bend := velocity.Sub(f.velocity).Norm(), rate.Sub(f.rate).Norm()
		f.turned = f.turned*math.Exp(-f.rates.orientation*dt) + dt/2*bend*(1+2*dt*rate.Norm())
		decays := math.Exp(-f.rates.position * dt / 2)
		force := change/dt + f.unit.gravity
		f.sped = f.sped*decays + dt*force*(f.leans()+rate.Norm()*dt)
		f.moved = f.moved*decays + dt/2*change
	}
	f.at, f.velocity, f.rate = stamp.Time, velocity, rate
}

// leans returns how far the orientation may be off, rad.
func (f *floating) leans() float64 {
	r, dt := f.rates.orientation, f.unit.period
	return f.turned + deviations*math.Sqrt(f.noise.orientation*f.noise.orientation+f.unit.noise.gyro*f.unit.noise.gyro*dt/(2*r)) + rounds
}

// errors returns how far the position (m) and the velocity (m/s) of the unit may be off, with an
// orientation that is off by e rad.
func (f *floating) errors(e float64) (way, speed float64) {
	r, dt := f.rates.position, f.unit.period
	z := f.noise.position + f.unit.lever.Norm()*f.noise.orientation
	noise := func(pose, force float64) float64 {
		return deviations * math.Sqrt(dt*(z*z*pose+f.unit.noise.force*f.unit.noise.force*force))
	}
	way = f.moved + 0.74/r*f.sped + noise(5*r/4, 1/(4*r*r*r)) + rounds
	speed = 1.22*f.sped + 0.74*r*f.moved + noise(r*r*r/4, 5/(4*r)) + rounds
	return way, speed
}
