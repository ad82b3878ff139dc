package actors

// Overflow says what a full queue does with one more message.
type Overflow uint8

const (
	// DropNewest refuses the new message; the sender is told. It is the default.
	DropNewest Overflow = iota
	// DropOldest makes room by discarding the message that has waited longest; who waits for its reply is told.
	DropOldest
)

// String returns the word that application files use.
func (o Overflow) String() string {
	if o == DropOldest {
		return "drop_oldest"
	}
	return "drop_newest"
}
