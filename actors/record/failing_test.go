package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/foxglove/mcap/go/mcap"

	"github.com/robo-actors/robo-actors/messages"
)

var errDevice = errors.New("the device is broken")

// pipe takes writes until one fails. It cannot be cut back.
type pipe struct {
	data    []byte
	calls   int
	failAt  int // number of the first call that fails, from 0
	healAt  int // number of the first call that works again
	partial int // bytes that the failing call still takes
	err     error
	lie     int // what the failing call adds to the number of bytes it says it took
}

func (p *pipe) Write(b []byte) (int, error) {
	call := p.calls
	p.calls++
	if call < p.failAt || call >= p.healAt {
		p.data = append(p.data, b...)
		return len(b), nil
	}
	n := min(p.partial, len(b))
	p.data = append(p.data, b[:n]...)
	return n + p.lie, p.err
}

// disk is a pipe that can be cut back, as a file can.
type disk struct {
	pipe
	at          int64
	failToCut   error
	failToSeek  error
	cuts, seeks int
}

func (d *disk) Write(b []byte) (int, error) {
	if d.at != int64(len(d.data)) {
		return 0, fmt.Errorf("write at %d of %d", d.at, len(d.data))
	}
	n, err := d.pipe.Write(b)
	d.at = int64(len(d.data))
	return n, err
}

func (d *disk) Truncate(size int64) error {
	d.cuts++
	if d.failToCut == nil {
		d.data = d.data[:size]
	}
	return d.failToCut
}

func (d *disk) Seek(offset int64, whence int) (int64, error) {
	d.seeks++
	if whence != io.SeekStart {
		return 0, fmt.Errorf("seek from %d", whence)
	}
	if d.failToSeek == nil {
		d.at = offset
	}
	return offset, d.failToSeek
}

// attempt records a journal without minding errors, and returns what was refused.
func attempt(t *testing.T, j *journal, to io.Writer) (w *Writer, refused int, last error) {
	t.Helper()
	w, err := NewWriter(to, j.options())
	if err != nil {
		return nil, 0, err
	}
	ids := j.declare(t, w)
	for _, e := range j.entries {
		if err := w.Write(ids[e.Topic], e.LogTime, e.Stamp, e.Value); err != nil {
			refused++
			last = err
		}
	}
	return w, refused, errors.Join(last, w.Close())
}

// callsOf counts the writes that a journal leads to.
func callsOf(t *testing.T, j *journal) int {
	p := &pipe{failAt: 1 << 30}
	j.write(t, p, j.options())
	return p.calls
}

func TestAFailureOfAnyWriteLeavesAWholePrefix(t *testing.T) {
	j := compact(40)
	calls := callsOf(t, j)
	if calls < 15 {
		t.Fatalf("only %d writes; the test needs more", calls)
	}
	for failAt := range calls {
		for name, fault := range map[string]pipe{
			"no space":          {err: syscall.ENOSPC},
			"half, then full":   {err: syscall.EFBIG, partial: 300},
			"a few bytes":       {err: io.ErrShortWrite, partial: 3},
			"short, no error":   {partial: 100},
			"nothing, no error": {},
			"all, with error":   {err: errDevice, partial: 1 << 30},
			"more than all":     {partial: 1 << 30, lie: 7},
			"negative":          {lie: -5},
		} {
			fault.failAt, fault.healAt = failAt, 1<<30
			for kind, to := range map[string]interface{ io.Writer }{"pipe": &fault, "disk": &disk{pipe: fault}} {
				label := fmt.Sprintf("%s, %s at write %d", kind, name, failAt)
				w, _, err := attempt(t, j, to)
				if !errors.Is(err, errStopped) || fault.err != nil && !errors.Is(err, fault.err) {
					t.Fatalf("%s: error %v; expected errStopped and %v", label, err, fault.err)
				}
				data := fault.data
				if d, ok := to.(*disk); ok {
					data = d.data
				}
				checkPrefix(t, label, j, w, data)
			}
		}
	}
}

// checkPrefix reads what is left of a recording that failed, and does the sums.
func checkPrefix(t *testing.T, label string, j *journal, w *Writer, data []byte) {
	t.Helper()
	if len(data) == 0 {
		return // not even the start could be written
	}
	r := open(t, data)
	have, err := readAll(r, Filter{})
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	if !isPrefix(j.entries, have) {
		t.Fatalf("%s: what is left is no prefix:\n%s", label, diff(j.entries[:min(len(have), len(j.entries))], have))
	}
	if w == nil {
		return
	}
	if p := w.Progress(); p.Written > uint64(len(have)) || p.Written+p.Dropped != uint64(len(j.entries)) || p.Pending != 0 {
		t.Fatalf("%s: progress %+v; %d of %d messages can be read", label, p, len(have), len(j.entries))
	}
	// Bytes that an error took back may still be a whole chunk, but never one that was reported as
	// written.
	if p := w.Progress(); p.Bytes > int64(len(data)) {
		t.Fatalf("%s: %d bytes are said to be written, %d are there", label, p.Bytes, len(data))
	}
}

