package sim

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// BusOptions describe one bus of simulated drives.
type BusOptions struct {
	// Name is the bus's name, as errors have it. Required.
	Name string
	// Joints lists the joints of the drives on the bus, in its order. At least one; each must have
	// a Servo, and a drive is on one bus only.
	Joints []string
	// Silence is for how long the plant may pause, while the bus goes on, until its drives
	// count as silent, at least 1 ms. Default: 100 ms.
	Silence time.Duration
	// Sensors names the sensors of the plant that the bus carries.
	Sensors []string
	// Open, Send and Collect are the times for which the bus pretends to block, as a real one does:
	// virtual time models them, and real time is not affected. Default: 0.
	Open, Send, Collect time.Duration
}

// Bus is a hardware.Driver for some drives of a Plant. It reads the newest states that the plant
// has published, and hands over commands which the drives obey when the plant advances the next
// time. None of its calls ever waits.
//
// Several Bus values may be made for the same drives, one after the other, as a restarted actor
// does: the one that was opened last owns the drives, and all others find themselves closed.
type Bus struct {
	name    string
	info    hardware.BusInfo
	plant   *Plant
	port    *port
	drives  []hardware.DriveInfo
	sensors []hardware.SensorInfo
	places  []int // of each sensor among those of the plant
	silence time.Duration
	open    atomic.Bool
	last    []servo.Reply // what is known of each drive; the goroutine that exchanges owns it
	good    []bool        // the newest answer of a drive is its own and a new one
	heard   bool          // it has read answers: the first ones count though a bus before it has read them
	asked   messages.Instant
	moved   bool          // the plant had gone on when it asked
	kept    time.Duration // for how long it was kept waiting since the answers before the newest
	demands []uint32      // scratch of read

	// Errors are made beforehand: a stop, and a bus that stays lost, cost no allocation.
	notOpenSend, notOpenCollect, notOpenStop, lost, inUse error
}

var _ hardware.Driver = (*Bus)(nil)

func newBus(o BusOptions, plant *Plant, p *port) *Bus {
	name := o.Name
	b := &Bus{name: name, plant: plant, port: p, silence: o.Silence,
		info: hardware.BusInfo{Name: name, Open: o.Open, Send: o.Send, Collect: o.Collect}, last: make([]servo.Reply, len(p.servos)), good: make([]bool, len(p.servos)),
		demands: make([]uint32, len(p.servos))}
	for _, s := range p.servos {
		b.drives = append(b.drives, s.Info())
	}
	for i := range b.last {
		b.last[i].Mode = messages.ModeOff
		b.last[i].Temperature, b.last[i].Voltage, b.last[i].Current = math.NaN(), math.NaN(), math.NaN()
	}
	for _, name := range o.Sensors {
		i, _ := plant.sensors.Index(name) // checked by NewBus
		b.sensors, b.places = append(b.sensors, plant.sensors[i]), append(b.places, i)
	}
	failed := func(op string, err error) error { return &hardware.BusError{Bus: name, Op: op, Err: err} }
	b.notOpenSend, b.notOpenCollect = failed("send", hardware.ErrNotOpen), failed("collect", hardware.ErrNotOpen)
	b.notOpenStop = failed("stop", hardware.ErrNotOpen)
	b.lost = failed("collect", hardware.ErrBusLost)
	b.inUse = failed("send or collect", fmt.Errorf("another goroutine uses the bus: %w", hardware.ErrDeadline))
	return b
}

// Bus returns the name, and the times that the bus pretends to block for.
func (b *Bus) Bus() hardware.BusInfo { return b.info }

// Drives describes the drives in the order of BusOptions.Joints.
func (b *Bus) Drives() []hardware.DriveInfo { return b.drives }

// Open takes the drives over from any bus that had them before.
func (b *Bus) Open(messages.Instant, time.Duration) error {
	b.port.owner.Store(b)
	b.open.Store(true)
	b.halt()
	return nil
}

// halt demands that what runs stops; all numbers that were handed over are spent.
func (b *Bus) halt() {
	for i := range b.drives {
		b.port.stops[i].demand(haltBit, b.port.newest[i].Load())
	}
}

// owns reports whether the bus is open and was not taken over.
func (b *Bus) owns() bool { return b.open.Load() && b.port.owner.Load() == b }

