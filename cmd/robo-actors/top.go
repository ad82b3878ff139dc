package main

import (
	"bytes"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/internal/session"
)

func newTop() *cobra.Command {
	var once, asJSON bool
	c := &cobra.Command{
		Use:   "top [APPLICATION]",
		Short: "Watch the actors and joints of a running application",
		Long:  "Watch the actors and joints of a running application; q ends. Without a terminal, or with --once, one table is printed.",
		Args:  atMost("APPLICATION"),
		RunE: func(c *cobra.Command, arguments []string) error {
			path, err := socket(arguments)
			if err != nil {
				return err
			}
			if once || asJSON || !terminal(c.OutOrStdout()) {
				return listLive(c.OutOrStdout(), arguments, asJSON)
			}
			return watch(c, path)
		},
	}
	c.Flags().BoolVar(&once, "once", false, "print one table and end")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON and end")
	return c
}

func watch(c *cobra.Command, path string) error {
	program := tea.NewProgram(screen{path: path}, tea.WithContext(c.Context()), tea.WithOutput(c.OutOrStdout()))
	last, err := program.Run()
	if err != nil {
		return err
	}
	return last.(screen).err
}

// screen is what top shows: the newest status, once a refresh.
type screen struct {
	path   string
	status *session.Status
	err    error
}

const refresh = 500 * time.Millisecond

type refreshed struct {
	status *session.Status
	err    error
}

// Init asks for the first status.
func (s screen) Init() tea.Cmd { return s.ask }

func (s screen) ask() tea.Msg {
	var status session.Status
	if err := control.Call(s.path, "status", nil, &status); err != nil {
		return refreshed{nil, err}
	}
	return refreshed{&status, nil}
}

// Update takes a key or a new status.
func (s screen) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch m := message.(type) {
	case tea.KeyPressMsg:
		if key := m.String(); key == "q" || key == "ctrl+c" || key == "esc" {
			return s, tea.Quit
		}
	case refreshed:
		s.status, s.err = m.status, m.err
		if m.err != nil {
			return s, tea.Quit // the application has ended
		}
		return s, tea.Tick(refresh, func(time.Time) tea.Msg { return s.ask() })
	}
	return s, nil
}

// View draws the table.
func (s screen) View() tea.View {
	return tea.NewView(s.text())
}

func (s screen) text() string {
	if s.status == nil {
		return "asking " + s.path + " …\n"
	}
	var b bytes.Buffer
	if err := printStatus(&b, s.status); err != nil {
		return err.Error()
	}
	fmt.Fprint(io.Writer(&b), "\nq ends\n")
	return b.String()
}
