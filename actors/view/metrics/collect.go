package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

const namespace = "robo_actors"

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

// Descriptions of the metrics. Labels name actors by their whole path, world/name; actor_info joins
// them with their world, domain and phase.
var (
	applicationInfo = describe("application_info", "The application; always 1.", "application")
	applicationTime = describe("application_time_seconds", "Time since the start on the clock of the system, which is virtual in a simulation.")

	actorInfo     = describe("actor_info", "An actor; always 1.", "actor", "world", "domain", "phase")
	actorRunning  = describe("actor_running", "Whether the actor is running (1) or starting, restarting, suspended, stopped or lost (0).", "actor")
	period        = describe("actor_period_seconds", "Period of the releases of a periodic actor.", "actor")
	incarnation   = describe("actor_incarnation", "Number of the present incarnation; it grows with each restart.", "actor")
	ticks         = describe("ticks_total", "Releases that ran.", "actor")
	missed        = describe("ticks_missed_total", "Releases that were skipped because an earlier one was late.", "actor")
	overruns      = describe("overruns_total", "Times that releases were skipped.", "actor")
	lateness      = describe("tick_lateness_seconds", "Time from the release of a tick to its start.", "actor")
	execution     = describe("tick_execution_seconds", "Duration of a tick; modelled in virtual time.", "actor")
	queueLength   = describe("queue_length", "Messages that wait in the queue of an actor.", "actor")
	queueLimit    = describe("queue_limit", "The most messages that may wait in the queue of an actor.", "actor")
	queueDropped  = describe("queue_dropped_total", "Messages that a full queue refused.", "actor")
	inputAge      = describe("input_age_seconds", "Age of the newest value at an input when its actor looked.", "actor", "port", "from")
	inputMaxAge   = describe("input_max_age_seconds", "Age up to which an actor accepts a value; absent where there is no bound.", "actor", "port", "from")
	inputStale    = describe("input_stale", "Whether the newest value at an input is older than its bound (1).", "actor", "port", "from")
	linkReplaced  = describe("link_values_overwritten_total", "Values that a newer one replaced before they were read.", "from", "to")
	linkDropped   = describe("link_values_dropped_total", "Values that an injected fault lost.", "from", "to")
	jobs          = describe("jobs_total", "Jobs by their result; started counts all of them.", "result")
	jobsIgnoring  = describe("jobs_ignoring_cancellation", "Jobs that keep a thread although they were cancelled.")
	gateUp        = describe("gate_up", "Whether the gate of a world answers within a second (1).", "world")
	jointMode     = describe("joint_mode", "Mode of a joint as its number, from 0: "+modeValues()+".", "world", "joint")
	jointsStopped = describe("joints_stopped", "Joints in a safe mode, by cause.", "world", "cause")

	viewers        = describe("viewers", "Viewers that are connected.")
	viewerDropped  = describe("viewer_messages_dropped_total", "Messages that were lost because a viewer was too slow.")
	viewerWaiting  = describe("viewer_messages_waiting", "Messages that wait for viewers.")
	viewerRefused  = describe("viewers_refused_total", "Connections of viewers that were refused because there are too many.")
	viewerSlow     = describe("viewers_slow_total", "Viewers that were disconnected because they did not read.")
	viewerAccepted = describe("viewers_connected_total", "Viewers that have connected.")
)

var all = []*prometheus.Desc{
	applicationInfo, applicationTime, actorInfo, actorRunning, period, incarnation, ticks, missed, overruns, lateness, execution,
	queueLength, queueLimit, queueDropped, inputAge, inputMaxAge, inputStale, linkReplaced, linkDropped, jobs, jobsIgnoring,
	gateUp, jointMode, jointsStopped, viewers, viewerDropped, viewerWaiting, viewerRefused, viewerSlow, viewerAccepted,
}

