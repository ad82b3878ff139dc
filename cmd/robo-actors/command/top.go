package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/robo-actors/robo-actors/actors/session"
)

func newTop() *cobra.Command {
	var name *string
	var once, asJSON bool
	c := &cobra.Command{
		Use:   "top",
		Short: "Watch the actors and joints of a running application",
		Long:  "Watch the actors and joints of a running application; q ends it. Without a terminal, or with --once, print one table.",
		Args:  exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := connect(c, *name)
			if err != nil {
				return err
			}
			if once || asJSON || !terminal(c.OutOrStdout()) {
				return showStatus(c, client, asJSON)
			}
			return watch(c.Context(), c.InOrStdin(), c.OutOrStdout(), client)
		},
	}
	name = target(c)
	c.Flags().BoolVar(&once, "once", false, "print one table and end")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON and end")
	return c
}

// refresh is the period of the table.
const refresh = 500 * time.Millisecond

// Control sequences of a terminal (ECMA-48, with the private modes of DEC).
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l" // alternate screen, no cursor, long lines cut
	leaveScreen = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	fromTop     = "\x1b[H"
	restOfLine  = "\x1b[K"
	restOfAll   = "\x1b[J"
)

// watch shows the table until a key or ctx ends it. It returns an error if the application ends.
func watch(ctx context.Context, in io.Reader, out io.Writer, client *session.Client) error {
	height := func() int { return 0 }
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		before, err := term.MakeRaw(int(f.Fd()))
		if err != nil {
			return fmt.Errorf("top cannot read single keys from this terminal: %w; try --once", err)
		}
		defer func() { _ = term.Restore(int(f.Fd()), before) }() // the terminal is as it was, or gone
		height = func() int { _, rows, _ := term.GetSize(int(f.Fd())); return rows }
	}
	if _, err := io.WriteString(out, enterScreen); err != nil {
		return err
	}
	defer func() { _, _ = io.WriteString(out, leaveScreen) }() // to a terminal that took the rest, or that is gone
	ended := make(chan struct{})
	go waitForEnd(in, ended)
	beat := time.NewTicker(refresh)
	defer beat.Stop()
	for {
		table, err := liveTable(ctx, client)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := out.Write(screenful(table, height())); err != nil {
			return err
		}
		select {
		case <-beat.C:
		case <-ended:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// waitForEnd closes ended at a key that ends top. Without a readable input, top continues.
func waitForEnd(in io.Reader, ended chan<- struct{}) {
	const escape, interrupt = 0x1b, 0x03
	key := make([]byte, 16)
	for {
		n, err := in.Read(key)
		for i := range n {
			// An arrow or function key begins with an escape as well, but more follows.
			if key[i] == 'q' || key[i] == interrupt || key[i] == escape && n == 1 {
				close(ended)
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// liveTable requests the status of a running application and returns its table.
func liveTable(ctx context.Context, client *session.Client) ([]byte, error) {
	status, err := client.Status(ctx)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = printStatus(&b, status)
	return b.Bytes(), err
}

// screenful returns the text that draws a table over the previous one in a terminal with that many
// rows; 0 means any number. It leaves out rows that do not fit, above the last line.
func screenful(table []byte, rows int) []byte {
	lines := bytes.Split(bytes.TrimRight(table, "\n"), []byte("\n"))
	if room := rows - 2; rows > 0 && len(lines) > max(1, room) {
		lines = lines[:max(1, room)]
	}
	lines = append(lines, nil, []byte("q ends"))
	var b bytes.Buffer
	b.WriteString(fromTop)
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\r\n") // a terminal in raw mode does not go to the first column by itself
		}
		b.Write(line)
		b.WriteString(restOfLine)
	}
	b.WriteString(restOfAll)
	return b.Bytes()
}
