package gate

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Gate is the state of the gate of one world. It is used by one goroutine, reads no clock and allocates only where it
// refuses or reports.
type Gate struct {
	config Config
	limits []worlds.Limit
	joints []joint
	claims []claim
	buses  []bus
	// nonce changes with every climb of a mode: an acknowledgement must name the one that its operator saw.
	nonce  uint64
	events []messages.Event
}

type joint struct {
	Automaton
	slot  worlds.Slot
	last  [6]motion // one a degree of freedom
	bus   int       // -1 without a drive
	drive int
	claim int // -1 where nobody commands it
	// index of the joint in its claim's group
	place int
	// armed is when the joint was armed last; confirmed tells that its drive obeys.
	armed     messages.Instant
	confirmed bool
	first     bool // the next command is the first since arming
}

type claim struct {
	Claim
	accepted    messages.JointCommand // the newest that passed
	have        bool
	at          messages.Instant // stamp of the newest accepted command
	sequence    uint64           // of the newest command that was looked at
	incarnation messages.Incarnation
	refused     [Refusals]messages.Instant // of the newest refusals, a ring
	refusals    int
}

type bus struct {
	BusConfig
	failed      bool
	incarnation messages.Incarnation // of the newest life of the bus
}

// New checks a configuration and returns a gate with every joint off.
func New(c Config) (*Gate, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	g := &Gate{config: c, limits: c.World.Limits(), joints: make([]joint, c.World.NumJoints()), nonce: 1}
	for i := range g.joints {
		g.joints[i] = joint{Automaton: Off(), slot: c.World.Slot(i), bus: -1, claim: -1}
	}
	for k, cl := range c.Claims {
		g.claims = append(g.claims, claim{Claim: cl, accepted: cl.Group.NewCommand()})
		for i := range cl.Group.NumJoints() {
			j := &g.joints[cl.Group.WorldJoint(i)]
			j.claim, j.place = k, i
		}
	}
	for k, b := range c.Buses {
		g.buses = append(g.buses, bus{BusConfig: b})
		for d, j := range b.Joints {
			g.joints[j].bus, g.joints[j].drive = k, d
		}
	}
	return g, nil
}

// Mode returns the mode of a joint.
func (g *Gate) Mode(joint int) messages.Mode { return g.joints[joint].Mode }

// Nonce returns what an acknowledgement must name.
func (g *Gate) Nonce() uint64 { return g.nonce }

// Events returns what happened since the last call; the slice is valid until the next one.
func (g *Gate) Events() []messages.Event {
	e := g.events
	g.events = g.events[:0]
	return e
}

// apply steps the automaton of one joint and notes a change of its mode.
func (g *Gate) apply(i int, e Event) (armed bool) {
	j := &g.joints[i]
	from, pending := j.Mode, j.Pending
	j.Automaton, armed = j.Automaton.Step(e, g.config.Joints[i].Rules)
	if j.Mode != from || j.Pending && !pending {
		if !armed {
			g.nonce++
		}
		cause := e.Cause
		if armed {
			cause = messages.CauseRearm
			if j.Arm == 1 {
				cause = messages.CauseStartup
			}
		}
		g.events = append(g.events, messages.Event{Time: e.Now, Kind: messages.EventModeChanged, Cause: cause,
			Joint: g.config.World.Joint(i).Name, From: from, To: j.Mode})
	}
	return armed
}

// fault brings every joint of a bus, or the joint alone where it has none, to at least its safe mode.
func (g *Gate) fault(i int, cause messages.Cause, demand messages.Mode, now messages.Instant) {
	e := Event{Kind: Fault, Cause: cause, Demand: demand, Now: now}
	if b := g.joints[i].bus; b >= 0 {
		for _, other := range g.buses[b].Joints {
			g.apply(other, e)
		}
		return
	}
	g.apply(i, e)
}

