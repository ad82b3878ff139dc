package fleet

import (
	"fmt"
	"math"
)

// parallel makes the second finger of a gripper mimic the first one. It may open by another way,
// and from another place. On some grippers a dial mimics the second finger in turn.
func (d *drawer) parallel(r *robot) {
	first, second := &r.joints[0], &r.joints[1]
	second.mass = d.between(0.05, 0.2)
	multiplier := d.between(0.5, 1.5)
	if d.chance(0.3) { // its axis points the other way
		multiplier, second.axis[1] = -multiplier, -second.axis[1]
	}
	second.follow(first, multiplier, d.between(-0.02, 0.02))
	if d.chance(0.3) {
		dial := joint{name: r.name + "_dial", kind: "revolute", parent: r.name + "_base", axis: [3]float64{1, 0, 0}, mass: 0.05}
		dial.follow(second, d.sign()*d.between(3, 10), d.between(-0.5, 0.5))
		r.joints = append(r.joints, dial)
	}
	r.part()
}

// linkage makes a joint of an arm mimic an earlier one. By -1 it keeps its link parallel to the one
// before the other joint, as a linkage of two rods does.
func (d *drawer) linkage(r *robot) {
	var turn []*joint
	for i := range r.joints {
		if j := &r.joints[i]; j.kind == "revolute" {
			turn = append(turn, j)
		}
	}
	if len(turn) < 3 {
		return
	}
	k := 1 + d.IntN(len(turn)-1)
	leads, j := turn[d.IntN(k)], turn[k]
	multiplier, offset := -1.0, 0.0
	if d.chance(0.5) {
		multiplier = d.sign() * d.between(0.3, 1.2)
	}
	if r.brake && d.chance(0.7) { // an arm without brakes hangs straight down at the start
		offset = d.between(-0.4, 0.4)
	}
	j.axis = leads.axis
	j.follow(leads, multiplier, offset)
}

// follow makes a joint mimic another one, with limits that stop neither of them.
func (j *joint) follow(leads *joint, multiplier, offset float64) {
	const room = 1.02
	from, to := multiplier*leads.lower+offset, multiplier*leads.upper+offset
	margin := 0.01 * math.Abs(to-from)
	j.mimics, j.multiplier, j.offset = leads.name, multiplier, offset
	j.lower, j.upper = min(from, to)-margin, max(from, to)+margin
	j.speed, j.acceleration = room*math.Abs(multiplier)*leads.speed, room*math.Abs(multiplier)*leads.acceleration
	j.effort = leads.effort
}

// sign draws 1 or -1.
func (d *drawer) sign() float64 { return 1 - 2*float64(d.IntN(2)) }

// part takes the joints that mimic others out of the driven ones.
func (r *robot) part() {
	var driven []joint
	for _, j := range r.joints {
		if j.mimics == "" {
			driven = append(driven, j)
		} else {
			r.followers = append(r.followers, j)
		}
	}
	r.joints = driven
}

// relation writes the relation of a joint that mimics another one, as a further key.
func (j *joint) relation() string {
	if j.mimics == "" {
		return ""
	}
	return fmt.Sprintf(", mimic: {joint: %s, multiplier: %.4g, offset: %.4g}", j.mimics, j.multiplier, j.offset)
}