// Send implements hardware.Driver.
func (b *Bus) Send(now messages.Instant, command *messages.DriveCommand) error {
	if !b.port.busy.CompareAndSwap(false, true) {
		return b.inUse
	}
	defer b.port.busy.Store(false)
	if !b.owns() {
		return b.notOpenSend
	}
	if command == nil {
		return nil
	}
	refusal := hardware.Check(b.name, b.drives, command)
	for i := range b.drives {
		if refusal == nil {
			refusal = hardware.CheckArm(b.name, &b.drives[i], command.Arm[i], b.port.newest[i].Load())
		}
	}
	b.demandStops(command)
	if refusal == nil {
		b.handOver(command)
	}
	return refusal
}

// Collect implements hardware.Driver. The newest answers are there: it never waits.
func (b *Bus) Collect(now messages.Instant, _ time.Duration, state *messages.DriveState) error {
	if !b.port.busy.CompareAndSwap(false, true) {
		return b.inUse
	}
	defer b.port.busy.Store(false)
	if !b.owns() {
		return b.notOpenCollect
	}
	if err := hardware.CheckState(b.name, len(b.drives), state); err != nil {
		return err
	}
	answered := b.read(now, state)
	if !answered {
		return b.lost
	}
	return nil
}

// demandStops demands the stops of a command, fit or not, through the register that no later
// command overwrites.
func (b *Bus) demandStops(command *messages.DriveCommand) {
	for i := range min(len(b.drives), len(command.Mode)) {
		mode := command.Mode[i]
		if !mode.Valid() || mode.Passes() {
			continue
		}
		arm := b.port.newest[i].Load()
		if i < len(command.Arm) && hardware.CheckArm(b.name, &b.drives[i], command.Arm[i], arm) == nil {
			arm = max(arm, command.Arm[i])
		}
		b.port.stops[i].demand(1<<mode, arm)
	}
}

// handOver publishes a command that was checked.
func (b *Bus) handOver(command *messages.DriveCommand) {
	frame := *b.port.commands.write()
	for i := range b.drives {
		if command.Mode[i].Passes() {
			raise(&b.port.newest[i], command.Arm[i])
		}
		c := &frame[i] // field by field: a copy of what was just put together would wait
		c.Mode, c.Arm, c.Control = command.Mode[i], command.Arm[i], command.Control[i]
		c.Position, c.Velocity, c.Effort = command.Position[i], command.Velocity[i], command.Effort[i]
		c.Tuning = tuningOf(command, i)
	}
	b.port.commands.publish()
}

// read fills the state from the newest replies and reports whether any drive answered. A drive
// whose stop is demanded but not yet obeyed says already that it stops, and that its number is
// spent: it can do nothing else any more.
func (b *Bus) read(now messages.Instant, state *messages.DriveState) (any bool) {
	for i := range b.demands { // before the replies: demands are taken back only after the replies that answer them
		b.demands[i] = b.port.stops[i].demands.Load()
	}
	replies, fresh := b.port.replies.read()
	fresh, b.heard = fresh || !b.heard, true
	b.watch(now, fresh)
	for i := range *replies {
		last, reply := &b.last[i], &(*replies)[i]
		if fresh { // a repeated answer, or that of another drive, does not count
			b.good[i] = reply.Answered && reply.Drive == i && reply.Sequence > last.Sequence
		}
		if !b.good[i] || now.Sub(reply.At)-b.kept > b.silence {
			last.Answered = false
		} else {
			*last = *reply
			any = true
			b.foresee(i)
		}
		state.Position[i], state.Velocity[i], state.Effort[i] = last.Position, last.Velocity, last.Effort
		state.Mode[i], state.Fault[i], state.Answered[i], state.Arm[i] = last.Mode, last.Fault, last.Answered, last.Arm
		measured(state, i, last)
	}
	return any
}

// longestGap is the longest time between two exchanges that is the bus's own. One that was kept
// waiting for longer, with all of its process perhaps, cannot know whether the plant was.
const longestGap = 10 * time.Millisecond

// watch takes the time for which the bus was kept waiting since the answers before the newest: a
// plant that was kept waiting too answers first as of the release that was due then.
func (b *Bus) watch(now messages.Instant, moved bool) {
	if b.moved {
		b.kept = 0
	}
	b.kept += max(now.Sub(b.asked)-longestGap, 0)
	b.asked, b.moved = now, moved
}

