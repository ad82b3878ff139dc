package spine

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
)

// line is the exchange with one agent.
type line struct {
	AgentOptions
	link   Link
	buffer []byte // of the data of a request
}

// openLines opens the links, the agent with the highest priority first.
func (a *Actor) openLines(c *actors.Context) error {
	if lines, open := a.kept.Value.([]line); open {
		a.lines = lines
		a.addPorts()
		return nil
	}
	for _, agent := range a.shared() {
		link, err := a.open(c, agent.Name)
		if err != nil {
			return errors.Join(fmt.Errorf("agent %q: %w", agent.Name, err), a.closeLines())
		}
		a.lines = append(a.lines, line{AgentOptions: agent, link: link, buffer: make([]byte, dictionary.MaxBytes)})
	}
	a.kept.Value = a.lines
	a.addPorts()
	return nil
}

// shared returns the agents over shared memory: none, where the only agent is one of the
// application.
func (a *Actor) shared() []AgentOptions {
	if a.Request.Linked() && len(a.Agents) == 0 {
		return nil
	}
	return a.agents
}

// addPorts adds the agent of the application. Its line belongs to this incarnation.
func (a *Actor) addPorts() {
	if a.Request.Linked() {
		a.ports = ports{}
		a.lines = append(a.lines[:len(a.lines):len(a.lines)], line{AgentOptions: AgentOptions{Name: portAgent}, link: &a.ports, buffer: make([]byte, requestBytes)})
	}
}

func (a *Actor) open(c *actors.Context, name string) (Link, error) {
	if a.step != nil && a.step.Open != nil {
		return a.step.Open(name)
	}
	server, err := sharedmemory.Create(name, sharedmemory.Options{Folder: a.Folder})
	if err != nil {
		return nil, err
	}
	if text := server.TakenOver(); text != "" {
		a.notice.say(c, text)
	}
	return shared{server}, nil
}

func (a *Actor) closeLines() (err error) {
	for i := range a.lines {
		err = errors.Join(err, a.lines[i].link.Close())
	}
	a.lines, a.kept.Value = nil, nil
	return err
}

// refuse answers the requests that are under way with Error: the spine ends.
func (a *Actor) refuse(c *actors.Context) {
	for i := range a.lines {
		if request, err := a.lines[i].link.Request(); err == nil && request != machine.None && request != machine.Error {
			a.reject(c, i, "the spine ends")
		}
	}
}

// take finds the request that this cycle serves: a stop of any agent first, then a request of the
// owner, or of an agent that may take the robot over. It rejects those of other agents. What is
// not served stays pending. A request that is under way is served until it is answered.
func (a *Actor) take(t *actors.Tick) {
	if a.working() {
		return
	}
	a.facts = a.sensed()
	a.served = -1
	for i := range a.lines {
		request, err := a.lines[i].link.Request()
		switch {
		case err != nil:
			a.repair(t.Context, i, err)
		case request == machine.None || request == machine.Error: // Error is an answer of ours
		case request == machine.Stop:
			a.served, a.facts.Request = i, request
		case a.facts.Request != machine.None:
		case a.mayServe(t, i, request):
			a.served, a.facts.Request = i, request
		default:
			a.notice.reject(t, a.lines[i].Name, errNotOwner)
			a.reject(t.Context, i, errNotOwner.Error())
		}
	}
	if a.served < 0 {
		return
	}
	if err := a.read(a.served); err != nil {
		a.facts.Invalid = true
		a.invalid = err
		a.notice.reject(t, a.lines[a.served].Name, err)
	}
}

// working reports whether a request is under way that lasts longer than a cycle.
func (a *Actor) working() bool {
	s := a.machine.State()
	return s == machine.Reset || s == machine.Step
}

// underWay reports whether the request of a link is being served.
func (a *Actor) underWay(link Link) bool {
	return a.working() && a.served >= 0 && a.lines[a.served].link == link
}

// errNotOwner is why a request is rejected.
var errNotOwner = errors.New("another agent owns the robot; expected that one's silence, or a higher priority")

// mayServe reports whether a request of an agent may be served. The machine rejects what is neither
// a start nor an action.
func (a *Actor) mayServe(t *actors.Tick, i int, request machine.Request) bool {
	return request != machine.Start && request != machine.Action || a.owner < 0 || a.owner == i ||
		a.lines[i].Priority > a.lines[a.owner].Priority || t.Now.Sub(a.alive) > a.lease.SilentAfter
}

