package spine

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Options are the options of the kind agent in application files.
type Options struct {
	JointGroup  string         `option:"joint_group" doc:"joints that the agent commands; each has a drive that takes position, velocity and effort" required:"true"`
	Agents      []AgentOptions `option:"agents" doc:"agents that may command the robot; left out: one, with the name of the world"`
	SilentAfter time.Duration  `option:"silent_after" doc:"age of the newest valid action after which an agent counts as silent" min:"0.002" max:"10"`
	Ladder      []RungOptions  `option:"ladder" doc:"what the robot does then, one after the other; left out: balance for 10 s and damp for 1 s where a balancer is linked, else hold and damp for 1 s each; in the end it stops"`
	DampEffort  float64        `option:"damp_effort" unit:"1" doc:"share of each joint's greatest effort within which damp brakes" min:"0.01" max:"1"`
	StartWithin time.Duration  `option:"start_within" doc:"time for which a start may wait for drives that confirm their stop and for the gate" min:"0.01" max:"10"`
	Resets      []string       `option:"resets" doc:"actors that begin anew at a start, in this order; names without a world are of this one" refers:"none"`
	Folder      string         `option:"folder" doc:"folder of the shared memory; left out: /dev/shm"`
}

// AgentOptions describe one agent.
type AgentOptions struct {
	Name     string `option:"name" doc:"name of its shared memory, unique on the machine" required:"true"`
	Priority int    `option:"priority" doc:"an agent with a higher one may take the robot over at any time" min:"0" max:"100"`
}

// RungOptions describe one rung of the ladder.
type RungOptions struct {
	Measure string        `option:"measure" doc:"what the robot does" one_of:"balance,hold,damp,stop" required:"true"`
	For     time.Duration `option:"for" doc:"how long; left out: until the agent is back, on the last rung only" min:"0" max:"86400"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{SilentAfter: 50 * time.Millisecond, DampEffort: 0.3, StartWithin: 80 * time.Millisecond}
}

// agents returns the agents in the order of their priority, the highest first.
func (o *Options) agents(world string) ([]AgentOptions, error) {
	if len(o.Agents) == 0 {
		return []AgentOptions{{Name: world}}, nil
	}
	all := slices.Clone(o.Agents)
	for i := range all {
		if slices.ContainsFunc(all[:i], func(b AgentOptions) bool { return b.Name == all[i].Name }) {
			return nil, &messages.OptionError{Path: fmt.Sprintf("agents[%d].name", i), Err: fmt.Errorf("%q is given twice", all[i].Name), Expected: "unique names"}
		}
	}
	slices.SortStableFunc(all, func(a, b AgentOptions) int { return b.Priority - a.Priority })
	return all, nil
}
