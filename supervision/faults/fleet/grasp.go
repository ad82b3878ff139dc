package fleet

import "fmt"

// grasp gives a gripper a ring on a rod, which its fingers hold from the inside while they are far
// enough open, and a switch that reports it. The ring hangs on a spring and slides up and down.
func (d *drawer) grasp(r *robot) {
	r.ring = r.name + "_ring"
	closed, opened := d.between(0.05, 0.07), d.between(0.02, 0.04)
	finger := &r.joints[0]
	if len(r.followers) > 0 && d.chance(0.5) {
		finger = &r.followers[0]
		closed, opened = finger.multiplier*closed+finger.offset, finger.multiplier*opened+finger.offset
	}
	d.files[r.ring+".urdf.yaml"] = fmt.Sprintf(`robot:
  name: %[1]s
  links:
    - {name: %[1]s_rod}
    - {name: %[1]s, inertial: {mass: %.3g, inertia: {ixx: 1e-4, iyy: 1e-4, izz: 1e-4}}}
  joints:
    - {name: %[1]s_slide, type: prismatic, parent: %[1]s_rod, child: %[1]s, role: passive, origin: {xyz: [0, 0, 0.1]}, axis: [0, 0, 1], limits: {lower: -0.1, upper: 0.1, velocity: 1, acceleration: 10, effort: 100}}
`, r.ring, d.between(0.1, 0.3))
	r.spring = fmt.Sprintf("{joint: %s_slide, stiffness: %.3g, damping: 5}", r.ring, d.between(100, 500))
	r.grip = fmt.Sprintf("{name: %s, body: %s_link, on_body: %[1]s, reach: 0.3 m, free: [x, y, rx, ry, rz], joint: %[2]s, closed: %.4g, opened: %.4g}", r.ring, finger.name, closed, opened)
}
