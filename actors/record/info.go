package record

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/robo-actors/robo-actors/messages"
)

// Info summarises a recording. Times are in ns since the start of the system.
type Info struct {
	Bytes    int64            `json:"bytes"`
	Chunks   int              `json:"chunks"`
	Messages uint64           `json:"messages"`
	First    messages.Instant `json:"first_ns"`
	Last     messages.Instant `json:"last_ns"`
	Entries  []Entry          `json:"entries"`
	Files    []FileInfo       `json:"files"`
	Topics   []TopicInfo      `json:"topics"`
	Damage   *Damage          `json:"damage,omitempty"`
}

// FileInfo describes an attached file.
type FileInfo struct {
	Name      string `json:"name"`
	MediaType string `json:"media_type"`
	Bytes     int64  `json:"bytes"`
}

// TopicInfo describes a topic.
type TopicInfo struct {
	Topic    string           `json:"topic"`
	Type     string           `json:"type"`
	Messages uint64           `json:"messages"`
	Dropped  uint64           `json:"dropped"`
	First    messages.Instant `json:"first_ns"`
	Last     messages.Instant `json:"last_ns"`
	Metadata []Entry          `json:"metadata"`
}

// Info summarises the recording, from what Open has found.
func (r *Reader) Info() Info {
	info := Info{
		Bytes: r.size, Chunks: len(r.chunks), Damage: r.damage,
		Entries: r.Entries(), Files: []FileInfo{}, Topics: []TopicInfo{},
	}
	for _, f := range r.files {
		info.Files = append(info.Files, FileInfo{Name: f.name, MediaType: f.mediaType, Bytes: f.size})
	}
	for _, c := range r.channels {
		if c.Messages > 0 {
			if info.Messages == 0 {
				info.First = c.First
			}
			info.First, info.Last = min(info.First, c.First), max(info.Last, c.Last)
		}
		info.Messages += c.Messages
		info.Topics = append(info.Topics, TopicInfo{
			Topic: c.Topic, Type: c.Schema.Name, Messages: c.Messages, Dropped: c.Dropped,
			First: c.First, Last: c.Last, Metadata: append([]Entry{}, c.Metadata...),
		})
	}
	return info
}

// WriteText prints the summary for people.
func (i Info) WriteText(to io.Writer) error {
	out := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "messages\t%d in %d chunks, %d bytes\n", i.Messages, i.Chunks, i.Bytes)
	fmt.Fprintf(out, "log time\t%s to %s\n", i.First, i.Last)
	for _, e := range i.Entries {
		fmt.Fprintf(out, "%s\t%s\n", printable(e.Key), printable(e.Value))
	}
	for _, f := range i.Files {
		fmt.Fprintf(out, "file\t%s, %d bytes\n", printable(f.Name), f.Bytes)
	}
	if i.Damage != nil {
		fmt.Fprintf(out, "damage\t%s\n", i.Damage)
	}
	fmt.Fprint(out, "\ntopic\ttype\tmessages\tdropped\tfirst\tlast\n")
	for _, t := range i.Topics {
		fmt.Fprintf(out, "%s\t%s\t%d\t%d\t%s\t%s\n", printable(t.Topic), printable(t.Type), t.Messages, t.Dropped, t.First, t.Last)
	}
	return out.Flush()
}