func TestADiskIsCutBackToItsLastWholeChunkAndClosedWithASummary(t *testing.T) {
	j := compose(t, 12, 60)
	calls := callsOf(t, j)
	for failAt := 1; failAt < calls-2; failAt++ { // not the start, nor what Close writes
		d := &disk{pipe: pipe{failAt: failAt, healAt: failAt + 1, partial: 50, err: syscall.ENOSPC}}
		w, refused, err := attempt(t, j, d)
		if !errors.Is(err, syscall.ENOSPC) || refused == 0 {
			t.Fatalf("write %d: %d refused, error %v", failAt, refused, err)
		}
		r := open(t, d.data)
		if r.Damage() != nil {
			t.Fatalf("write %d: %s; expected a summary, since the disk had room for it", failAt, r.Damage())
		}
		checkPrefix(t, fmt.Sprint("write ", failAt), j, w, d.data)
		var told uint64
		for _, c := range r.Channels() {
			told += c.Dropped
		}
		// Topics that are in no chunk are in no file.
		if p := w.Progress(); len(r.Channels()) == 3 && told != p.Dropped {
			t.Errorf("write %d: the file reports %d dropped; expected %d", failAt, told, p.Dropped)
		}
	}
}

func TestADiskThatCannotBeCutIsLeftAloneAfterwards(t *testing.T) {
	j := compose(t, 13, 120)
	for name, d := range map[string]*disk{
		"cut":  {failToCut: errDevice},
		"seek": {failToSeek: errDevice},
	} {
		d.pipe = pipe{failAt: 4, healAt: 5, partial: 50, err: syscall.EIO}
		w, _, err := attempt(t, j, d)
		if !errors.Is(err, errDevice) || !errors.Is(err, syscall.EIO) {
			t.Errorf("%s: error %v; expected both causes", name, err)
		}
		if d.calls != 5 {
			t.Errorf("%s: %d writes; expected none after the fifth, which failed", name, d.calls)
		}
		checkPrefix(t, name, j, w, d.data)
	}
}

