package actors

import "sync/atomic"

// worker is the goroutine that steps one event-driven mailbox in real time.
type worker struct {
	clock    *realClock
	mailbox  *mailbox
	woken    chan struct{} // holds one token while something waits
	executor atomic.Pointer[executor]
	closing  atomic.Bool
	done     chan struct{}
}

func newWorker(r *realClock, m *mailbox) *worker {
	w := &worker{clock: r, mailbox: m, woken: make(chan struct{}, 1), done: make(chan struct{})}
	w.executor.Store(&executor{})
	return w
}

// kick never blocks and allocates nothing.
func (w *worker) kick() {
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

// run is the life of the goroutine; thread.run describes its ends.
func (w *worker) run(e *executor) {
	finished := false
	defer func() {
		switch {
		case finished:
			close(w.done)
		case e.left() && w.executor.Load() == e:
			w.kick()
			go w.run(e)
		}
	}()
	for !w.closing.Load() {
		w.mailbox.stepEvents(e)
		<-w.woken
	}
	w.mailbox.systemMessages(e)
	finished = true
}

// start runs the goroutine for the first time.
func (w *worker) start() { w.run(w.executor.Load()) }

// end ends the goroutine once the code that it runs has returned.
func (w *worker) end() {
	w.closing.Store(true)
	w.kick()
}

func (w *worker) replace() {
	e := &executor{}
	w.executor.Store(e)
	go w.run(e)
}
