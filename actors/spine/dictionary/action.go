package dictionary

import (
	"math"

	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// maxUnknown is the number of unknown keys that an action lists.
const maxUnknown = 16

// Action is what an agent demands. It is persistent: a message changes the keys that it has, and
// leaves the others. Create one with [NewAction].
type Action struct {
	// Servos are the demands to the servos, in the order of the names.
	Servos []ServoAction
	// Target is the motion that the agent demands of the balancer; zero unless it was sent.
	Target messages.GroundTarget
	// Env is the newest value of the key env, in MessagePack: what the agent adds to the log. It is
	// empty until the agent sends one.
	Env []byte
	// Unknown lists up to 16 paths of unknown keys, such as servo.left_hipp; UnknownKeys counts how
	// often messages had such keys.
	Unknown     []string
	UnknownKeys uint64

	names    []string
	index    map[string]int
	defaults ServoAction
	next     []ServoAction // scratch of Merge
	path     []byte        // scratch of note
}

// ServoAction is the demand to one servo. The servo's torque is feedforward_torque + kp kp_scale
// (position - measured position) + kd kd_scale (velocity - measured velocity), within
// +-maximum_torque.
type ServoAction struct {
	Position          float64 // rad; NaN for no feedback of the position
	Velocity          float64 // rad/s
	FeedforwardTorque float64 // N m
	KpScale, KdScale  float64
	MaximumTorque     float64 // N m
}

// DefaultServoAction returns the demand to a servo before an agent sends one: no feedback of the
// position, zero velocity, and at most 1 N m.
func DefaultServoAction() ServoAction {
	return ServoAction{Position: math.NaN(), KpScale: 1, KdScale: 1, MaximumTorque: 1}
}

// NewAction returns an action for the servos with these names, which all have the defaults.
func NewAction(names []string, defaults ServoAction) *Action {
	a := &Action{
		Servos: make([]ServoAction, len(names)), names: append([]string(nil), names...),
		index: make(map[string]int, len(names)), defaults: defaults, next: make([]ServoAction, len(names)),
	}
	for i, name := range names {
		a.index[name] = i
	}
	a.Reset()
	return a
}

// Reset returns to the state of [NewAction].
func (a *Action) Reset() {
	for i := range a.Servos {
		a.Servos[i] = a.defaults
	}
	a.Target = messages.GroundTarget{}
	a.Env, a.Unknown, a.UnknownKeys = a.Env[:0], a.Unknown[:0], 0
}

// Assign makes the action equal to another one for the same servos. It allocates nothing once Env
// and Unknown have grown.
func (a *Action) Assign(from *Action) {
	copy(a.Servos, from.Servos)
	a.Target, a.UnknownKeys = from.Target, from.UnknownKeys
	a.Env = append(a.Env[:0], from.Env...)
	a.Unknown = append(a.Unknown[:0], from.Unknown...)
}

// Merge updates the action by a message of an agent. A message that it rejects changes nothing.
// Merge of known keys allocates nothing.
func (a *Action) Merge(data []byte) error {
	if err := check(data, MaxBytes, MaxEntries); err != nil {
		return err
	}
	copy(a.next, a.Servos)
	target, listed, counted := a.Target, len(a.Unknown), a.UnknownKeys
	env, err := a.merge(data)
	if err != nil {
		a.Target, a.Unknown, a.UnknownKeys = target, a.Unknown[:listed], counted
		return err
	}
	copy(a.Servos, a.next)
	if env != nil {
		a.Env = append(a.Env[:0], env...)
	}
	return nil
}

// merge reads a message into a.next, a.Target and the unknown keys, and returns its env.
func (a *Action) merge(data []byte) (env []byte, err error) {
	m, err := entriesOf(data)
	if err != nil {
		return nil, err
	}
	for m.next() {
		switch string(m.key) {
		case "servo":
			err = a.mergeServos(m.value)
		case "bullet":
			_, err = get(targetFields, &a.Target, m.value, func(key, _ []byte) error {
				a.note("bullet.", "", key)
				return nil
			})
		case "env":
			env = m.value
		default:
			a.note("", "", m.key)
		}
		if err != nil {
			return nil, within(m.key, err)
		}
	}
	return env, nil
}

func (a *Action) mergeServos(data []byte) error {
	m, err := entriesOf(data)
	if err != nil {
		return err
	}
	for m.next() {
		i, is := a.index[string(m.key)]
		if !is {
			a.note("servo.", "", m.key)
			continue
		}
		_, err := get(servoActionFields, &a.next[i], m.value, func(key, _ []byte) error {
			a.note("servo.", a.names[i], key)
			return nil
		})
		if err != nil {
			return within(m.key, err)
		}
	}
	return nil
}

// note counts an unknown key, and lists it unless the list is full or has it.
func (a *Action) note(above, name string, key []byte) {
	a.UnknownKeys++
	if len(a.Unknown) == maxUnknown {
		return
	}
	a.path = append(append(a.path[:0], above...), name...)
	if name != "" {
		a.path = append(a.path, '.')
	}
	a.path = append(a.path, key...)
	for _, known := range a.Unknown {
		if known == string(a.path) {
			return
		}
	}
	a.Unknown = append(a.Unknown, string(a.path))
}

// Nearest returns the known key that an unknown key is most likely a slip of, or false.
func (a *Action) Nearest(unknown string) (key string, ok bool) {
	known := []string{"servo", "bullet", "env"}
	for _, name := range a.names {
		known = append(known, "servo."+name)
		for _, f := range servoActionFields {
			known = append(known, "servo."+name+"."+f.key)
		}
	}
	for _, f := range targetFields {
		known = append(known, "bullet."+f.key)
	}
	return source.Nearest(unknown, known)
}

// Append appends the action as a message: the servos with these indices, all of them if there are
// none, the target of the balancer, and env if there is one.
func (a *Action) Append(b []byte, servos ...int) []byte {
	n := len(servos)
	if n == 0 {
		n = len(a.Servos)
	}
	keys := uint32(2)
	if len(a.Env) > 0 {
		keys = 3
	}
	b = msgp.AppendString(msgp.AppendMapHeader(b, keys), "servo")
	b = msgp.AppendMapHeader(b, uint32(n))
	for k := range n {
		i := k
		if len(servos) > 0 {
			i = servos[k]
		}
		b = put(msgp.AppendString(b, a.names[i]), servoActionFields, &a.Servos[i])
	}
	b = put(msgp.AppendString(b, "bullet"), targetFields, &a.Target)
	if len(a.Env) > 0 {
		b = append(msgp.AppendString(b, "env"), a.Env...)
	}
	return b
}

var servoActionFields = []field[ServoAction]{
	number("position", finiteOrNaN, func(s *ServoAction) *float64 { return &s.Position }),
	number("velocity", finite, func(s *ServoAction) *float64 { return &s.Velocity }),
	number("feedforward_torque", finite, func(s *ServoAction) *float64 { return &s.FeedforwardTorque }),
	number("kp_scale", notNegative, func(s *ServoAction) *float64 { return &s.KpScale }),
	number("kd_scale", notNegative, func(s *ServoAction) *float64 { return &s.KdScale }),
	number("maximum_torque", notNegative, func(s *ServoAction) *float64 { return &s.MaximumTorque }),
}

var targetFields = []field[messages.GroundTarget]{
	number("target_ground_velocity", finite, func(t *messages.GroundTarget) *float64 { return &t.Velocity }),
	negated("target_yaw_velocity", finite, func(t *messages.GroundTarget) *float64 { return &t.YawVelocity }), // Upkie's turns right
}
