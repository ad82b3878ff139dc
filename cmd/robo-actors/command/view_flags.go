package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/view"
)

// viewOff is the value of --view that serves nothing.
const viewOff = "off"

// viewFlags are the flags of a view.
type viewFlags struct {
	address string
	control bool
	options view.Options
}

func (f *viewFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.address, "view", "", "serve the run to browsers and to Foxglove at an address: HOST:PORT, a port of 127.0.0.1, or unix:PATH; off overrides the section view of the file")
	flags.Lookup("view").NoOptDefVal = view.DefaultAddress
	flags.BoolVar(&f.control, "control", false, "let viewers that have the printed address operate the application, with --view")
	f.addSecurity(flags)
}

// addSecurity adds what run, sim and view have in common.
func (f *viewFlags) addSecurity(flags *pflag.FlagSet) {
	flags.StringVar(&f.options.Certificate, "view-certificate", "", "PEM file for TLS, without which other machines cannot reach the view")
	flags.StringVar(&f.options.Key, "view-key", "", "PEM file of the certificate's key")
	flags.BoolVar(&f.options.Profiles, "view-profiles", false, "serve profiles of the process at /debug/pprof/ of the view, for go tool pprof")
	flags.StringArrayVar(&f.options.Hosts, "view-host", nil, "further host name of the view; may be repeated")
	flags.StringArrayVar(&f.options.Origins, "view-origin", nil, "other web page that may connect to the view, such as https://app.foxglove.dev; may be repeated")
}

// chosen returns the options of a session that the flags ask for.
func (f *viewFlags) chosen(c *cobra.Command, virtual bool) ([]session.Option, error) {
	shown := session.WithViewAddresses(func(urls []string) { printViews(c.ErrOrStderr(), urls) })
	switch {
	case f.control && virtual:
		return nil, usageError{errors.New("--control needs real time: use run, not sim")}
	case f.control && f.address == viewOff:
		return nil, usageError{errors.New("--control and --view=off; expected one of the two")}
	case f.address == viewOff:
		return []session.Option{session.WithoutView()}, nil // whatever the file says
	case !f.control && !c.Flags().Changed("view"):
		return []session.Option{shown}, nil
	}
	o := f.options
	if o.Control = f.control; f.address != view.DefaultAddress {
		o.Address = f.address // the plain flag leaves it to the file
	}
	return []session.Option{shown, session.WithView(o)}, nil
}

// printViews prints where a run can be seen.
func printViews(w io.Writer, urls []string) {
	for _, u := range urls {
		fmt.Fprintf(w, "view: %s\n", u)
	}
}
