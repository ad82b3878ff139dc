//go:build !linux

package command

import (
	"errors"

	"github.com/spf13/cobra"
)

func newMoteusEmulate() *cobra.Command {
	return &cobra.Command{Use: "emulate ID...", Short: "Emulate servos on a pseudo terminal, on Linux only",
		RunE: func(*cobra.Command, []string) error { return errors.New("emulated servos are supported on Linux only") }}
}
