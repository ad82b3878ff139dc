package record

import (
	"fmt"
	"strings"
)

// Damage describes what of a recording could not be read. Everything else was checked.
type Damage struct {
	// Offset is that of the first byte that was not understood.
	Offset int64 `json:"offset"`
	// Size is that of the file.
	Size int64 `json:"size"`
	// Reason says what was found there.
	Reason string `json:"reason"`
	// Complete says that every chunk was read, and only other parts are damaged or missing.
	Complete bool `json:"complete"`
	// Gaps are the damaged parts, the one at Offset first. The parts between them were read.
	Gaps []Gap `json:"gaps"`
	// LostMessages counts the messages in the gaps. It is known where the summary is whole.
	LostMessages uint64 `json:"lost_messages"`
	LostKnown    bool   `json:"lost_known"`
}

// Gap is a part of a recording that could not be read.
type Gap struct {
	// Begin is the offset of its first byte, End that of the first byte behind it.
	Begin int64 `json:"begin"`
	End   int64 `json:"end"`
	// Reason says what was found there.
	Reason string `json:"reason"`
}

// mostGapsNamed is the number of gaps that a sentence describes.
const mostGapsNamed = 3

// String says it in one sentence.
func (d *Damage) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at byte %d of %d", d.Reason, d.Offset, d.Size)
	if len(d.Gaps) == 1 && d.Gaps[0].End == d.Size && !d.Complete {
		b.WriteString("; what stands before it could be read")
		return b.String() + d.lost()
	}
	if d.Complete && len(d.Gaps) == 1 {
		b.WriteString("; all messages that were written could be read")
		return b.String()
	}
	for i, g := range d.Gaps[:min(len(d.Gaps), mostGapsNamed)] {
		if i > 0 {
			fmt.Fprintf(&b, "; %s at byte %d", g.Reason, g.Begin)
		}
		fmt.Fprintf(&b, " (%d bytes skipped)", g.End-g.Begin)
	}
	if more := len(d.Gaps) - mostGapsNamed; more > 0 {
		fmt.Fprintf(&b, "; and %d more damaged parts", more)
	}
	if d.Complete {
		b.WriteString("; all messages that were written could be read")
		return b.String()
	}
	b.WriteString("; everything else could be read")
	return b.String() + d.lost()
}

// lost returns how many messages are missing, where that is known.
func (d *Damage) lost() string {
	if !d.LostKnown {
		return ""
	}
	return fmt.Sprintf("; %d messages were lost", d.LostMessages)
}

// damaged is the error of a check that failed: it becomes a gap of the Reader's damage.
type damaged struct {
	offset int64
	reason string
	// next is where the damaged record ends by its own length, 0 where that is not known.
	next int64
	// harmless says that no message is lost with it.
	harmless bool
}

func (d *damaged) Error() string { return d.reason }

// damage returns damage at an offset, of a record without a length that can be trusted.
func damage(offset int64, format string, arguments ...any) *damaged {
	return &damaged{offset: offset, reason: fmt.Sprintf(format, arguments...)}
}

// until adds the end of the damaged record.
func (d *damaged) until(next int64) *damaged {
	d.next = next
	return d
}

// unharmed says that no message is lost.
func (d *damaged) unharmed() *damaged {
	d.harmless = true
	return d
}
