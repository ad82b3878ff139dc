package session

import (
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/actors/session/report/page"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// curves is a recorder that keeps what the charts of a page show. Its memory is bounded.
type curves struct {
	observer *observer

	mu       sync.Mutex // the page is written while actors of a system that hangs may still run
	charts   []page.Chart
	worlds   []worldCurves // by own channel
	met      *met
	known    map[string]int // own channels, by topic
	lanes    report.Lanes
	lateness map[string]*report.Series // by actor
	ages     map[string]*report.Series // by input
	late     page.Chart
	aged     page.Chart
}

// worldCurves has the curves of the snapshots of a world: positions, velocities and efforts.
type worldCurves struct{ series [3][]*report.Series }

var _ actors.HealthRecorder = (*curves)(nil)

func newCurves(m *met, o *observer) *curves {
	return &curves{observer: o, met: m, known: map[string]int{}, lateness: map[string]*report.Series{}, ages: map[string]*report.Series{},
		late: page.Chart{Title: "Lateness, 99th percentile since the start", Unit: "µs"}, aged: page.Chart{Title: "Ages of values from other worlds", Unit: "ms"}}
}

// Channel implements actors.Recorder. It takes the snapshots of worlds.
func (c *curves) Channel(topic string, value reflect.Type) (id int, ok bool) {
	name, snapshot := strings.CutSuffix(topic, "/"+app.PerceptionActor+".snapshot")
	if !snapshot || value != reflect.TypeFor[messages.Snapshot]() {
		return 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if id, known := c.known[topic]; known { // of a part that was open before
		return id, true
	}
	w := c.met.whole().World(name)
	if w == nil {
		return 0, false
	}
	c.known[topic] = len(c.worlds)
	c.worlds = append(c.worlds, c.world(w))
	return len(c.worlds) - 1, true
}

// quantities are those of a snapshot, in the order of axes.
var quantities = [3]string{"position", "velocity", "effort"}

// world adds the charts of a world: one for each quantity and unit. Orientations as quaternions
// have none.
func (c *curves) world(w *app.World) (all worldCurves) {
	for quantity, name := range quantities {
		for _, joint := range w.Model.Joints() {
			axes := axesOf(joint.Type)[quantity]
			for k, unit := range axes.units {
				s := &report.Series{}
				all.series[quantity] = append(all.series[quantity], s)
				if unit != "" {
					c.curve(w.Name+": "+name, unit, joint.Name+axes.names[k], s)
				}
			}
		}
	}
	return all
}

// curve adds a curve to the chart with that title and unit.
func (c *curves) curve(title, unit, name string, s *report.Series) {
	for i := range c.charts {
		if chart := &c.charts[i]; chart.Title == title && chart.Unit == unit {
			chart.Curves = append(chart.Curves, page.Curve{Name: name, Series: s, Scale: 1})
			return
		}
	}
	c.charts = append(c.charts, page.Chart{Title: title, Unit: unit, Curves: []page.Curve{{Name: name, Series: s, Scale: 1}}})
}

// Record implements actors.Recorder.
func (c *curves) Record(id int, stamp messages.Stamp, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := value.(*messages.Snapshot)
	for quantity, values := range [3][]float64{s.Position, s.Velocity, s.Effort} {
		for i, series := range c.worlds[id].series[quantity] {
			if i < len(values) {
				series.Add(stamp.Time, values[i])
			}
		}
	}
}

// Event implements actors.Recorder.
func (c *curves) Event(e messages.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.observer.ending(&e) {
		c.lanes.Add(&e)
	}
}

// Dropped implements actors.Recorder.
func (c *curves) Dropped(int, uint64) {}

// Health implements actors.HealthRecorder.
func (c *curves) Health(at messages.Instant, all []messages.Health) {
	c.mu.Lock()
	defer c.mu.Unlock()
	world := map[string]string{}
	for i := range all {
		world[all[i].Actor] = all[i].World
	}
	for i := range all {
		h := &all[i]
		if h.Period > 0 && h.Lateness.Count > 0 {
			seriesOf(c.lateness, &c.late, h.Actor, float64(time.Microsecond)).Add(at, float64(h.Lateness.P99))
		}
		for _, in := range h.Inputs {
			sender := in.From[:max(strings.LastIndexByte(in.From, '.'), 0)]
			if in.Age >= 0 && world[sender] != h.World {
				seriesOf(c.ages, &c.aged, h.Actor+"."+in.Port, float64(time.Millisecond)).Add(at, float64(in.Age))
			}
		}
	}
}

// seriesOf returns the series of that name, and adds it to the chart where it is new. Unit is that
// of the chart in ns.
func seriesOf(all map[string]*report.Series, chart *page.Chart, name string, unit float64) *report.Series {
	s := all[name]
	if s == nil {
		s = &report.Series{}
		all[name] = s
		chart.Curves = append(chart.Curves, page.Curve{Name: name, Series: s, Scale: 1 / unit})
	}
	return s
}
