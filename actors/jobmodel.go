package actors

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// jobModel runs a job in virtual time. The job's code has a goroutine of its own, which takes turns
// with the loop of virtual time: only one of them runs. A turn ends when the code reports progress
// or returns; what follows is due when the modelled time for it has passed.
type jobModel struct {
	job    *Job
	resume chan struct{}     // from the loop: go on
	yield  chan struct{}     // from the code: the turn is over
	next   *timerqueue.Event // what follows: the begin, the next turn or the end

	// The loop and the code write these in their own turns only.
	hanging bool // an injected fault keeps the code from its begin
	running bool // the code has begun and has not returned
	began   messages.Instant
	share   float64
	text    string
	result  any
	err     error
}

func newJobModel(j *Job) *jobModel {
	return &jobModel{job: j, resume: make(chan struct{}), yield: make(chan struct{})}
}

// launch starts the code at this instant, after the current step of the loop.
func (m *jobModel) launch() {
	m.next = m.job.cell.sys.clock.at(m.job.cell.now(), m.begin, nil)
}

// begin starts the code, unless an injected fault hangs the job: then its thread is kept until the
// fault is over, whatever becomes of the job.
func (m *jobModel) begin() {
	if f := m.job.faults; f.hangs && !m.hanging {
		m.hanging = true
		if f.hangTime > 0 {
			m.next = m.job.cell.sys.clock.at(m.job.cell.now().Add(f.hangTime), m.begin, nil)
		}
		return
	}
	m.hanging = false
	if m.job.outcome.Load() != nil {
		m.job.executor.ended(m.job)
		return
	}
	m.began, m.running = m.job.cell.now(), true
	go func() {
		m.err = errJobGoexit
		defer func() {
			m.running = false
			m.yield <- struct{}{}
		}()
		m.result, m.err = m.job.run()
	}()
	<-m.yield
	m.follow()
}

// pause ends the turn of the code until the modelled time for a share of the work has passed.
func (m *jobModel) pause(share float64, text string) {
	m.share, m.text = share, text
	m.yield <- struct{}{}
	<-m.resume
}

// turn lets the code run on.
func (m *jobModel) turn() {
	m.resume <- struct{}{}
	<-m.yield
}

// follow schedules what comes after a turn.
func (m *jobModel) follow() {
	if !m.running {
		m.next = m.at(1, m.end)
		return
	}
	m.next = m.at(m.share, func() {
		m.job.report(m.share, m.text)
		m.turn()
		m.follow()
	})
}

// at calls fn once a share of the modelled duration has passed.
func (m *jobModel) at(share float64, fn func()) *timerqueue.Event {
	takes := m.job.spec.Duration + m.job.faults.slower
	due := m.began.Add(time.Duration(math.Round(share * float64(takes))))
	return m.job.cell.sys.clock.at(max(due, m.job.cell.now()), fn, nil)
}

func (m *jobModel) end() {
	m.job.settle(m.result, m.err)
	m.job.executor.ended(m.job)
}

// stopped ends a job that was cancelled: Progress now returns an error, and the code returns.
func (m *jobModel) stopped() {
	if m.hanging {
		m.job.executor.watch(m.job)
		return
	}
	m.job.cell.sys.clock.cancel(m.next)
	if m.running {
		m.turn()
	}
	m.job.executor.ended(m.job)
}
