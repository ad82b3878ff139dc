package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session"
)

func newView(registry *actors.Registry) *cobra.Command {
	var f viewFlags
	c := &cobra.Command{
		Use:   "view RECORDING",
		Short: "Play a recording in the browser and in Foxglove",
		Long: `Serve a recording to browsers, Foxglove and Lichtblick until Ctrl-C: play, pause, speed and seek, for all viewers at once.

A recording of a campaign ends with the violation of an invariant, which is printed; the exit code is 4, as that of the
campaign.

The topics for viewers that an old recording lacks are made from the application that is attached to it.`,
		Args: exactly("RECORDING"),
	}
	c.Flags().StringVar(&f.address, "address", "", "HOST:PORT, a port of 127.0.0.1, or unix:PATH; default: 127.0.0.1:8765")
	f.addSecurity(c.Flags())
	c.RunE = func(c *cobra.Command, arguments []string) error {
		return reading(c, arguments[0], func(r *record.Reader) error {
			ctx, stop := endsInOrder(c)
			defer stop()
			o := f.options
			o.Address = f.address
			o.Opened = func(urls []string) { printViews(c.ErrOrStderr(), urls) }
			o.Warn = func(err error) { fmt.Fprintf(c.ErrOrStderr(), "%s: %v\n", programName(), err) }
			v, err := session.PlayRecording(r, registry, o)
			if err != nil {
				return err
			}
			violated := recordedViolation(r)
			if violated != nil {
				fmt.Fprintf(c.ErrOrStderr(), "%s\n", clean(violated.Error(), ""))
			}
			<-ctx.Done()
			return errors.Join(violated, v.Close())
		})
	}
	return c
}
