// Package gomodule reads the go.mod of the module around a folder.
package gomodule

import (
	"os"
	"path/filepath"
	"strings"
)

// Around returns the folder of the module around a folder, the module's path and its tools.
func Around(dir string) (root, module string, tools []string) {
	for root = dir; ; root = filepath.Dir(root) {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			module, tools = lines(string(text))
			return root, module, tools
		}
		if root == filepath.Dir(root) {
			return "", "", nil
		}
	}
}

// lines reads the module's path and its tools from the lines of a go.mod.
func lines(text string) (module string, tools []string) {
	block := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		if block != "" {
			words = append([]string{block}, words...)
		}
		switch {
		case len(words) < 2:
		case words[1] == ")":
			block = ""
		case words[1] == "(":
			block = words[0]
		case words[0] == "module":
			module = strings.Trim(words[1], "\"`")
		case words[0] == "tool":
			tools = append(tools, strings.Trim(words[1], "\"`"))
		}
	}
	return module, tools
}
