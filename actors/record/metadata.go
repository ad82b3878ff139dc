package record

import (
	"fmt"
	"hash/crc32"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// Names of the metadata records, and the key under which each carries its own checksum, which MCAP
// has none of.
const (
	runRecord     = "robo-actors"
	droppedRecord = "robo-actors/dropped"
	checksumKey   = "checksum"
)

const modulePath = "github.com/robo-actors/robo-actors"

// RunEntries describes a run for a recording's metadata: the seed, the architecture for which the
// program was compiled, and its version, as far as the build knows it. They are the same on every
// run of one program with one seed.
func RunEntries(seed uint64) []Entry {
	entries := []Entry{
		{"seed", strconv.FormatUint(seed, 10)},
		{"goarch", runtime.GOARCH},
		{"go", runtime.Version()},
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return entries
	}
	return append(entries, buildEntries(build)...)
}

func buildEntries(build *debug.BuildInfo) (entries []Entry) {
	if version := moduleVersion(build); version != "" {
		entries = append(entries, Entry{"version", version})
	}
	for _, setting := range build.Settings {
		switch setting.Key {
		case "GOAMD64", "GOARM64":
			entries = append(entries, Entry{strings.ToLower(setting.Key), setting.Value})
		case "vcs.revision", "vcs.modified":
			entries = append(entries, Entry{setting.Key, setting.Value})
		}
	}
	return entries
}

// moduleVersion returns the version of this module, which may be the program's own or one that it
// depends on.
func moduleVersion(build *debug.BuildInfo) string {
	if build.Main.Path == modulePath {
		return build.Main.Version
	}
	for _, module := range build.Deps {
		if module.Path == modulePath {
			return module.Version
		}
	}
	return ""
}

// checkEntries refuses keys that are empty, there twice, or the writer's own.
func checkEntries(what string, entries []Entry) error {
	seen := map[string]bool{}
	for _, e := range entries {
		switch {
		case e.Key == "" || e.Key == checksumKey:
			return fmt.Errorf("%w: %s has the key %q; expected one that is neither empty nor %q", errName, what, e.Key, checksumKey)
		case seen[e.Key]:
			return fmt.Errorf("%w: %s has the key %q twice", errName, what, e.Key)
		case len(e.Key)+len(e.Value) > maxMetadata/2:
			return fmt.Errorf("%w: %s has %d bytes under the key %.40q; expected at most %d", errTooLarge, what, len(e.Key)+len(e.Value), e.Key, maxMetadata/2)
		}
		seen[e.Key] = true
	}
	return nil
}

// appendMetadata writes a metadata record, its keys sorted and its checksum last.
func appendMetadata(dst []byte, name string, entries []Entry) []byte {
	dst, mark := beginRecord(dst, opMetadata)
	dst = appendText(dst, name)
	entries = sorted(entries)
	dst = appendEntries(dst, append(entries, Entry{checksumKey, checksumOf(name, entries)}))
	return endRecord(dst, mark)
}

// checksumOf is the CRC-32 of a metadata record's name and entries without the checksum, in
// hexadecimal.
func checksumOf(name string, entries []Entry) string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(appendEntries(appendText(nil, name), entries)))
}
