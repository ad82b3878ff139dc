package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// outputs are flags that say where results go, which a command that repeats a run leaves out.
var outputs = []string{"report", "record", "no-record", "json", "verbose", "table", "checkpoint", "keep", "workers"}

// repeats returns the command line that repeats what c does with a file, for a shell.
func repeats(c *cobra.Command, file string) string {
	words := []string{c.CommandPath(), quoted(file)}
	c.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case slices.Contains(outputs, f.Name):
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name+"="+f.Value.String())
		case f.Value.Type() == "stringArray":
			all, _ := c.Flags().GetStringArray(f.Name) // its type is known
			for _, value := range all {
				words = append(words, "--"+f.Name, quoted(value))
			}
		default:
			words = append(words, "--"+f.Name, quoted(f.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// quoted returns a word as a shell reads it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./=:,@%+", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
