package record

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/robo-actors/robo-actors/messages"
)

// CatOptions say which messages Cat prints, and how.
type CatOptions struct {
	Filter
	// JSON gives one JSON object a line instead of text. Numbers that are not finite are strings
	// there, as in the JSON of protobuf; integers of 64 bits are plain numbers.
	JSON bool
	// Before is called, where it is set, before the messages of a log time are printed. Whoever
	// waits in it has what came before printed by flush. Its error ends the printing.
	Before func(at messages.Instant, flush func() error) error
}

// Cat prints messages, one a line, by the schemas in the file: log time, topic, stamp, and the
// fields of the value by name. Times are in seconds since the start of the system in text, and in
// nanoseconds in JSON.
func Cat(r *Reader, to io.Writer, options CatOptions) error {
	out := bufio.NewWriter(to)
	var p parser
	var line []byte
	last := messages.Instant(-1)
	for m, err := range r.Messages(options.Filter) {
		if err != nil {
			return flushed(out, err)
		}
		if options.Before != nil && m.LogTime != last {
			if err := options.Before(m.LogTime, func() error { return flushed(out, nil) }); err != nil {
				return flushed(out, err)
			}
			last = m.LogTime
		}
		value, err := p.parse(m)
		if err != nil {
			return flushed(out, err)
		}
		if options.JSON {
			line = appendJSONHead(line[:0], m)
			line = append(asJSON.appendFields(line, value), "}}\n"...)
		} else {
			line = appendTextHead(line[:0], m)
			line = append(asText.appendFields(line, value), '\n')
		}
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("print the messages: %w", err)
		}
	}
	return flushed(out, nil)
}

// flushed prints what was read before an error, which it returns.
func flushed(out *bufio.Writer, err error) error {
	if flush := out.Flush(); err == nil && flush != nil {
		return fmt.Errorf("print the messages: %w", flush)
	}
	return err
}

func appendJSONHead(dst []byte, m Message) []byte {
	dst = strconv.AppendInt(append(dst, `{"log_time_ns":`...), int64(m.LogTime), 10)
	dst = asJSON.AppendString(append(dst, `,"topic":`...), m.Channel.Topic)
	dst = asJSON.AppendString(append(dst, `,"type":`...), m.Channel.Schema.Name)
	dst = strconv.AppendInt(append(dst, `,"stamp":{"time_ns":`...), int64(m.Stamp.Time), 10)
	dst = strconv.AppendUint(append(dst, `,"sequence":`...), m.Stamp.Sequence, 10)
	dst = strconv.AppendUint(append(dst, `,"incarnation":`...), uint64(m.Stamp.Incarnation), 10)
	return append(dst, `},"value":{`...)
}

func appendTextHead(dst []byte, m Message) []byte {
	return fmt.Appendf(dst, "%s %s #%d.%d at %s ", seconds(m.LogTime), printable(m.Channel.Topic),
		m.Stamp.Incarnation, m.Stamp.Sequence, seconds(m.Stamp.Time))
}

// seconds prints a time with all its nanoseconds.
func seconds(t messages.Instant) string {
	sign, ns := "", uint64(t)
	if t < 0 {
		sign, ns = "-", -ns
	}
	return fmt.Sprintf("%s%d.%09d", sign, ns/1e9, ns%1e9)
}

// printable escapes what could drive a terminal.
func printable(text string) string {
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}
