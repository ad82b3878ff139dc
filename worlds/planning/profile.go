package planning

import "sort"

// profile is a motion along a path: the path's parameter as a function of time, in pieces of
// constant jerk. Its unit is that of the path's parameter, and s.
type profile struct {
	pieces []piece
	end    float64 // s
	jump   float64 // of acceleration before the next piece
}

// piece begins at a time with a state, and has a duration and a constant jerk. Its duration is not
// the difference of two times, which has rounding errors.
type piece struct{ time, duration, s, v, a, j float64 }

// at returns the state of the piece at a time.
func (p piece) at(time float64) piece {
	q := p.after(time - p.time)
	q.time = time
	return q
}

// after returns the state of the piece at a time after its begin.
func (p piece) after(t float64) piece {
	return piece{time: p.time + t, s: p.s + t*(p.v+t*(p.a/2+t*p.j/6)), v: p.v + t*(p.a+t*p.j/2), a: p.a + t*p.j, j: p.j}
}

// append continues the profile for a duration with a jerk, and a jump of acceleration before it. It
// keeps the jump for later where the duration is not positive.
func (f *profile) append(duration, jump, jerk float64) {
	f.jump += jump
	if !(duration > 0) {
		return
	}
	var next piece
	if n := len(f.pieces); n > 0 {
		next = f.pieces[n-1].after(f.pieces[n-1].duration)
	}
	next.time, next.duration, next.a, next.j, f.jump = f.end, duration, next.a+f.jump, jerk, 0
	f.pieces = append(f.pieces, next)
	f.end += duration
}

// at returns the state at a time, which is clamped to the profile.
func (f *profile) at(time float64) piece {
	if len(f.pieces) == 0 {
		return piece{}
	}
	time = min(max(time, 0), f.end)
	i := sort.Search(len(f.pieces), func(i int) bool { return f.pieces[i].time > time }) - 1
	return f.pieces[max(i, 0)].at(time)
}

// stretch makes the profile slower by a factor.
func (f *profile) stretch(by float64) {
	for i := range f.pieces {
		p := &f.pieces[i]
		p.time *= by
		p.duration *= by
		p.v /= by
		p.a /= by * by
		p.j /= by * by * by
	}
	f.end *= by
}
