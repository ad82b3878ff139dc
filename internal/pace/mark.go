package pace

// CanTell returns whether Interrupted can tell of an interruption here: whether a mark is lost within some tens of milliseconds,
// in which every kernel's timer interrupts a thread that is busy. The caller has locked its goroutine to its thread.
func CanTell() bool {
	const looks = 1 << 24
	Mark()
	for range looks {
		if Interrupted() {
			return true
		}
	}
	return false
}
