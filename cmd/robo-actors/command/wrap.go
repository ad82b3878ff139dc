package command

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// helpColumns is the width of the texts of --help.
const helpColumns = 80

// wrapHelp breaks the lines of the long texts of a command and of those below it.
func wrapHelp(c *cobra.Command) {
	c.Long, c.Example = wrapped(pasted(c.Long), helpColumns), pasted(c.Example)
	for _, below := range c.Commands() {
		wrapHelp(below)
	}
}

// wrapped breaks the paragraphs of a text. Lines that begin with a blank or a tabulator stay as
// they are: commands, and lists in columns.
func wrapped(text string, columns int) string {
	var out, paragraph []string
	flush := func() {
		line := ""
		for _, word := range strings.Fields(strings.Join(paragraph, " ")) {
			switch {
			case line == "":
				line = word
			case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns:
				out, line = append(out, line), word
			default:
				line += " " + word
			}
		}
		if line != "" {
			out = append(out, line)
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" && line[0] != ' ' && line[0] != '\t' {
			paragraph = append(paragraph, line)
			continue
		}
		flush()
		out = append(out, line)
	}
	flush()
	return strings.Join(out, "\n")
}
