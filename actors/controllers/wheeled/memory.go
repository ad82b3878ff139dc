package wheeled

import (
	"math"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
	"github.com/robo-actors/robo-actors/messages"
)

// memory is what outlives the incarnations of a base: its pose and the angles of its wheels.
// Encoders count while a base restarts, so the next incarnation continues from both. A predecessor
// that hangs may still write to it, which can only repeat what it knew.
type memory struct {
	at     atomic.Int64     // when the angles were measured; zero before the first time
	pose   [3]atomic.Uint64 // bits: m, m, rad
	angles []atomic.Uint64  // bits, rad
}

func newMemory(wheels int) *memory { return &memory{angles: make([]atomic.Uint64, wheels)} }

// keep stores what the odometry knows.
func (m *memory) keep(at messages.Instant, pose planar.Pose, angles []float64) {
	for i, x := range [...]float64{pose.X, pose.Y, pose.Theta} {
		m.pose[i].Store(math.Float64bits(x))
	}
	for i, x := range angles {
		m.angles[i].Store(math.Float64bits(x))
	}
	m.at.Store(int64(at))
}

// recall writes the stored angles and returns the rest; at is zero before the first time.
func (m *memory) recall(angles []float64) (at messages.Instant, pose planar.Pose) {
	for i := range angles {
		angles[i] = math.Float64frombits(m.angles[i].Load())
	}
	of := func(i int) float64 { return math.Float64frombits(m.pose[i].Load()) }
	return messages.Instant(m.at.Load()), planar.Pose{X: of(0), Y: of(1), Theta: of(2)}
}
