package command

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app/draft"
)

// completer completes one argument of a command in a shell, given the arguments before it.
type completer = func(c *cobra.Command, before []string, begun string) ([]string, cobra.ShellCompDirective)

// endings are those of the files that commands read, by the path of the command below the root.
var endings = map[string][]string{
	"run": {"yaml", "yml"}, "sim": {"yaml", "yml"}, "graph": {"yaml", "yml"}, "campaign": {"yaml", "yml"}, "drives": {"yaml", "yml"},
	"generate": {"yaml", "yml"}, "open": {"yaml", "yml"}, "check": {"yaml", "yml", "urdf"}, "new": {"urdf", "yaml", "yml", "xml"},
	"explain": {"mcap"}, "replay": {"mcap"}, "view": {"mcap"}, "log": {"mcap", "mpack"}, "plot": {"mcap"},
}

// complete lets a shell complete the arguments of every command: files by their endings, and what a
// running application has.
func complete(root *cobra.Command, registry *actors.Registry) {
	live := map[string]completer{"rearm": worldNames, "stop": worldNames, "inject": faultWords,
		"list": func(c *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
			return listed(registry, before)
		}}
	var visit func(c *cobra.Command, top string)
	visit = func(c *cobra.Command, top string) {
		if len(c.Commands()) == 0 && c.ValidArgsFunction == nil {
			c.ValidArgsFunction = live[top]
			if files := endings[top]; c.ValidArgsFunction == nil && files != nil {
				c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
					return files, cobra.ShellCompDirectiveFilterFileExt
				}
			}
		}
		if c.Flags().Lookup("app") != nil {
			_ = c.RegisterFlagCompletionFunc("app", applicationNames) // the flag is there
		}
		for _, below := range c.Commands() {
			visit(below, top)
		}
	}
	for _, c := range root.Commands() {
		visit(c, c.Name())
		if c.Name() == "new" {
			_ = c.RegisterFlagCompletionFunc("controller", cobra.FixedCompletions(draft.Controllers(), cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// completeWithin bounds how long a shell waits for a running application.
const completeWithin = 500 * time.Millisecond

// liveStatus returns the condition of the application that the flag app names, or of the only one.
func liveStatus(c *cobra.Command) (*session.Client, *session.Status) {
	name, _ := c.Flags().GetString("app")
	client, err := session.Connect(name)
	if err != nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), completeWithin)
	defer cancel()
	status, err := client.Status(ctx)
	if err != nil {
		return nil, nil
	}
	return client, status
}

// worldNames completes the worlds of a running application.
func worldNames(c *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
	if _, status := liveStatus(c); status != nil && len(before) == 0 {
		return slices.Sorted(maps.Keys(status.Worlds)), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// faultWords completes the line of a fault: its kind, and its target in a running application.
func faultWords(c *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
	known := faults.Kinds()
	kind := slices.IndexFunc(known, func(k faults.Kind) bool { return slices.Contains(before, k.Name) })
	if kind < 0 {
		var words []string
		for _, k := range known {
			words = append(words, k.Name+"\t"+k.Title)
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	client, status := liveStatus(c)
	if status == nil || before[len(before)-1] != known[kind].Name {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var targets []string
	for _, h := range status.Health {
		targets = append(targets, h.Actor)
	}
	ctx, cancel := context.WithTimeout(context.Background(), completeWithin)
	defer cancel()
	links, err := client.Links(ctx)
	if err == nil {
		targets = append(targets, links...)
	}
	return targets, cobra.ShellCompDirectiveNoFileComp
}

// goalWords completes the words of a goal: a task, joints, and parts of goals.
func goalWords(c *cobra.Command, before []string, _ string) (words []string, _ cobra.ShellCompDirective) {
	controller, _ := c.Flags().GetString("controller")
	for _, g := range liveGoals(c) {
		if controller != "" && g.Path != controller {
			continue
		}
		if len(before) == 0 {
			words = append(words, g.Tasks...)
		}
		for _, name := range slices.Concat(g.Joints, g.Parts) {
			if word := name + "="; !slices.ContainsFunc(before, func(b string) bool { return strings.HasPrefix(b, word) }) {
				words = append(words, word)
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// goalPaths completes the controllers that pursue goals.
func goalPaths(c *cobra.Command, _ []string, _ string) (paths []string, _ cobra.ShellCompDirective) {
	for _, g := range liveGoals(c) {
		paths = append(paths, g.Path)
	}
	return paths, cobra.ShellCompDirectiveNoFileComp
}

// liveGoals lists the controllers of the running application that pursue goals.
func liveGoals(c *cobra.Command) []session.GoalController {
	client, _ := liveStatus(c)
	if client == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), completeWithin)
	defer cancel()
	all, _ := client.GoalControllers(ctx) // none, without an answer
	return all
}

// applicationNames completes the applications that run on this machine.
func applicationNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	dir, err := control.Directory()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names, _ := control.Running(dir) // those that answer
	return names, cobra.ShellCompDirectiveNoFileComp
}

// listed completes the arguments of list.
func listed(registry *actors.Registry, before []string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(before) == 0:
		return []string{"kinds", "faults", "applications", "actors", "joints", "links", "sensors"}, cobra.ShellCompDirectiveNoFileComp
	case before[0] == "kinds" && len(before) == 1:
		var names []string
		for _, k := range registry.Kinds() {
			names = append(names, k.Name+"\t"+strings.SplitN(k.Doc, "\n", 2)[0])
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	case len(before) == 1 && slices.Contains([]string{"actors", "joints", "links", "sensors"}, before[0]):
		return []string{"yaml", "yml", "urdf"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
