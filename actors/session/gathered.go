package session

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/supervision/faults"
)

// gatherBytes is the size of the buffer: about ten chunks of a recording.
const gatherBytes = 1 << 20

// gathered is a file with a large buffer. In virtual time a recording grows by tens of MiB per
// second, and a system call per chunk would cost more than the chunk. In real time chunks go to the
// file at once, so that they survive a crash.
//
// Buffered bytes that cannot be written are lost. The file then accepts no more bytes, since the
// writer assumes that its earlier ones exist.
type gathered struct {
	file faults.File
	held []byte // at most gatherBytes, to be written where the file stands
	lost error  // what was held and is lost
}

var _ faults.File = (*gathered)(nil)

func gather(file faults.File) *gathered {
	return &gathered{file: file, held: make([]byte, 0, gatherBytes)}
}

// Write implements io.Writer. An error may concern bytes of earlier calls; p is then not written.
func (g *gathered) Write(p []byte) (int, error) {
	if g.lost != nil || len(g.held)+len(p) > gatherBytes {
		if err := g.flush(); err != nil {
			return 0, err
		}
	}
	if len(p) > gatherBytes {
		return g.file.Write(p)
	}
	g.held = append(g.held, p...)
	return len(p), nil
}

func (g *gathered) flush() error {
	if g.lost != nil || len(g.held) == 0 {
		return g.lost
	}
	n, err := g.file.Write(g.held)
	if err != nil {
		g.lost = fmt.Errorf("the %d bytes before are lost too: %w", len(g.held)-n, err)
	}
	g.held = g.held[:0]
	return g.lost
}

// Seek implements io.Seeker.
func (g *gathered) Seek(offset int64, whence int) (int64, error) {
	if err := g.flush(); err != nil {
		return 0, err
	}
	return g.file.Seek(offset, whence)
}

// ReadAt implements io.ReaderAt.
func (g *gathered) ReadAt(p []byte, offset int64) (int, error) {
	if err := g.flush(); err != nil {
		return 0, err
	}
	return g.file.ReadAt(p, offset)
}

// WriteAt implements io.WriterAt.
func (g *gathered) WriteAt(p []byte, offset int64) (int, error) {
	if err := g.flush(); err != nil {
		return 0, err
	}
	return g.file.WriteAt(p, offset)
}

// Truncate cuts the file.
func (g *gathered) Truncate(size int64) error {
	if err := g.flush(); err != nil {
		return err
	}
	return g.file.Truncate(size)
}

// Sync writes everything to the storage.
func (g *gathered) Sync() error { return errors.Join(g.flush(), g.file.Sync()) }

// Close writes the buffer and closes the file, also if writing fails.
func (g *gathered) Close() error { return errors.Join(g.flush(), g.file.Close()) }

// storage is the file of a recording.
func storage(file faults.File, virtual bool) faults.File {
	if virtual {
		return gather(file)
	}
	return file
}