// ActorFailed tells that a bus or a controller failed.
func (g *Gate) ActorFailed(actor string, cause messages.Cause, now messages.Instant) {
	for b := range g.buses {
		if g.buses[b].Actor == actor {
			g.buses[b].failed = true
			for _, j := range g.buses[b].Joints {
				g.apply(j, Event{Kind: Fault, Cause: cause, Now: now})
			}
		}
	}
	for k := range g.claims {
		if g.claims[k].Controller == actor {
			g.claims[k].have = false
			for i := range g.claims[k].Group.NumJoints() {
				if j := g.claims[k].Group.WorldJoint(i); g.joints[j].bus >= 0 {
					g.fault(j, cause, messages.ModeRun, now)
				}
			}
		}
	}
}

// ActorStarted tells that a bus or a controller began an incarnation: what its failure caused is over.
func (g *Gate) ActorStarted(actor string, incarnation messages.Incarnation, now messages.Instant) {
	clear := func(j int) {
		for _, c := range [...]messages.Cause{messages.CausePanic, messages.CauseError, messages.CauseHang, messages.CauseOverrun, messages.CauseEscalation} {
			if g.joints[j].Present.Has(c) {
				g.apply(j, Event{Kind: Clear, Cause: c, Now: now})
			}
		}
	}
	for b := range g.buses {
		if g.buses[b].Actor == actor {
			g.buses[b].failed, g.buses[b].incarnation = false, incarnation
			for _, j := range g.buses[b].Joints {
				clear(j)
			}
		}
	}
	for k := range g.claims {
		if g.claims[k].Controller == actor {
			g.claims[k].have, g.claims[k].refusals = false, 0
			g.claims[k].refused = [Refusals]messages.Instant{}
			for i := range g.claims[k].Group.NumJoints() {
				j := g.claims[k].Group.WorldJoint(i)
				clear(j)
				g.apply(j, Event{Kind: Clear, Cause: messages.CauseInvalid, Now: now})
			}
		}
	}
}

// Demand brings joints to at least a mode on an operator's request; no joints means all.
func (g *Gate) Demand(joints []int, mode messages.Mode, now messages.Instant) {
	for i := range g.joints {
		if g.joints[i].bus < 0 || !selected(joints, i) {
			continue
		}
		g.apply(i, Event{Kind: Fault, Cause: messages.CauseOperator, Demand: mode, Now: now})
		g.apply(i, Event{Kind: Clear, Cause: messages.CauseOperator, Now: now})
	}
}

// Acknowledge takes an operator's consent to arm again. It is refused when the nonce is not that of now, and while a
// cause still holds; the error says which.
func (g *Gate) Acknowledge(nonce uint64, now messages.Instant) error {
	if nonce != g.nonce {
		return fmt.Errorf("the acknowledgement names condition %d, but since then it changed to %d: look again, then acknowledge", nonce, g.nonce)
	}
	waiting := 0
	for i := range g.joints {
		j := &g.joints[i]
		if !j.Pending || j.bus < 0 {
			continue
		}
		if j.Present != 0 {
			return fmt.Errorf("joint %s is in %s and cannot be armed yet: %s", g.config.World.Joint(i).Name, j.Mode, j.Present)
		}
		waiting++
	}
	if waiting == 0 {
		return fmt.Errorf("no joint of %s waits for an acknowledgement", g.config.World.Name())
	}
	for i := range g.joints {
		if g.joints[i].bus >= 0 {
			g.apply(i, Event{Kind: Acknowledge, Now: now})
		}
	}
	g.nonce++
	return nil
}

func selected(joints []int, i int) bool {
	if len(joints) == 0 {
		return true
	}
	for _, j := range joints {
		if j == i {
			return true
		}
	}
	return false
}

// String lists the causes.
func (s Causes) String() string {
	text := ""
	for _, c := range messages.Causes() {
		if s.Has(c) {
			if text != "" {
				text += ", "
			}
			text += c.String()
		}
	}
	if text == "" {
		return "no cause"
	}
	return text
}

// stale reports whether the newest accepted command of a claim is too old, or missing.
func (c *claim) stale(now messages.Instant) bool { return !c.have || now.Sub(c.at) > c.MaxAge }

// refuse notes a refusal and reports whether there were too many within the window.
func (c *claim) refuse(now messages.Instant) bool {
	c.refused[c.refusals%Refusals] = now
	c.refusals++
	oldest := c.refused[c.refusals%Refusals]
	return c.refusals >= Refusals && now.Sub(oldest) <= RefusalWindow
}
