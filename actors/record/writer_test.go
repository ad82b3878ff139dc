package record

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	for seed := range uint64(8) {
		j := compose(t, seed, 60*int(seed))
		r := open(t, j.bytes(t))
		if r.Damage() != nil {
			t.Fatalf("seed %d: %s", seed, r.Damage())
		}
		have, err := readAll(r, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(j.entries, have); d != "" {
			t.Fatalf("seed %d:\n%s", seed, d)
		}
	}
}

func TestATopicIsDefinedOnceInTheDataAndOnceInTheSummary(t *testing.T) {
	j := compose(t, 6, 150)
	data := string(j.bytes(t))
	for _, topic := range j.topics {
		record := string(appendText(nil, topic)) + string(appendText(nil, encoding))
		if n := strings.Count(data, record); n != 2 {
			t.Errorf("topic %s is defined %d times; expected 2", topic, n)
		}
	}
	if n := strings.Count(data, string(codecOf(t, &messages.Event{}).Schema())); n != 2 {
		t.Errorf("a schema stands %d times in the file; expected 2", n)
	}
}

func TestTheSameCallsGiveTheSameBytes(t *testing.T) {
	for seed := range uint64(5) {
		if a, b := compose(t, seed, 200).bytes(t), compose(t, seed, 200).bytes(t); !bytes.Equal(a, b) {
			t.Errorf("seed %d: two recordings of the same calls differ", seed)
		}
	}
	if a, b := compose(t, 1, 50).bytes(t), compose(t, 2, 50).bytes(t); bytes.Equal(a, b) {
		t.Error("recordings of different calls are equal")
	}
}

