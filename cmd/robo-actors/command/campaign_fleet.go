package command

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
	"github.com/robo-actors/robo-actors/supervision/faults/fleet"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// subjects are the applications of a campaign: one file, or those that a fleet draws from seeds.
type subjects struct {
	file     string
	config   *app.Config
	fleet    *campaign.Fleet
	registry *actors.Registry
	files    []string // that take part in a fleet
	configs  []*app.Config
}

// drawnShare is how many drawn applications a fleet has for each of its files.
const drawnShare = 3

// subjects loads the files of the command line.
func (f *campaignFlags) subjects(c *cobra.Command, registry *actors.Registry, files []string) (*subjects, error) {
	s := &subjects{registry: registry}
	for _, name := range files {
		config, err := app.LoadFile(name, registry)
		if err != nil {
			return nil, err
		}
		s.files, s.configs = append(s.files, name), append(s.configs, config)
	}
	if !f.fleet {
		s.file, s.config = s.files[0], s.configs[0]
		return s, nil
	}
	if !c.Flags().Changed("duration") {
		f.length = fleet.Longest
	}
	s.file = "--fleet"
	s.fleet = &campaign.Fleet{Version: fleet.Version(), Draw: s.draw}
	for _, config := range s.configs {
		s.fleet.Version += "+" + config.Name
	}
	if f.guide != "" {
		var err error
		if s.fleet.Guide, err = readSlice(f.guide); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// taken returns the file that a seed of a fleet runs, or false for a drawn application.
func (s *subjects) taken(seed uint64) (int, bool) {
	if s.fleet == nil {
		return 0, true
	}
	if len(s.files) == 0 || seed%(drawnShare+1) != 0 {
		return 0, false
	}
	return int(seed / (drawnShare + 1) % uint64(len(s.files))), true
}

// draw returns the application of a seed.
func (s *subjects) draw(seed uint64) (*campaign.Drawn, error) {
	a, err := fleet.Draw(seed)
	if err != nil {
		return nil, err
	}
	if i, taken := s.taken(seed); taken {
		return &campaign.Drawn{Config: s.configs[i], Duration: a.Duration, Jobs: true}, nil
	}
	config, err := app.Load(a.FS(), fleet.File, s.registry)
	if err != nil {
		return nil, err
	}
	return &campaign.Drawn{Config: config, Duration: a.Duration}, nil
}

// write returns the application of a seed and its file, which it writes below a folder if it was
// drawn.
func (s *subjects) write(keep string, seed uint64) (*app.Config, string, error) {
	if i, taken := s.taken(seed); taken {
		return s.configs[i], s.files[i], nil
	}
	a, err := fleet.Draw(seed)
	if err != nil {
		return nil, "", err
	}
	below := filepath.Join(keep, fmt.Sprintf("fleet-seed%d", seed))
	if err := os.MkdirAll(below, 0o750); err != nil {
		return nil, "", err
	}
	for _, name := range a.Names() {
		if err := os.WriteFile(filepath.Join(below, name), []byte(a.Files[name]), 0o644); err != nil {
			return nil, "", err
		}
	}
	file := filepath.Join(below, fleet.File)
	config, err := app.LoadFile(file, s.registry)
	return config, file, err
}