// read reads and checks the data of a request.
func (a *Actor) read(i int) error {
	if a.facts.Request != machine.Start && a.facts.Request != machine.Action {
		return nil
	}
	data, err := a.lines[i].link.Read(a.lines[i].buffer)
	if err != nil {
		return err
	}
	if a.facts.Request == machine.Start {
		a.config, err = dictionary.ParseConfig(data)
		return err
	}
	return a.readAction(data)
}

// readAction merges a message into the candidate. What is rejected leaves it as it was.
func (a *Actor) readAction(data []byte) error {
	if err := a.candidate.Merge(data); err != nil {
		return err
	}
	if err := a.checkBounds(a.candidate.Servos); err != nil {
		a.candidate.Assign(a.action)
		return err
	}
	return nil
}

// own makes the agent that is served the owner of the robot.
func (a *Actor) own(c *actors.Context) {
	if a.owner >= 0 && a.owner != a.served {
		a.notice.say(c, fmt.Sprintf("agent %q takes the robot over from %q", a.lines[a.served].Name, a.lines[a.owner].Name))
	}
	a.owner = a.served
}

// answer does to the request that is served what a transition says.
func (a *Actor) answer(c *actors.Context, row *machine.Row) {
	if a.served < 0 {
		return
	}
	if row.Answer != machine.Keep && a.overtaken() {
		a.served, a.facts = -1, machine.Facts{}
		return
	}
	switch row.Answer {
	case machine.Observe:
		data := a.sense.data
		if a.step.waits() && a.step.Delayed && row.From == machine.Step {
			data = a.before
		}
		a.reply(c, a.served, data)
	case machine.Clear:
		a.respond(c, a.served, machine.None)
	case machine.Reject:
		why := ""
		if a.facts.Invalid {
			why = a.invalid.Error()
		} else {
			why = rejection(a.facts.Request, row, a.reason(c, row))
			a.notice.rejected(c, a.lines[a.served].Name, why)
		}
		a.reject(c, a.served, why)
	default:
		return
	}
	a.served, a.facts, a.invalid = -1, machine.Facts{}, nil
}

// overtaken reports whether a stop has taken the place of the request that is served: the stop is
// served next, and must not get the answer of the other.
func (a *Actor) overtaken() bool {
	if a.facts.Request == machine.Stop {
		return false
	}
	request, err := a.lines[a.served].link.Request()
	return err == nil && request == machine.Stop
}

// reason returns why a transition rejects a request, beside its note; nil where the note says all.
func (a *Actor) reason(c *actors.Context, row *machine.Row) error {
	switch {
	case row.From == machine.Reset && a.starting.reason != nil:
		return a.starting.reason
	case row.From == machine.Reset || a.facts.Halted && row.From != machine.SendStops:
		return a.haltedError(c.Time())
	}
	return nil
}

// reply answers with an observation.
func (a *Actor) reply(c *actors.Context, i int, data []byte) {
	if err := a.lines[i].link.Reply(machine.None, data); err != nil {
		a.repair(c, i, err)
	}
}

// reject answers with Error, and gives the reason to agents that read it.
func (a *Actor) reject(c *actors.Context, i int, why string) {
	a.rejected = dictionary.AppendReason(a.rejected[:0], why)
	if err := a.lines[i].link.Reply(machine.Error, a.rejected); err != nil {
		a.repair(c, i, err)
	}
}

// respond answers without data.
func (a *Actor) respond(c *actors.Context, i int, answer machine.Request) {
	if err := a.lines[i].link.Answer(answer); err != nil {
		a.repair(c, i, err)
	}
}

// publish shows the observation of this cycle to those who only look.
func (a *Actor) publish(t *actors.Tick) {
	for i := range a.lines {
		if err := a.lines[i].link.Publish(int64(t.Now), a.sense.data); err != nil {
			a.repair(t.Context, i, err)
		}
	}
}

// repair makes a link anew that an agent has damaged. The agent must connect again.
func (a *Actor) repair(c *actors.Context, i int, reason error) {
	if !errors.Is(reason, sharedmemory.ErrLost) {
		a.notice.broken(c, a.lines[i].Name, reason)
		return
	}
	if err := a.lines[i].link.Repair(); err != nil {
		a.notice.broken(c, a.lines[i].Name, errors.Join(reason, err))
		return
	}
	a.notice.broken(c, a.lines[i].Name, reason)
}
