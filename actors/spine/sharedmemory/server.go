package sharedmemory

import (
	"fmt"
	"strings"
	"sync"
)

// Options of Create. The zero value is what Upkie's agents expect.
type Options struct {
	// Folder holds the files; DefaultFolder if empty. Its file system must be in memory, so that no
	// access waits for a disk.
	Folder string
	// Size is that of the classic file in bytes; DefaultSize if zero. Data of an observation are
	// smaller by more than 8 bytes.
	Size int
}

// A Server is the spine's end of its files. Except for Create, Restore, Wait and Close, its methods
// neither block nor allocate. One goroutine calls the methods; Close may come from another one.
type Server struct {
	name string
	size int
	note string

	// mu keeps Close and Restore from unmapping memory that another call accesses.
	mu      sync.Mutex
	closed  bool
	classic *region // nil if it is lost and could not be restored
	live    liveWriter

	lost     error     // the classic file is nil
	sizeFail SizeError // returned by Read and Reply
}

// Create creates the files of a spine. It takes over the files of a process that has ended, and
// returns an *OwnedError for those of a living one and a *FileError for files of other users,
// symbolic links and folders.
func Create(name string, o Options) (*Server, error) {
	classic, live, err := paths(o.Folder, name)
	if err != nil {
		return nil, err
	}
	if o.Size == 0 {
		o.Size = DefaultSize
	}
	if o.Size < minSize || o.Size > maxSize {
		return nil, fmt.Errorf("shared memory %s has a size of %d bytes: expected %d to %d", name, o.Size, minSize, maxSize)
	}
	s := &Server{name: name, size: o.Size, lost: &FileError{classic, ErrLost}}
	var stale, staleLive bool
	if s.classic, stale, err = claim(classic, o.Size); err != nil {
		return nil, err
	}
	if staleLive, err = s.live.create(live, o.Size); err != nil {
		s.classic.remove()
		_ = s.classic.close() // the error of the live file counts
		return nil, err
	}
	s.note = takeOver(classic, stale, live, staleLive)
	return s, nil
}

// takeOver says which files were those of a process that has ended.
func takeOver(classic string, stale bool, live string, staleLive bool) string {
	var files []string
	if stale {
		files = append(files, classic)
	}
	if staleLive {
		files = append(files, live)
	}
	if files == nil {
		return ""
	}
	return "took over " + strings.Join(files, " and ") + " of a spine that ended without removing it"
}

// Path returns the path of the classic file.
func (s *Server) Path() string { return s.lost.(*FileError).Path }

// TakenOver says which files Create took over from a spine that has ended; it is empty if there
// were no such files.
func (s *Server) TakenOver() string { return s.note }

// enter begins a call; the caller unlocks mu.
func (s *Server) enter() (*region, error) {
	s.mu.Lock()
	switch {
	case s.closed:
		return nil, ErrClosed
	case s.classic == nil:
		return nil, s.lost
	}
	return s.classic, nil
}

// Request returns the request in the file, which may be any number.
func (s *Server) Request() (Request, error) {
	r, err := s.enter()
	defer s.mu.Unlock()
	if err != nil {
		return None, err
	}
	word, err := r.load(requestOffset)
	return Request(word), err
}

// Read copies the data of a request into a buffer, up to its capacity, and returns that part of the
// buffer. An agent may change the data meanwhile: they are what an agent wrote, and nothing more is
// known of them. Data that exceed the file or the buffer are a *SizeError, which is valid until the
// next call.
func (s *Server) Read(buffer []byte) ([]byte, error) {
	r, err := s.enter()
	defer s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return r.data(buffer, &s.sizeFail)
}

// data copies the data of a classic file into a buffer.
func (r *region) data(buffer []byte, fail *SizeError) ([]byte, error) {
	size, err := r.load(sizeOffset)
	if err != nil {
		return nil, err
	}
	if limit := min(cap(buffer), len(r.memory)-dataOffset); int64(size) > int64(limit) {
		*fail = SizeError{Size: int64(size), Limit: int64(limit)}
		return nil, fail
	}
	buffer = buffer[:size]
	return buffer, r.read(dataOffset, buffer)
}

// Reply writes the answer to a request: the data first, then the word, usually None. Data that
// exceed the file are a *SizeError, which is valid until the next call; nothing is written then.
func (s *Server) Reply(answer Request, data []byte) error {
	r, err := s.enter()
	defer s.mu.Unlock()
	if err != nil {
		return err
	}
	return r.post(answer, data, &s.sizeFail)
}

// post writes data and then a request, and wakes the other end.
func (r *region) post(request Request, data []byte, fail *SizeError) error {
	if limit := len(r.memory) - dataOffset - 1; len(data) > limit {
		*fail = SizeError{Size: int64(len(data)), Limit: int64(limit)}
		return fail
	}
	if err := r.store(sizeOffset, uint32(len(data))); err != nil {
		return err
	}
	if err := r.write(dataOffset, data); err != nil {
		return err
	}
	return r.signal(request)
}

// signal writes a request and wakes the other end.
func (r *region) signal(request Request) error {
	if err := r.store(requestOffset, uint32(request)); err != nil {
		return err
	}
	r.wake(requestOffset)
	return nil
}

// Answer writes the answer to a request without data: None or Error.
func (s *Server) Answer(answer Request) error {
	r, err := s.enter()
	defer s.mu.Unlock()
	if err != nil {
		return err
	}
	return r.signal(answer)
}

// Publish writes an observation into the live file and wakes its readers; a spine calls it in every
// cycle. The stamp is in nanoseconds of the spine's clock. Data that exceed a slot are a
// *SizeError, which is valid until the next call. Publish also returns what Check returns.
func (s *Server) Publish(stamp int64, data []byte) error {
	r, err := s.enter()
	defer s.mu.Unlock()
	if err != nil {
		return err
	}
	if err := s.live.publish(stamp, data); err != nil {
		return err
	}
	return s.intact(r)
}

// Check returns ErrLost if another process truncated or removed one of the files. Publish and Wait
// check as well; the other methods find only a truncation that takes away a page of memory which
// they access.
func (s *Server) Check() error {
	r, err := s.enter()
	defer s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.intact(r)
}

func (s *Server) intact(classic *region) error {
	if err := classic.intact(); err != nil {
		return err
	}
	return s.live.intact()
}

// Restore creates the files anew that another process truncated or removed, in about a millisecond.
// Agents that have opened such a file open it again. An error leaves the server as it is: call
// Restore again later.
func (s *Server) Restore() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	if s.classic != nil && s.classic.intact() != nil {
		s.classic.remove()
		_ = s.classic.close() // nothing of it is used again
		s.classic = nil
	}
	if s.classic == nil {
		r, _, err := claim(s.Path(), s.size)
		if err != nil {
			return err
		}
		s.classic = r
	}
	return s.live.restore()
}

// Close removes the files, unless others have their names now. It ends a Wait.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	if s.classic != nil {
		s.classic.wake(requestOffset)
		s.classic.remove()
		err = s.classic.close()
	}
	if failed := s.live.close(); err == nil {
		err = failed
	}
	return err
}
