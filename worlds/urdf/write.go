package urdf

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// ExportError reports the parts of a description that a format cannot express.
type ExportError struct {
	// Parts has one finding for each part, with its path, and with its place where the description
	// carries one.
	Parts *source.Diagnostics
}

// Error returns the printed form of the findings.
func (e *ExportError) Error() string { return e.Parts.Error() }

// Unwrap returns the findings.
func (e *ExportError) Unwrap() error { return e.Parts }

// Write returns a description as URDF. [Parse] of the result gives a world with the same hashes.
// URDF cannot express joint groups, roles other than driven, sets of control modes, armatures,
// limits of planar and floating joints, revolute and prismatic joints without limits of velocity
// and effort, manipulators and sensors: an [*ExportError] lists all of them; [WriteYAML] expresses
// most. A description that worlds.Description.Check refuses is refused with its error. To read
// tensors with negative moments again needs Options.IndefiniteInertia, and to read addresses of
// meshes that lead elsewhere Options.AnyMeshURI.
func Write(d *worlds.Description) ([]byte, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	e := newExport(d, "URDF")
	for i := range d.Groups {
		e.cannot("joint_groups", d.Groups[i].Name, "", d.Groups[i].At, "a joint group", "joint groups of SRDF, or urdf.yaml")
	}
	for i := range d.Joints {
		e.checkJointXML(&d.Joints[i])
	}
	if err := e.err(); err != nil {
		return nil, err
	}
	x := &xmlWriter{}
	x.text("<?xml version=\"1.0\"?>\n<robot name=" + attributeText(e.robot) + ">\n")
	for i := range d.Links {
		x.link(&d.Links[i])
	}
	for i := range d.Joints {
		x.joint(&d.Joints[i])
	}
	x.text("</robot>\n")
	return []byte(x.String()), nil
}

// export collects what cannot be expressed.
type export struct {
	robot, format string
	parts         source.Diagnostics
}

// newExport begins an export, in which manipulators and sensors are inexpressible.
func newExport(d *worlds.Description, format string) *export {
	e := &export{robot: d.Name, format: format}
	if e.robot == "" {
		e.robot = "robot"
	}
	for i := range d.Manipulators {
		e.cannot("manipulators", d.Manipulators[i].Name, "", d.Manipulators[i].At, "a manipulator", "a description without manipulators")
	}
	for i := range d.Sensors {
		e.cannot("sensors", d.Sensors[i].Name, "", d.Sensors[i].At, "a sensor", "a description without sensors")
	}
	for i := range d.Joints {
		e.checkBounds(&d.Joints[i])
	}
	return e
}

// cannot reports a part.
func (e *export) cannot(list, name, field string, at source.Position, what, expected string) {
	path := e.robot + "." + list + "[" + source.Clip(name, 40) + "]"
	if field != "" {
		path += "." + field
	}
	e.parts.Add(source.Diagnostic{Position: at, Path: path, Problem: e.format + " cannot express " + what, Expected: expected})
}

func (e *export) err() error {
	if e.parts.Len() == 0 {
		return nil
	}
	return &ExportError{Parts: &e.parts}
}

// checkBounds reports revolute and prismatic joints without limits of velocity or effort, which no
// reader of URDF accepts.
func (e *export) checkBounds(j *worlds.Joint) {
	if j.Type != worlds.Revolute && j.Type != worlds.Prismatic {
		return
	}
	for _, l := range []struct {
		field string
		value float64
	}{{"velocity", j.Limits[0].Velocity}, {"effort", j.Limits[0].Effort}} {
		if math.IsInf(l.value, 0) {
			e.cannot("joints", j.Name, "limit."+l.field, j.At, "a "+j.Type.String()+" joint without a limit of "+l.field, "a finite "+l.field)
		}
	}
}

// checkJointXML reports what only urdf.yaml has.
func (e *export) checkJointXML(j *worlds.Joint) {
	const yaml = "urdf.yaml, which WriteYAML returns"
	if j.Role != worlds.Driven {
		e.cannot("joints", j.Name, "role", j.At, "the role "+j.Role.String(), yaml)
	}
	if !everyControl(j) {
		e.cannot("joints", j.Name, "control", j.At, "the control modes "+j.Control.String(), yaml)
	}
	if j.Armature != 0 {
		e.cannot("joints", j.Name, "dynamics.armature", j.At, "an armature", yaml)
	}
	if j.Type.Velocities() > 1 {
		for k, limit := range j.Limits {
			if limit != worlds.Unlimited() {
				e.cannot("joints", j.Name, fmt.Sprintf("limits[%d]", k), j.At, "a limit of a "+j.Type.String()+" joint", yaml)
			}
		}
	}
}

// everyControl reports whether the control modes are those that a joint has by default.
func everyControl(j *worlds.Joint) bool {
	return j.Control == messages.ControlNone || j.Control == messages.ControlPositionVelocityEffort
}

// numberText returns the shortest decimal text of a number that is read as the same number.
func numberText(v float64) string { return strconv.FormatFloat(v+0, 'g', -1, 64) }

// vectorText returns numbers with blanks between them.
func vectorText(v []float64) string {
	texts := make([]string, len(v))
	for i := range v {
		texts[i] = numberText(v[i])
	}
	return strings.Join(texts, " ")
}

// rpyOf returns roll, pitch and yaw of a rotation, rad. Where the pitch is a right angle, roll and
// yaw turn about one axis, and the yaw is zero.
func rpyOf(r spatial.Rotation) [3]float64 {
	flat := math.Hypot(r[0], r[3])
	if flat < 1e-12 {
		return [3]float64{math.Atan2(-r[5], r[4]), math.Atan2(-r[6], flat), 0}
	}
	return [3]float64{math.Atan2(r[7], r[8]), math.Atan2(-r[6], flat), math.Atan2(r[3], r[0])}
}

// turned reports whether a pose has another orientation than its parent.
func turned(p *spatial.Pose) bool { return p.R != spatial.IdentityRotation() }
