package session

import (
	"os"
	"path/filepath"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// partType is the media type of the file of a part that the application file does not declare.
const partType = "application/yaml; part=opened"

// partFiles attaches the files of parts to a recording, each once.
type partFiles struct {
	folder string
	sink   *record.Sink
	known  map[string]bool
}

func newPartFiles(s *Session) *partFiles {
	p := &partFiles{folder: filepath.Dir(s.source), sink: s.sink, known: map[string]bool{}}
	for _, f := range s.Config.Files {
		p.known[f.Name] = true
	}
	return p
}

// attach adds the files of a configuration with parts. It leaves out a file that was deleted
// meanwhile.
func (p *partFiles) attach(c *app.Config, parts []string, at messages.Instant) {
	root, err := os.OpenRoot(p.folder)
	if err != nil {
		return
	}
	defer root.Close()
	add := func(name, mediaType string) {
		if p.known[name] {
			return
		}
		p.known[name] = true
		if data, err := root.ReadFile(name); err == nil {
			p.sink.Attach(record.File{Name: name, MediaType: mediaType, Data: data}, at)
		}
	}
	for _, part := range parts {
		add(part, partType)
	}
	for _, f := range c.Files {
		add(f.Name, mediaType(f.Name))
	}
}
