package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionInfo is the output of version.
type versionInfo struct {
	Module, Version, Revision, Go, Platform string
	Modified                                bool
}

func newVersion() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			v := buildVersion()
			if asJSON {
				return writeJSON(c.OutOrStdout(), v)
			}
			revision := v.Revision
			if v.Modified {
				revision += " (modified)"
			}
			fmt.Fprintf(c.OutOrStdout(), "%s %s %s %s %s\n", v.Module, v.Version, revision, v.Go, v.Platform)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func buildVersion() versionInfo {
	v := versionInfo{Module: "robo-actors", Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Module, v.Version = info.Main.Path, info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
