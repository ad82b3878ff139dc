package session

import (
	"slices"
	"strings"
	"sync"

	"github.com/robo-actors/robo-actors/worlds/app"
)

// met keeps the configurations that a session has had: the application, and the application with
// the parts that were open together. A recording and a report describe what was closed, too. Any
// goroutine may use it.
type met struct {
	mu  sync.Mutex
	all []metConfig // the application first
}

type metConfig struct {
	parts  string // their files, one a line
	config *app.Config
}

func newMet(base *app.Config) *met { return &met{all: []metConfig{{config: base}}} }

// meet keeps a configuration with parts as the newest one.
func (m *met) meet(config *app.Config, files []string) {
	key := strings.Join(files, "\n")
	m.mu.Lock()
	defer m.mu.Unlock()
	if key == "" {
		return // the application, which comes first
	}
	m.all = slices.DeleteFunc(m.all, func(one metConfig) bool { return one.parts == key })
	m.all = append(m.all, metConfig{key, config})
}

// newestFirst lists the configurations.
func (m *met) newestFirst() (all []*app.Config) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, one := range slices.Backward(m.all) {
		all = append(all, one.config)
	}
	return all
}

// newest returns the configuration that was loaded last, and its parts.
func (m *met) newest() (*app.Config, []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := m.all[len(m.all)-1]
	if last.parts == "" {
		return last.config, nil
	}
	return last.config, strings.Split(last.parts, "\n")
}

// whole returns the application with the worlds and the plants of all parts that were open. It has
// the couplings of the application alone.
func (m *met) whole() *app.Config {
	all := m.newestFirst()
	whole := *all[len(all)-1]
	whole.Worlds, whole.Plants = slices.Clone(whole.Worlds), slices.Clone(whole.Plants)
	for _, c := range all {
		for i := range c.Worlds {
			if w := &c.Worlds[i]; whole.World(w.Name) == nil {
				whole.Worlds = append(whole.Worlds, *w)
			}
		}
		for _, p := range c.Plants {
			if whole.PlantAt(p.Path) == nil {
				whole.Plants = append(whole.Plants, p)
			}
		}
	}
	return &whole
}
