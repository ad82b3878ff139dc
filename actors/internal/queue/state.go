package queue

// Waiting returns the messages that wait, the oldest first. Nobody may use the queue meanwhile.
func (q *Queue) Waiting() (all []any) {
	for range q.Length() {
		v, _ := q.Pop()
		all = append(all, v)
		q.Push(v)
	}
	return all
}

// Refill replaces the messages that wait. Nobody may use the queue meanwhile.
func (q *Queue) Refill(all []any) {
	for _, more := q.Pop(); more; {
		_, more = q.Pop()
	}
	for _, v := range all {
		q.Push(v)
	}
}
