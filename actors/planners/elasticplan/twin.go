package elasticplan

// variables returns pointers to what a twin takes over.
func (a *Actor) variables() []any {
	c := a.course
	return []any{&a.goal, &a.goals, &a.begun, &a.placed, &a.busy, &a.last, &a.record, &c.at, &c.speed, &c.quickness}
}
