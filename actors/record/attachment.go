package record

import (
	"fmt"
	"hash/crc32"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// File is a text or other file that a recording carries, such as the application's.
type File struct {
	// Name is a path relative to the application's folder, with forward slashes.
	Name string
	// MediaType is that of IANA, such as text/yaml.
	MediaType string
	Data      []byte
}

// check refuses names that say something about the machine, or that could lead out of the folder
// that somebody extracts the file to.
func (f File) check() error {
	clean := f.Name != "" && path.Clean(f.Name) == f.Name && !path.IsAbs(f.Name) && f.Name != "." &&
		f.Name != ".." && !strings.HasPrefix(f.Name, "../") && !strings.ContainsAny(f.Name, "\\:\x00")
	switch {
	case !clean:
		return fmt.Errorf("%w: file %q; expected a path relative to the application's folder, such as robots/arm.urdf", errName, f.Name)
	case len(f.Name) > 1024 || len(f.MediaType) > 1024:
		return fmt.Errorf("%w: file %.40q has a name or media type of more than 1024 bytes", errTooLarge, f.Name)
	case len(f.Data) > maxFile:
		return fmt.Errorf("%w: file %q has %d bytes; expected at most %d", errTooLarge, f.Name, len(f.Data), maxFile)
	}
	return nil
}

// appendAttachment writes an attachment record; time is the log time at which it was attached.
func appendAttachment(dst []byte, f File, time messages.Instant) []byte {
	dst, mark := beginRecord(dst, opAttachment)
	dst = little.AppendUint64(dst, uint64(time))
	dst = little.AppendUint64(dst, 0) // no time of creation: it would be wall time
	dst = appendText(dst, f.Name)
	dst = appendText(dst, f.MediaType)
	dst = little.AppendUint64(dst, uint64(len(f.Data)))
	dst = append(dst, f.Data...)
	dst = little.AppendUint32(dst, crc32.ChecksumIEEE(dst[mark:]))
	return endRecord(dst, mark)
}
