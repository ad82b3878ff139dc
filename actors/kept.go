package actors

// Kept holds what outlives the incarnations of an actor, such as a connection to another process.
// Applications built from a file provide each actor with one of its own, as a resource. Only the
// actor uses it, in Start, Stop and Tick. It closes what it keeps in a Stop for good.
type Kept struct{ Value any }