// collector reads a system each time that it is scraped.
type collector struct {
	subject Subject
	began   time.Time // of the counts
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range all {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	o := out{to: to, began: c.began}
	s := c.subject.System
	o.gauge(applicationInfo, 1, s.Name())
	o.gauge(applicationTime, s.Now().Seconds())
	for _, h := range s.Health() {
		o.actor(&h)
	}
	for _, m := range s.Measurements() {
		o.durations(lateness, m.Lateness, m.Actor)
		o.durations(execution, m.Execution, m.Actor)
		o.gauge(queueLength, float64(m.Queued), m.Actor)
		o.gauge(queueLimit, float64(m.QueueLimit), m.Actor)
		for _, in := range m.Inputs {
			o.durations(inputAge, in.Ages, m.Actor, in.Port, in.From)
		}
	}
	for _, l := range s.Links() {
		o.counter(linkReplaced, l.Overwritten, l.From, l.To)
		o.counter(linkDropped, l.Dropped, l.From, l.To)
	}
	o.jobs(c.subject)
	for _, w := range c.subject.gates(context.Background()) {
		o.world(&w)
	}
	if c.subject.Viewers != nil {
		o.viewers(c.subject)
	}
}

// out sends metrics to a scrape.
type out struct {
	to    chan<- prometheus.Metric
	began time.Time
}

func (o *out) gauge(d *prometheus.Desc, v float64, labels ...string) {
	o.to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

func (o *out) counter(d *prometheus.Desc, v uint64, labels ...string) {
	o.to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v), labels...)
}

func (o *out) durations(d *prometheus.Desc, of actors.Distribution, labels ...string) {
	o.to <- newDurations(d, of, o.began, labels...)
}

func (o *out) actor(h *messages.Health) {
	o.gauge(actorInfo, 1, h.Actor, h.World, h.Domain, h.Phase)
	o.gauge(actorRunning, number(h.State == "running"), h.Actor)
	o.gauge(incarnation, float64(h.Incarnation), h.Actor)
	if h.Period > 0 {
		o.gauge(period, h.Period.Seconds(), h.Actor)
	}
	o.counter(ticks, h.Ticks, h.Actor)
	o.counter(missed, h.Missed, h.Actor)
	o.counter(overruns, h.Overruns, h.Actor)
	o.counter(queueDropped, h.QueueDropped, h.Actor)
	for _, in := range h.Inputs {
		if in.MaxAge > 0 {
			o.gauge(inputMaxAge, in.MaxAge.Seconds(), h.Actor, in.Port, in.From)
		}
		o.gauge(inputStale, number(in.Stale), h.Actor, in.Port, in.From)
	}
}

func (o *out) jobs(s Subject) {
	counts := s.System.JobCounts()
	o.counter(jobs, counts.Started, "started")
	o.counter(jobs, counts.Succeeded, "succeeded")
	o.counter(jobs, counts.Cancelled, "cancelled")
	o.counter(jobs, counts.Late, "late")
	o.counter(jobs, counts.Failed, "failed")
	o.gauge(jobsIgnoring, float64(counts.Ignoring))
}

func (o *out) world(w *worldCondition) {
	o.gauge(gateUp, number(w.err == nil), w.name)
	for _, j := range w.status.Joints {
		o.gauge(jointMode, float64(j.Mode), w.name, j.Joint)
	}
	counts := stoppedByCause(w.status)
	for _, cause := range sortedCauses(counts) {
		o.gauge(jointsStopped, float64(counts[cause]), w.name, cause.String())
	}
}

func (o *out) viewers(s Subject) {
	stats := s.Viewers()
	o.gauge(viewers, float64(stats.Now))
	o.gauge(viewerWaiting, float64(stats.Waiting))
	o.counter(viewerDropped, stats.Dropped)
	o.counter(viewerRefused, stats.Refused)
	o.counter(viewerSlow, stats.Slow)
	o.counter(viewerAccepted, stats.Connected)
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
