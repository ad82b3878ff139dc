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
	s.fleet = campaign.NewFleet(registry, s.configs...)
	if f.guide != "" {
		var err error
		if s.fleet.Guide, err = readSlice(f.guide); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// taken returns the file that a seed runs, or false for a drawn application.
func (s *subjects) taken(seed uint64) (int, bool) {
	if s.fleet == nil {
		return 0, true
	}
	return s.fleet.Given(seed)
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