func TestARecordingResumesWhenThereIsRoomAgain(t *testing.T) {
	j := compose(t, 14, 70)
	calls := callsOf(t, j)
	for failAt := 1; failAt < calls-2; failAt++ { // not the start, nor what Close writes
		d := &disk{pipe: pipe{failAt: failAt, healAt: failAt + 1, partial: 50, err: syscall.ENOSPC}}
		w, err := NewWriter(d, j.options())
		if err != nil {
			t.Fatal(err)
		}
		ids := j.declare(t, w)
		var taken []noted
		var lost uint64
		for _, e := range j.entries {
			before := w.Progress()
			err := w.Write(ids[e.Topic], e.LogTime, e.Stamp, e.Value)
			after := w.Progress()
			taken = append(taken, e)
			if err != nil {
				lost = after.Dropped
				taken = taken[:before.Written] // the open chunk is lost
				if err := w.Resume(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := open(t, d.data)
		if r.Damage() != nil || lost == 0 {
			t.Fatalf("write %d: damage %v, %d lost", failAt, r.Damage(), lost)
		}
		have, err := readAll(r, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(taken, have); d != "" {
			t.Fatalf("write %d:\n%s", failAt, d)
		}
	}
}

func TestAFileWhoseWriteFailedIsInNoIndex(t *testing.T) {
	d := &disk{pipe: pipe{failAt: 1, healAt: 2, partial: 9, err: syscall.ENOSPC}}
	w, err := NewWriter(d, Options{Files: []File{{Name: "first"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Attach(File{Name: "lost"}, 0); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("attach: %v; expected that there is no space", err)
	}
	if err := w.Resume(); err != nil {
		t.Fatal(err)
	}
	if err := w.Attach(File{Name: "second", Data: []byte("2")}, 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	reader, err := mcap.NewReader(bytes.NewReader(d.data))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	info, err := reader.Info()
	if err != nil || info.Statistics.AttachmentCount != 2 || len(info.AttachmentIndexes) != 2 {
		t.Fatalf("info %+v, %v; expected two files", info, err)
	}
	for i, name := range []string{"first", "second"} {
		a, err := reader.GetAttachmentReader(info.AttachmentIndexes[i].Offset)
		if err != nil || a.Name != name || info.AttachmentIndexes[i].Name != name {
			t.Errorf("file %d is %+v, %v; expected %s", i, a, err, name)
		}
	}
	if got := strings.Join(open(t, d.data).Files(), " "); got != "first second" {
		t.Errorf("files %q; expected first and second", got)
	}
}

func TestResumingIsRefusedWhereItWouldTearTheFile(t *testing.T) {
	j := compose(t, 15, 60)
	p := &pipe{failAt: 2, healAt: 3, partial: 10, err: syscall.EPIPE}
	w, err := NewWriter(p, j.options())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Resume(); err != nil {
		t.Errorf("nothing had failed: %v", err)
	}
	ids := j.declare(t, w)
	for _, e := range j.entries {
		if w.Write(ids[e.Topic], e.LogTime, e.Stamp, e.Value) != nil {
			break
		}
	}
	if err := w.Resume(); !errors.Is(err, errStopped) || !strings.Contains(err.Error(), "cannot be cut back") {
		t.Errorf("a pipe that holds half a chunk was resumed: %v", err)
	}
	before := len(p.data)
	if err := w.Attach(File{Name: "a"}, 0); !errors.Is(err, syscall.EPIPE) || len(p.data) != before {
		t.Errorf("attaching to it: %v, %d bytes written; expected the first error, and none", err, len(p.data)-before)
	}
}

func TestARecordingEndsAtItsLargestSize(t *testing.T) {
	j := compose(t, 16, 200)
	whole := int64(len(j.bytes(t)))
	for _, limit := range []int64{9_000, whole / 2, whole - 1, whole + 1000} {
		d := &disk{pipe: pipe{failAt: 1 << 30}}
		o := j.options()
		o.MaxBytes = limit
		w, err := NewWriter(d, o)
		if err != nil {
			t.Fatal(err)
		}
		ids := j.declare(t, w)
		var full error
		for _, e := range j.entries {
			if err := w.Write(ids[e.Topic], e.LogTime, e.Stamp, e.Value); err != nil {
				full = err
			}
		}
		if err := w.Resume(); full != nil && !errors.Is(err, ErrFull) {
			t.Errorf("limit %d: a full recording was resumed: %v", limit, err)
		}
		if p := w.Progress(); p.Bytes > limit {
			t.Errorf("limit %d: %d bytes of data", limit, p.Bytes)
		}
		err = w.Close()
		if full != nil && !errors.Is(full, ErrFull) || errors.Is(err, ErrFull) != (limit < whole/2+1 || full != nil) {
			t.Errorf("limit %d: %v, Close: %v", limit, full, err)
		}
		if r := open(t, d.data); r.Damage() != nil {
			t.Errorf("limit %d: %s; expected a whole recording", limit, r.Damage())
		}
		checkPrefix(t, fmt.Sprint("limit ", limit), j, w, d.data)
	}
}

func TestTheFullDeviceStopsARecordingAtItsStart(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this machine has no /dev/full:", err)
	}
	defer full.Close()
	if _, err := NewWriter(full, Options{}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v; expected that there is no space", err)
	}
}

// A file that may not grow beyond a size takes a part of the block that crosses it, as a full disk
// does.
func TestARealFileIsCutBackWhenItMayNotGrow(t *testing.T) {
	j := compose(t, 17, 300)
	f, err := Create(t.TempDir() + "/run.mcap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	limited := &limitedFile{Output: f, limit: int64(len(j.bytes(t))) * 2 / 3}
	w, refused, err := attempt(t, j, limited)
	if refused == 0 || !errors.Is(err, syscall.EFBIG) {
		t.Fatalf("%d refused, %v; expected the file to be too big", refused, err)
	}
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if p := w.Progress(); int64(len(data)) != p.Bytes {
		t.Errorf("the file has %d bytes; expected it to be cut back to %d", len(data), p.Bytes)
	}
	checkPrefix(t, "limited file", j, w, data)
	r, err := Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Damage() == nil || r.Damage().Offset != w.Progress().Bytes {
		t.Errorf("damage %v; expected the end to be missing from byte %d", r.Damage(), w.Progress().Bytes)
	}
}

type limitedFile struct {
	*Output
	limit int64
}

func (l *limitedFile) Write(b []byte) (int, error) {
	at, err := l.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	room := int(max(0, l.limit-at))
	if len(b) <= room {
		return l.Output.Write(b)
	}
	n, err := l.Output.Write(b[:room])
	return n, errors.Join(err, syscall.EFBIG)
}

func TestAStoppedRecordingAllocatesNothingMore(t *testing.T) {
	w, err := NewWriter(&pipe{failAt: 1, healAt: 1 << 30, err: syscall.ENOSPC}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	value := &messages.Pose{}
	id, err := w.Channel("/p", codecOf(t, value))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("flush: %v", err)
	}
	first := w.Write(id, 0, messages.Stamp{}, value)
	if n := testing.AllocsPerRun(100, func() {
		if err := w.Write(id, 0, messages.Stamp{}, value); err != first {
			t.Errorf("error %v; expected the same each time", err)
		}
	}); n != 0 {
		t.Errorf("a refused message allocates %g times", n)
	}
	if p := w.Progress(); p.Dropped != 102 || p.Stopped != first {
		t.Errorf("progress %+v; expected 102 dropped", p)
	}
}
