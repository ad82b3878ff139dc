package qp

import "math"

const (
	// shared limits the directions, of all levels together, that lower levels have a share of; more
	// are taken whole.
	shared = 2 * width
	// noShare is the share that counts as none: numbers of free variables are to be comparable.
	noShare = 1e-5
)

// sharing keeps the directions in which levels were damped. A level that is damped there makes use
// of (value/edge)² of the direction, the share by which its answer differs from Calm; the rest, s,
// is left to the levels below. So there is a point where they balance: if a level took such a
// direction whole, the one that it has lost would turn with every move of a lower level across it,
// and what that level has just got would be taken back, without end.
//
//   - The direction stays a free variable, times s: what lower levels make of it shrinks as it
//     is taken, as their rows do where it is taken whole.
//   - A level below meets a row that wants the direction to stay, of the weight with which it
//     gets s of what it wants where it has nothing else to move, see pay.
//   - No level below moves it by more than s of what the bounds of the variables admit, see
//     fence: levels move what they do not depend on without a price, where bounds hold them
//     back.
type sharing struct {
	count int
	left  [shared]float64 // s of each
	// along has what each free variable holds of each direction, one row a variable; zeros behind
	// the last.
	along []float64
	// rows are the directions in the caller's variables, of the length one; values along them keep
	// within the limits.
	rows         []float64
	lower, upper [shared]float64
	// found are the directions of the level at work in the variables of T, of the length one, and
	// fresh is their number.
	found [damped][]float64
	part  [damped]float64 // s of each
	fresh int
}

func newSharing(n int) sharing {
	s := sharing{along: make([]float64, (padded(n)+width)*shared), rows: make([]float64, shared*padded(n))}
	for i := range s.found {
		s.found[i] = make([]float64, n)
	}
	return s
}

// start forgets all directions.
func (s *sharing) start() {
	if s.count > 0 {
		clear(s.along)
	}
	s.count, s.fresh = 0, 0
}

// keep notes a direction of the level at work, of which s is left.
func (s *sharing) keep(direction []float64, left float64) {
	if left > noShare && s.count+s.fresh < shared {
		copy(s.found[s.fresh], direction)
		s.part[s.fresh] = left
		s.fresh++
	}
}

// pay adds a row to the level at work for each direction that it shares with higher ones: against a
// weight a of the level along the direction, a √((1-s)/s) leaves it s of its way. Of a direction
// that is only in part among the level's variables, as much is taken as of that part. It returns
// false, and ends the solution, where numbers overflow.
func (k *Cascade) pay() bool {
	v, s := &k.reveal, &k.sharing
	for c := range s.count {
		direction := v.next()[:v.rank]
		for j := range direction {
			direction[j] = s.along[(k.gone+j)*shared+c]
		}
		taken := (1 - s.left[c]) * min(inner(direction, direction), 1)
		if !(taken > noShare) {
			continue
		}
		weight := k.stands(direction) * math.Sqrt(taken/(1-taken))
		if !finite(weight) {
			return k.fail(PartMagnitude, -1, 0)
		}
		for j := range direction {
			direction[j] *= weight
		}
		v.goal[v.rows] = 0
		v.foldRow(v.rows)
	}
	return true
}

// stands is what the level makes of a step by which a direction in the variables of T changes by
// one, everything else giving way: 1/|T⁻ᵀ v|, a Schur complement of TᵀT.
func (k *Cascade) stands(direction []float64) float64 {
	x := k.reveal.d[:len(direction)]
	copy(x, direction)
	k.reveal.divide(x)
	return 1 / math.Sqrt(inner(x, x))
}

// take takes the variables of the level at work away, except for those of the directions that it
// shares, which become its last.
func (k *Cascade) take() {
	s := &k.sharing
	k.gone += k.reveal.rank - s.fresh
	for i := range s.fresh {
		variables := k.reveal.rank - i
		k.isolate(s.found[i][:variables], s.found[i+1:s.fresh], k.gone+s.fresh-i-variables)
		at := k.gone + s.fresh - i - 1
		direction, along := k.basis[at*k.stride:][:k.stride], s.along[at*shared:][:shared]
		k.fence(direction, s.part[i])
		for j := range direction {
			direction[j] *= s.part[i]
		}
		for c := range along {
			along[c] *= s.part[i]
		}
		along[s.count], s.left[s.count] = 1, s.part[i]
		s.count++
	}
	s.fresh = 0
}

// isolate reflects free variables, those from the given one on, such that a direction in them is
// the last, and other directions with them.
func (k *Cascade) isolate(direction []float64, others [][]float64, first int) {
	last := len(direction) - 1
	length := math.Sqrt(inner(direction, direction))
	if direction[last] > 0 {
		length = -length
	}
	direction[last] -= length
	scale := 2 / inner(direction, direction)
	for _, o := range others {
		share := scale * inner(direction, o)
		for j, t := range direction {
			o[j] -= share * t
		}
	}
	mirror(k.basis[first*k.stride:], direction, scale, k.step)
	var room [shared]float64
	mirror(k.sharing.along[first*shared:], direction, scale, room[:])
	k.turned = true
}

// inner returns the scalar product of x and the beginning of y, of any length.
func inner(x, y []float64) (sum float64) {
	for j, t := range x {
		sum += t * y[j]
	}
	return sum
}

// mirror takes R to R - scale y (yᵀ R), R a matrix of rows as long as room. What room held is lost.
func mirror(rows, y []float64, scale float64, room []float64) {
	clear(room)
	for j, t := range y {
		axpy(room, t, rows[j*len(room):])
	}
	for j, t := range y {
		axpy(rows[j*len(room):][:len(room)], -scale*t, room)
	}
}

// fence has lower levels move a direction by no more than a share of what the bounds admit.
func (k *Cascade) fence(direction []float64, share float64) {
	s := &k.sharing
	row := s.rows[s.count*k.stride:][:k.stride]
	length := math.Sqrt(dot(direction, direction)) // below one if it holds a part of another that is shared
	for j, a := range direction {
		row[j] = a / length
	}
	value, least, most := dot(row, k.x), 0.0, 0.0
	for j, a := range row[:k.c.n] {
		if a > 0 {
			least, most = least+a*k.c.Min[j], most+a*k.c.Max[j]
		} else if a < 0 {
			least, most = least+a*k.c.Max[j], most+a*k.c.Min[j]
		}
	}
	s.lower[s.count] = value - share*max(value-least, 0)
	s.upper[s.count] = value + share*max(most-value, 0)
	k.soft = append(k.soft, soft{level: sharedRow, row: s.count})
}

// sharedRow is the level of a soft row that belongs to a shared direction and to no level.
const sharedRow = -1
