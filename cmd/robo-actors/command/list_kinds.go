package command

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// listKinds prints every kind with one line per option, or the kinds with a name with all their
// details.
func listKinds(w io.Writer, registry *actors.Registry, names []string, asJSON bool) error {
	all := registry.Kinds()
	if len(names) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(k *actors.Kind) bool { return k.Name != names[0] })
		if len(all) == 0 {
			known := registry.Names("")
			sort.Strings(known)
			known = slices.Compact(known)
			hint := source.DidYouMean(names[0], known)
			if hint != "" {
				hint = "; " + hint
			}
			return usageError{fmt.Errorf("no kind is named %q%s; known: %s", names[0], hint, strings.Join(known, ", "))}
		}
	}
	if asJSON {
		return writeJSON(w, all)
	}
	for _, k := range all {
		fmt.Fprintf(w, "%s %s: %s\n", k.Role, k.Name, k.Doc)
		if len(names) == 0 {
			printOptions(w, k.Options, "    ", false)
			continue
		}
		printPorts(w, k.Ports, true)
		printPorts(w, k.Ports, false)
		if len(k.Options) > 0 {
			fmt.Fprintln(w, "  options:")
		}
		printOptions(w, k.Options, "    ", true)
	}
	return nil
}

// printPorts prints the inputs or the outputs that a kind declares.
func printPorts(w io.Writer, ports []actors.PortInfo, inputs bool) {
	title := "  outputs:"
	if inputs {
		title = "  inputs:"
	}
	for _, p := range ports {
		if p.Input != inputs {
			continue
		}
		if title != "" {
			fmt.Fprintln(w, title)
			title = ""
		}
		carries := strings.TrimSuffix(p.Type[strings.IndexByte(p.Type, '[')+1:], "]")
		carries = carries[strings.LastIndexByte(carries, '/')+1:]
		if p.MaxAge > 0 {
			carries += fmt.Sprintf(", at most %v old", p.MaxAge)
		}
		if p.Optional {
			carries += ", optional"
		}
		fmt.Fprintf(w, "    %s (%s): %s\n", p.Name, carries, p.Doc)
	}
}

// printOptions prints a line per option, with nested options if deep is set.
func printOptions(w io.Writer, options []actors.OptionInfo, indent string, deep bool) {
	for i := range options {
		fmt.Fprintf(w, "%s%s\n", indent, optionLine(&options[i]))
		if deep {
			printOptions(w, options[i].Fields, indent+"    ", deep)
		}
	}
}

func optionLine(o *actors.OptionInfo) string {
	s := fmt.Sprintf("%s (%s", o.Name, o.Type)
	if o.Type == "list" && len(o.Fields) > 0 {
		s += " of groups"
	}
	if o.Unit != "" {
		s += ", " + strings.ReplaceAll(o.Unit, "|", " or ")
	}
	if len(o.OneOf) > 0 {
		s += ", one of " + strings.Join(o.OneOf, " ")
	}
	s += bounds(o)
	switch {
	case o.Required:
		s += ", required"
	case o.Default != "":
		s += ", default " + o.Default
	}
	return s + "): " + o.Doc
}

// bounds returns the range of an option in its unit; durations are bounded in seconds.
func bounds(o *actors.OptionInfo) string {
	unit := ""
	if o.Type == "duration" {
		unit = " s"
	}
	switch {
	case o.Min == nil && o.Max == nil:
		return ""
	case o.Max == nil:
		return fmt.Sprintf(", at least %g%s", *o.Min, unit)
	case o.Min == nil:
		return fmt.Sprintf(", at most %g%s", *o.Max, unit)
	}
	return fmt.Sprintf(", %g%s to %g%s", *o.Min, unit, *o.Max, unit)
}
