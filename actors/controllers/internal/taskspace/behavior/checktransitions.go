package behavior

import (
	"fmt"
	"math"
	"slices"
)

func (c *checker) transitions() {
	for i := range c.d.States {
		own := c.d.States[i].Transitions
		if len(own) > TransitionsMax {
			c.reject(fmt.Sprintf("states[%d].transitions", i), "there are %d transitions; at most %d are possible", len(own), TransitionsMax)
			continue
		}
		for k := range own {
			c.transition(fmt.Sprintf("states[%d].transitions[%d]", i, k), i, &own[k])
		}
	}
	if n := len(c.m.conditions); n > ConditionsMax {
		c.reject("states", "there are %d conditions; at most %d are possible", n, ConditionsMax)
	}
}

func (c *checker) transition(path string, i int, d *Transition) {
	t := transition{event: -1, after: d.After}
	if t.named = c.index(d.To); t.named < 0 {
		c.unknown(path+".to", "state", d.To, c.names())
	} else {
		t.to = c.m.leafOf(t.named)
	}
	if d.On == "" && len(d.When) == 0 && d.After == 0 {
		c.reject(path, "it says neither on, nor when, nor after: it would be taken at once; expected one of them at least")
	}
	if d.After < 0 {
		c.reject(path+".after", "%v is below zero", d.After)
	}
	if d.On != "" {
		c.name(path+".on", d.On)
		if t.event = slices.Index(c.m.events, d.On); t.event < 0 {
			t.event = len(c.m.events)
			c.m.events = append(c.m.events, d.On)
		}
	}
	for k, text := range d.When {
		condition, err := ParseCondition(text, c.v.Terms)
		if err != nil {
			c.reject(fmt.Sprintf("%s.when[%d]", path, k), "%w", err)
			continue
		}
		c.possible(fmt.Sprintf("%s.when[%d]", path, k), i, &condition)
		t.when = append(t.when, len(c.m.conditions))
		c.m.conditions = append(c.m.conditions, condition)
	}
	c.agree(path+".when", t.when)
	c.m.states[i].own = append(c.m.states[i].own, t)
}

// agree refuses conditions of one transition that never hold together.
func (c *checker) agree(path string, when []int) {
	for n, i := range when {
		for _, k := range when[:n] {
			a, b := &c.m.conditions[k], &c.m.conditions[i]
			low, high := a, b
			if b.Above {
				low, high = b, a
			}
			if a.Term == b.Term && low.Above && !high.Above && low.Threshold >= high.Threshold {
				c.reject(path, "%q and %q never hold together; expected conditions that can: leave one of them out, or give each a transition of its own", a.Text, b.Text)
			}
		}
	}
}

// possible refuses conditions of state i that can never hold, or always do.
func (c *checker) possible(path string, i int, condition *Condition) {
	term := &c.v.Terms[condition.Term]
	switch of := term.Quantity + " of " + term.Of; {
	case term.Norm && !condition.Above && condition.Threshold <= 0:
		c.reject(path, "the condition %q never holds: the %s is never below 0; expected a number above 0", condition.Text, of)
	case term.Norm && condition.Above && condition.Threshold < 0:
		c.reject(path, "the condition %q always holds: the %s is never below 0; expected a number of at least 0", condition.Text, of)
	case slices.Contains(c.v.Tasks, term.Of):
		if active := c.tasksIn(i); active != nil && !slices.Contains(active, term.Of) {
			c.reject(path, "the condition %q never holds: task %q is in no task set of state %q, and what is not active has no %s; known: %s",
				condition.Text, term.Of, c.d.States[i].Name, term.Quantity, listed(active))
		}
	}
}

// tasksIn lists the tasks that are active in a state or those inside it, each once; nil where not
// every task set is known.
func (c *checker) tasksIn(i int) (tasks []string) {
	for j := range c.m.states {
		if !c.m.Leaf(j) || !slices.Contains(c.m.states[j].path[:c.m.states[j].depth+1], i) {
			continue
		}
		if c.m.states[j].set < 0 {
			return nil
		}
		for _, level := range c.d.Sets[c.m.states[j].set].Levels {
			for _, task := range level {
				if !slices.Contains(tasks, task) {
					tasks = append(tasks, task)
				}
			}
		}
	}
	return tasks
}

// entries checks what is set at entry: tasks of a set that runs then.
func (c *checker) entries() {
	for i := range c.d.States {
		for k := range c.d.States[i].Entry {
			c.entry(fmt.Sprintf("states[%d].entry[%d]", i, k), i, k)
		}
	}
}

func (c *checker) entry(path string, i, k int) {
	e := &c.d.States[i].Entry[k]
	if !slices.Contains(c.v.Tasks, e.Task) {
		c.unknown(path+".task", "task", e.Task, c.v.Tasks)
		return
	}
	if slices.ContainsFunc(e.Numbers, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		c.reject(path+".numbers", "%v are not all finite", e.Numbers)
		return
	}
	if c.v.CheckSetting == nil {
		return
	}
	settings := append(c.settingsBefore(i, k), *e)
	for _, set := range c.setsWith(e.Task) {
		if err := c.v.CheckSetting(set, settings); err != nil {
			c.reject(path, "%w", err)
			return
		}
	}
}

// settingsBefore gives what has been set of a task before an entry of state i, which may not go
// with it, or only with it: by the states around, the outermost first, and by the state itself.
func (c *checker) settingsBefore(i, k int) (settings []Setting) {
	task := c.d.States[i].Entry[k].Task
	for _, j := range c.m.states[i].path[:c.m.states[i].depth+1] {
		for n, e := range c.d.States[j].Entry {
			if e.Task == task && (j != i || n < k) {
				settings = append(settings, e)
			}
		}
	}
	return settings
}

func (c *checker) setsWith(task string) (sets []TaskSet) {
	for _, s := range c.d.Sets {
		if slices.ContainsFunc(s.Levels, func(level []string) bool { return slices.Contains(level, task) }) {
			sets = append(sets, s)
		}
	}
	return sets
}
