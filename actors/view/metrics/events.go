package metrics

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/robo-actors/robo-actors/messages"
)

// Events counts events by cause. A program passes it every event, from any goroutine.
type Events struct {
	failures, restarts, stops *prometheus.CounterVec
}

// NewEvents returns counts of zero.
func NewEvents() *Events {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	return &Events{
		failures: counter("failures_total", "Failures of actors by cause.", "actor", "cause"),
		restarts: counter("restarts_total", "Restarts of actors that a supervisor ordered, by cause.", "actor", "cause"),
		stops:    counter("joint_stops_total", "Changes of a joint to a more severe mode, by cause.", "world", "joint", "cause"),
	}
}

// Event counts an event.
func (c *Events) Event(e messages.Event) {
	switch e.Kind {
	case messages.EventFailed:
		c.failures.WithLabelValues(e.Source, e.Cause.String()).Inc()
	case messages.EventRestarting:
		c.restarts.WithLabelValues(e.Source, e.Cause.String()).Inc()
	case messages.EventModeChanged:
		if e.To > e.From {
			world, _, _ := strings.Cut(e.Source, "/")
			c.stops.WithLabelValues(world, e.Joint, e.Cause.String()).Inc()
		}
	}
}

// Describe implements prometheus.Collector.
func (c *Events) Describe(to chan<- *prometheus.Desc) {
	for _, v := range []*prometheus.CounterVec{c.failures, c.restarts, c.stops} {
		v.Describe(to)
	}
}

// Collect implements prometheus.Collector.
func (c *Events) Collect(to chan<- prometheus.Metric) {
	for _, v := range []*prometheus.CounterVec{c.failures, c.restarts, c.stops} {
		v.Collect(to)
	}
}