// foresee adds to a drive's reply what the demands that wait for it will make of it.
func (b *Bus) foresee(i int) {
	last := &b.last[i]
	if b.demands[i] == 0 || last.Deaf {
		return
	}
	halted := last.Mode
	if halted.Passes() {
		halted = b.drives[i].Watchdog.Mode
	}
	if mode, demanded := pending(b.demands[i], halted); demanded {
		last.Mode = messages.MoreSevere(last.Mode, mode)
		last.Arm = max(last.Arm, b.port.stops[i].spends.Load())
	}
}

// Stop implements hardware.Driver.
func (b *Bus) Stop(_ messages.Instant, modes []messages.Mode) error {
	if !b.owns() {
		return b.notOpenStop
	}
	for i := range b.drives {
		b.port.stops[i].demand(1<<hardware.Demand(modes, i), b.port.newest[i].Load())
	}
	return nil
}

// Close implements hardware.Driver.
func (b *Bus) Close() error {
	if b.owns() {
		b.halt()
		b.port.owner.CompareAndSwap(b, nil)
	}
	b.open.Store(false)
	return nil
}

// NewBus makes a driver for some of the plant's drives. The first driver of each bus belongs to the
// building of the application: it may not be made while another goroutine advances the plant.
// Further drivers of a bus, for the same drives in the same order, may be made at any time.
func (p *Plant) NewBus(o BusOptions) (*Bus, error) {
	c := &optioncheck.Errors{}
	if o.Name == "" {
		c.Add("name", "a unique name", "bus without a name")
	}
	if len(o.Joints) == 0 {
		c.Add("joints", "the joints of its drives", "bus %q has no joints", o.Name)
	}
	o.Silence = c.Duration("silence", o.Silence, 100*time.Millisecond, time.Millisecond, time.Hour)
	for i, name := range o.Sensors {
		_, err := p.sensors.Index(name)
		c.In(fmt.Sprintf("sensors[%d]", i), err)
	}
	if port := p.portOf(o); port != nil && c.Count() == 0 {
		return newBus(o, p, port), nil
	}
	var servos []*servo.Servo
	for i, joint := range o.Joints {
		path, s := fmt.Sprintf("joints[%d]", i), p.byJoint[joint]
		switch {
		case s == nil:
			c.Unknown(path, "drive of joint", joint, p.servoJoints())
			continue
		case p.plugged[joint] != "":
			c.Add(path, "a drive on no other bus", "the drive of joint %q is on bus %q already", joint, p.plugged[joint])
		case slices.Contains(o.Joints[:i], joint):
			c.Add(path, "each joint once", "joint %q is given twice", joint)
		}
		servos = append(servos, s.Servo)
	}
	if c.Count() > 0 {
		return nil, c.Err()
	}
	carried := 0
	if len(o.Sensors) > 0 {
		carried = len(p.sensors)
	}
	port := newPort(o.Name, servos, carried)
	port.publish(p.Now())
	p.ports = append(p.ports, port)
	for _, joint := range o.Joints {
		p.plugged[joint] = o.Name
	}
	return newBus(o, p, port), nil
}

// portOf finds the port of a bus that was made before.
func (p *Plant) portOf(o BusOptions) *port {
	for _, port := range p.ports {
		if port.name != o.Name || len(port.servos) != len(o.Joints) {
			continue
		}
		same := true
		for i, s := range port.servos {
			same = same && s.Info().Joint == o.Joints[i]
		}
		if same {
			return port
		}
	}
	return nil
}

// tuningOf returns the tuning of one drive.
func tuningOf(command *messages.DriveCommand, drive int) servo.Tuning {
	kp, kd, most := 1.0, 1.0, math.Inf(1)
	if drive < len(command.KpScale) {
		kp, kd = command.KpScale[drive], command.KdScale[drive]
	}
	if drive < len(command.MaxEffort) {
		most = command.MaxEffort[drive]
	}
	return servo.NewTuning(kp, kd, most)
}

// measured writes the optional values of one drive.
func measured(state *messages.DriveState, drive int, r *servo.Reply) {
	hardware.ClearOptional(state, drive)
	if drive < len(state.Temperature) {
		state.Temperature[drive] = r.Temperature
	}
	if drive < len(state.Voltage) {
		state.Voltage[drive] = r.Voltage
	}
	if drive < len(state.Current) {
		state.Current[drive] = r.Current
	}
}
