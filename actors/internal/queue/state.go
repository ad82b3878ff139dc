package queue

// Waiting returns the messages that wait, the oldest first. Only the reader of a queue with a
// single reader may call Waiting; a message that arrives meanwhile may be missing.
func (q *Queue) Waiting() (all []any) {
	for h := q.head.Load(); ; h++ {
		c := &q.cells[h&q.mask]
		if c.turn.Load() != h+1 {
			return all
		}
		all = append(all, c.value)
	}
}

// Arrived returns how many messages have arrived since the queue was made.
func (q *Queue) Arrived() uint64 { return q.tail.Load() }

// Refill replaces the messages that wait. Nobody may use the queue meanwhile.
func (q *Queue) Refill(all []any) {
	for _, more := q.Pop(); more; {
		_, more = q.Pop()
	}
	for _, v := range all {
		q.Push(v)
	}
}
