package app

import "slices"

// renamedKeys maps keys of earlier versions to the names that replace them. Kinds register their
// former names themselves.
var renamedKeys = map[string]string{
	"for":  "duration",
	"leak": "recover_per",
}

// renamedKey returns the name that replaces a key, empty if none of the known keys does.
func renamedKey(former string, known []string) string {
	if name := renamedKeys[former]; slices.Contains(known, name) {
		return name
	}
	return ""
}
