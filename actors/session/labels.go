package session

import (
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// taskNamer is a controller with tasks. It names them with the units of their errors and speeds, as
// in "reach (m)", and the states of its behaviour.
type taskNamer interface {
	TaskLabels() (errors, speeds []string)
	StateNames() []string
}

// describe returns the names and the units of the elements of recorded vectors.
func (s *Session) describe(topic string) []record.Entry {
	for _, c := range s.met.newestFirst() {
		if entries := describe(c, topic); entries != nil {
			return entries
		}
	}
	return nil
}

func describe(c *app.Config, topic string) []record.Entry {
	for i := range c.Worlds {
		w := &c.Worlds[i]
		if joints := jointsOf(w, topic); joints != nil {
			return append(labels(joints), driveUnits(w, topic, joints)...)
		}
		for p := range w.Actors {
			if tasks, ok := w.Actors[p].Instance.(taskNamer); ok && topic == w.Actors[p].Path+".status" {
				errors, speeds := tasks.TaskLabels()
				return []record.Entry{record.FieldNames("error", errors), record.FieldNames("speed", speeds), record.ValueNames("state", tasks.StateNames())}
			}
		}
	}
	if joint, ok := coupled(c, topic); ok {
		return labels([]worlds.Joint{joint})
	}
	return labels(ofPlant(c, topic))
}

// driveUnits returns the units of what drives measure and are commanded beside their motion.
func driveUnits(w *app.World, topic string, joints []worlds.Joint) (entries []record.Entry) {
	var efforts []string
	for _, j := range joints {
		if axes := axesOf(j.Type); len(axes[2].units) == 1 {
			efforts = append(efforts, axes[2].units[0])
		}
	}
	for _, d := range w.Drives {
		switch topic {
		case d.Path + ".state":
			for field, unit := range map[string]string{"temperature": "degC", "voltage": "V", "current": "A"} {
				entries = append(entries, record.FieldUnits(field, slices.Repeat([]string{unit}, len(joints))))
			}
			slices.SortFunc(entries, func(a, b record.Entry) int { return strings.Compare(a.Key, b.Key) })
		case w.Name + "/" + app.GateActor + "." + d.Name:
			entries = append(entries, record.FieldUnits("max_effort", efforts))
		}
	}
	return entries
}

// jointsOf returns the joints in an output of a world's actors, in order, or nil.
func jointsOf(w *app.World, topic string) (joints []worlds.Joint) {
	if topic == w.Name+"/"+app.PerceptionActor+".snapshot" {
		return w.Model.Joints()
	}
	for _, d := range w.Drives {
		if topic == d.Path+".state" || topic == w.Name+"/"+app.GateActor+"."+d.Name {
			for _, j := range d.Joints {
				joints = append(joints, w.Model.Joint(j))
			}
			return joints
		}
	}
	for p := range w.Actors {
		switch proc := &w.Actors[p]; {
		case proc.Group != nil && topic == proc.Path+".command":
			for _, j := range proc.Group.Joints() {
				joints = append(joints, w.Model.Joint(j))
			}
			return joints
		case topic == proc.Path+".model":
			return w.Model.Joints()
		}
	}
	for j := range w.Joints {
		if from := w.Joints[j].State.From; from == topic || topic == w.Name+"/"+app.GateActor+"."+app.VirtualPort(w.Joints[j].Name) {
			return []worlds.Joint{w.Model.Joint(j)}
		}
	}
	return nil
}

// coupled returns the virtual joint whose commands or states an output carries between two worlds.
func coupled(c *app.Config, topic string) (worlds.Joint, bool) {
	for i := range c.Couplings {
		k := &c.Couplings[i]
		from := &c.Worlds[k.State.From.World]
		switch {
		case topic == from.Actors[k.State.From.Actor].Path+"."+k.State.From.Port:
		case k.Command != nil && topic == c.Worlds[k.Command.To.World].Name+"/"+app.CouplingActor+"_"+k.Joint+".out":
		default:
			continue
		}
		return from.Model.Joint(k.State.From.Joint), true
	}
	return worlds.Joint{}, false
}

// ofPlant returns the joints whose state an output of a simulated robot carries.
func ofPlant(c *app.Config, topic string) []worlds.Joint {
	actor, port, _ := strings.Cut(topic, ".")
	p := c.PlantAt(actor)
	if p == nil || p.Model == nil {
		return nil
	}
	if port == "state" {
		return p.Model.Joints()
	}
	carrying, ok := p.Instance.(hardware.SensorProvider)
	if !ok {
		return nil
	}
	for _, sensor := range carrying.Sensors() {
		if j, err := p.Model.JointIndex(sensor.Joint); err == nil && port == sensor.Port {
			return []worlds.Joint{p.Model.Joint(j)}
		}
	}
	return nil
}

// axes has the names and units of the elements of one quantity of a joint. A single element has no
// name.
type axes struct{ names, units []string }

// Positions, velocities and efforts of joints, in the layout of package messages.
var (
	turning = [3]axes{{[]string{""}, []string{"rad"}}, {[]string{""}, []string{"rad/s"}}, {[]string{""}, []string{"N m"}}}
	sliding = [3]axes{{[]string{""}, []string{"m"}}, {[]string{""}, []string{"m/s"}}, {[]string{""}, []string{"N"}}}
	planar  = [3]axes{
		{[]string{".x", ".y", ".theta"}, []string{"m", "m", "rad"}},
		{[]string{".vx", ".vy", ".omega"}, []string{"m/s", "m/s", "rad/s"}},
		{[]string{".fx", ".fy", ".mz"}, []string{"N", "N", "N m"}},
	}
	floating = [3]axes{
		{[]string{".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"}, []string{"m", "m", "m", "", "", "", ""}},
		{[]string{".vx", ".vy", ".vz", ".wx", ".wy", ".wz"}, []string{"m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s"}},
		{[]string{".fx", ".fy", ".fz", ".mx", ".my", ".mz"}, []string{"N", "N", "N", "N m", "N m", "N m"}},
	}
)

// axesOf returns the axes of a joint's positions, velocities and efforts.
func axesOf(t worlds.JointType) [3]axes {
	switch t {
	case worlds.Revolute, worlds.Continuous:
		return turning
	case worlds.Prismatic:
		return sliding
	case worlds.Planar:
		return planar
	case worlds.Floating:
		return floating
	}
	return [3]axes{}
}

// labels returns the metadata of a channel whose lists have one element per joint, or per position
// or velocity of a joint.
func labels(joints []worlds.Joint) []record.Entry {
	if len(joints) == 0 {
		return nil
	}
	var names []string
	var elements, units [3][]string
	for _, joint := range joints {
		names = append(names, joint.Name)
		for quantity, axes := range axesOf(joint.Type) {
			for _, axis := range axes.names {
				elements[quantity] = append(elements[quantity], joint.Name+axis)
			}
			units[quantity] = append(units[quantity], axes.units...)
		}
	}
	entries := []record.Entry{record.Names(names)}
	for _, field := range []struct {
		name     string
		quantity int
	}{{"position", 0}, {"velocity", 1}, {"effort", 2}, {"bias", 2}, {"gravity", 2}} {
		if !slices.Equal(elements[field.quantity], names) {
			entries = append(entries, record.FieldNames(field.name, elements[field.quantity]))
		}
		entries = append(entries, record.FieldUnits(field.name, units[field.quantity]))
	}
	return entries
}