func TestTheOrderOfEntriesDoesNotMatterAndThatOfTopicsDoes(t *testing.T) {
	codec := codecOf(t, &messages.Pose{})
	record := func(entries []Entry, topics ...string) string {
		var b bytes.Buffer
		w, err := NewWriter(&b, Options{Entries: entries})
		if err != nil {
			t.Fatal(err)
		}
		for _, topic := range topics {
			if _, err := w.Channel(topic, codec, entries...); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	one := record([]Entry{{"a", "1"}, {"b", "2"}}, "x", "y")
	if record([]Entry{{"b", "2"}, {"a", "1"}}, "x", "y") != one {
		t.Error("the order of entries changed the bytes")
	}
	if record([]Entry{{"a", "1"}, {"b", "2"}}, "y", "x") == one {
		t.Error("the order of topics is lost")
	}
}

func TestARecordingTellsNothingOfTheMachine(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	j := compose(t, 1, 20)
	o := j.options()
	o.Entries = RunEntries(7)
	var b bytes.Buffer
	j.write(t, &b, o)
	for _, secret := range []string{host, dir, os.TempDir() + "/", time.Now().Format("2006-01")} {
		if strings.Contains(b.String(), secret) {
			t.Errorf("the recording holds %q", secret)
		}
	}
	r := open(t, b.Bytes())
	if seed, ok := r.Entry("seed"); !ok || seed != "7" {
		t.Errorf("seed %q, %v; expected 7", seed, ok)
	}
	if arch, ok := r.Entry("goarch"); !ok || arch == "" {
		t.Error("the architecture is not recorded")
	}
}

func TestMistakesOfTheCallerAreRefusedAndCounted(t *testing.T) {
	w, err := NewWriter(io.Discard, Options{})
	if err != nil {
		t.Fatal(err)
	}
	pose := codecOf(t, &messages.Pose{})
	id, err := w.Channel("/p", pose)
	if err != nil {
		t.Fatal(err)
	}
	stamp := messages.Stamp{}
	huge := &messages.JointState{Position: make([]float64, maxMessage/8)}
	state, err := w.Channel("/s", codecOf(t, huge))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		err  error
		want error
		text string
	}{
		"no such channel":  {w.Write(9, 0, stamp, &messages.Pose{}), ErrTopic, "channel 9 was not declared; expected one of the 2"},
		"channel zero":     {w.Write(0, 0, stamp, &messages.Pose{}), ErrTopic, "channel 0"},
		"another type":     {w.Write(id, 0, stamp, &messages.Twist{}), ErrSchema, "topic /p: wrong type of value: *messages.Twist"},
		"before the start": {w.Write(id, -1, stamp, &messages.Pose{}), errTime, "topic /p: -1 ns"},
		"too large":        {w.Write(state, 0, stamp, huge), errTooLarge, "expected at most 16777216"},
		"topic twice":      {second(w.Channel("/p", pose)), ErrTopic, `"/p" is there already, with values of robo_actors.v1.Pose`},
		"empty topic":      {second(w.Channel("", pose)), errName, "expected 1 to 1024 bytes"},
		"two lines":        {second(w.Channel("a\nb", pose)), errName, "on one line"},
		"key twice":        {second(w.Channel("/q", pose, Entry{"a", "1"}, Entry{"a", "2"})), errName, `key "a" twice`},
		"key of ours":      {second(w.Channel("/q", pose, Entry{"checksum", ""})), errName, `"checksum"`},
		"lost, no channel": {w.Dropped(7, 1), ErrTopic, "channel 7"},
	} {
		if !errors.Is(test.err, test.want) || !strings.Contains(test.err.Error(), test.text) {
			t.Errorf("%s: error %v; expected %v with %q", name, test.err, test.want, test.text)
		}
	}
	if p := w.Progress(); p.Dropped != 3 || p.Pending != 0 || p.Stopped != nil {
		t.Errorf("progress %+v; expected 3 dropped, and the recording to go on", p)
	}
	if err := w.Write(id, 0, stamp, &messages.Pose{}); err != nil {
		t.Errorf("after the mistakes: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"Write": w.Write(id, 0, stamp, &messages.Pose{}), "Channel": second(w.Channel("/z", pose)),
		"Flush": w.Flush(), "Attach": w.Attach(File{Name: "a"}, 0), "Resume": w.Resume(),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s after Close: %v; expected ErrClosed", name, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Errorf("the second Close: %v; expected nothing", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestOptionsThatMakeNoSenseAreRefused(t *testing.T) {
	for name, o := range map[string]Options{
		"negative size":    {ChunkBytes: -1},
		"huge chunks":      {ChunkBytes: 1 << 30},
		"negative time":    {ChunkTime: -1},
		"negative limit":   {MaxBytes: -1},
		"key twice":        {Entries: []Entry{{"a", ""}, {"a", ""}}},
		"no key":           {Entries: []Entry{{"", ""}}},
		"huge value":       {Entries: []Entry{{"a", strings.Repeat("x", 1<<20)}}},
		"many values":      {Entries: []Entry{{"a", strings.Repeat("x", 400_000)}, {"b", strings.Repeat("x", 400_000)}, {"c", strings.Repeat("x", 400_000)}}},
		"absolute path":    {Files: []File{{Name: "/etc/passwd"}}},
		"path that climbs": {Files: []File{{Name: "../secret"}}},
		"path not clean":   {Files: []File{{Name: "a/../../b"}}},
		"other slashes":    {Files: []File{{Name: `a\b`}}},
		"drive":            {Files: []File{{Name: "c:app.yaml"}}},
		"no name":          {Files: []File{{}}},
		"folder":           {Files: []File{{Name: "."}}},
		"parent":           {Files: []File{{Name: ".."}}},
		"file twice":       {Files: []File{{Name: "a"}, {Name: "a"}}},
		"long name":        {Files: []File{{Name: strings.Repeat("a", 2000)}}},
	} {
		if _, err := NewWriter(io.Discard, o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestFilesCanBeAttachedOnTheWay(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/p", codecOf(t, &messages.Pose{}))
	if err != nil {
		t.Fatal(err)
	}
	for i := range messages.Instant(3) {
		if err := w.Write(id, i, messages.Stamp{}, &messages.Pose{}); err != nil {
			t.Fatal(err)
		}
		if err := w.Attach(File{Name: string(rune('a' + i)), MediaType: "text/plain", Data: []byte{byte(i)}}, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, b.Bytes())
	if got := strings.Join(r.Files(), ""); got != "abc" || r.Damage() != nil {
		t.Fatalf("files %q, damage %v", got, r.Damage())
	}
	f, err := r.File("b")
	if err != nil || f.MediaType != "text/plain" || string(f.Data) != "\x01" {
		t.Errorf("file b is %+v, %v", f, err)
	}
	if _, err := r.File("z"); !errors.Is(err, errName) || !strings.Contains(err.Error(), "files: a, b, c") {
		t.Errorf("error %v; expected it to list the files", err)
	}
	if have, err := readAll(r, Filter{}); err != nil || len(have) != 3 {
		t.Errorf("%d messages, %v; expected 3", len(have), err)
	}
}

func TestDroppedValuesAreReportedByTopic(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := w.Channel("/p", codecOf(t, &messages.Pose{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Channel("/q", codecOf(t, &messages.Pose{})); err != nil {
		t.Fatal(err)
	}
	if err := w.Dropped(p, 40); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(p, -1, messages.Stamp{}, &messages.Pose{}); err == nil {
		t.Fatal("a negative log time was taken")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, b.Bytes())
	if d := r.Damage(); d != nil {
		t.Fatal(d)
	}
	if got := r.Channels(); got[0].Dropped != 41 || got[1].Dropped != 0 {
		t.Errorf("dropped %d and %d; expected 41 and 0", got[0].Dropped, got[1].Dropped)
	}
}

func TestCreateNeverOverwrites(t *testing.T) {
	path := t.TempDir() + "/run-1.mcap"
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path); !errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "remove that one") {
		t.Errorf("the second time: %v; expected it to exist, and what to do", err)
	}
	if _, err := Create(path + ".d/run.mcap"); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "make its folder first") {
		t.Errorf("in no folder: %v; expected an error with the next step", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o027 != 0 {
		t.Errorf("mode %v, %v; expected nothing for others, and no writing for the group", info.Mode(), err)
	}
	for _, name := range []string{"a b.mcap", "ü.mcap", "a\x1b[2J", strings.Repeat("a", 65)} {
		if _, err := Create(t.TempDir() + "/" + name); !errors.Is(err, errName) {
			t.Errorf("name %q: %v; expected errName", name, err)
		}
	}
}

func TestWritingAllocatesNothingOnceBuffersHaveGrown(t *testing.T) {
	w, id, value := tenJoints(t)
	now := messages.Instant(0)
	write := func() {
		now += 1_000_000
		if err := w.Write(id, now, messages.Stamp{Time: now, Sequence: uint64(now), Incarnation: 1}, value); err != nil {
			t.Fatal(err)
		}
	}
	for range 1000 {
		write()
	}
	if n := testing.AllocsPerRun(2000, write); n != 0 {
		t.Errorf("writing a message allocates %g times", n)
	}
}

// tenJoints is a recording with a snapshot of ten joints, by which the speed of recording is
// judged.
func tenJoints(t testing.TB) (*Writer, ChannelID, *messages.Snapshot) {
	w, err := NewWriter(io.Discard, Options{})
	if err != nil {
		t.Fatal(err)
	}
	value := &messages.Snapshot{
		Position: make([]float64, 10), Velocity: make([]float64, 10), Effort: make([]float64, 10),
		Mode: make([]messages.Mode, 10), Valid: make([]bool, 10), Time: make([]messages.Instant, 10),
	}
	for i := range 10 {
		value.Position[i], value.Velocity[i], value.Effort[i], value.Time[i] = float64(i), 1/float64(i+1), 3, messages.Instant(i)
	}
	id, err := w.Channel("/world/snapshot", codecOf(t, value))
	if err != nil {
		t.Fatal(err)
	}
	return w, id, value
}

func BenchmarkWriteSnapshotOfTenJoints(b *testing.B) {
	w, id, value := tenJoints(b)
	now := messages.Instant(0)
	b.ReportAllocs()
	for b.Loop() {
		now += 1_000_000
		if err := w.Write(id, now, messages.Stamp{Time: now, Sequence: uint64(now), Incarnation: 1}, value); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(w.Progress().Bytes / int64(b.N))
}
