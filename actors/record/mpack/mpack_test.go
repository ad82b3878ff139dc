package mpack

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/messages"
)

type object = map[string]any

func pack(t testing.TB, value any) []byte {
	t.Helper()
	b, err := msgp.AppendIntf(nil, value)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// record has the time and a wheel's velocity.
func record(t testing.TB, at, velocity float64) []byte {
	b := msgp.AppendString(msgp.AppendMapHeader(nil, 2), "time")
	b = msgp.AppendString(msgp.AppendFloat64(b, at), "observation")
	return append(b, pack(t, object{"servo": object{"left_wheel": object{"velocity": velocity}}})...)
}

// read returns copies of the records and the error at the end.
func read(data []byte) (all [][]byte, last error) {
	for record, err := range Read(bytes.NewReader(data)) {
		if err != nil {
			return all, err
		}
		all = append(all, bytes.Clone(record))
	}
	return all, nil
}

// newRecorder writes the logs of topics into files of a folder.
func newRecorder(t *testing.T, exclude ...string) (*Recorder, string) {
	folder := t.TempDir()
	r := NewRecorder(func(topic string) (File, string, error) {
		path := filepath.Join(folder, strings.ReplaceAll(topic, "/", "_")+".mpack")
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640)
		return file, path, err
	}, exclude)
	return r, folder
}

var logType = reflect.TypeFor[messages.SpineLog]()

func TestTheRecordsOfEachSpineAreInItsOwnFile(t *testing.T) {
	r, _ := newRecorder(t, "third/*")
	if _, ok := r.Channel("first/agent.state", reflect.TypeFor[messages.JointState]()); ok {
		t.Error("another type has a log")
	}
	if _, ok := r.Channel("third/agent.log", logType); ok {
		t.Error("an excluded output has a log")
	}
	var want [2][]byte
	for k, topic := range []string{"first/agent.log", "second/agent.log"} {
		id, ok := r.Channel(topic, logType)
		if !ok || id != k {
			t.Fatalf("%s: %d, %t", topic, id, ok)
		}
		for i := range 10 * (k + 1) {
			one := record(t, float64(i), float64(k))
			r.Record(id, messages.Stamp{}, &messages.SpineLog{Record: one})
			want[k] = append(want[k], one...)
		}
		r.Record(id, messages.Stamp{}, &messages.SpineLog{}) // a cycle without a record
	}
	r.Dropped(1, 7)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for k, l := range r.Logs() {
		have, err := os.ReadFile(l.Path)
		if err != nil || !bytes.Equal(have, want[k]) || l.Records != uint64(10*(k+1)) || l.Bytes != int64(len(want[k])) || l.Dropped.Total() != []uint64{0, 7}[k] {
			t.Errorf("%+v: %d bytes, %v; expected %d", l, len(have), err, len(want[k]))
		}
	}
}

func TestAFileThatExistsIsNotWrittenOver(t *testing.T) {
	r, folder := newRecorder(t)
	if err := os.WriteFile(filepath.Join(folder, "a_agent.log.mpack"), []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Channel("a/agent.log", logType); ok || !errors.Is(r.Err(), os.ErrExist) || !errors.Is(r.Close(), os.ErrExist) {
		t.Errorf("error %v; expected ErrExist", r.Err())
	}
}

// failingFile fails writes, after a part of each was written, and cuts, while set.
type failingFile struct {
	*os.File
	failWrite, failCut bool
}

func (f *failingFile) Write(p []byte) (int, error) {
	if f.failWrite {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, syscall.ENOSPC
	}
	return f.File.Write(p)
}

func (f *failingFile) Truncate(size int64) error {
	if f.failCut {
		return syscall.EIO
	}
	return f.File.Truncate(size)
}

func TestAFailedWriteCostsItsRecordOnly(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "x.mpack"))
	if err != nil {
		t.Fatal(err)
	}
	f := &failingFile{File: file}
	r := NewRecorder(func(string) (File, string, error) { return f, file.Name(), nil }, nil)
	id, _ := r.Channel("a/agent.log", logType)
	var want [][]byte
	for i := range 30 {
		f.failWrite, f.failCut = i >= 10 && i < 15, i >= 12 && i < 18
		one := record(t, float64(i), 1)
		r.Record(id, messages.Stamp{}, &messages.SpineLog{Record: one})
		if i < 10 || i >= 18 {
			want = append(want, one)
		}
		if data, err := os.ReadFile(file.Name()); err != nil {
			t.Fatal(err)
		} else if have, err := read(data); len(have) != len(want) || err != nil && i != 12 && !f.failCut {
			t.Errorf("after record %d the log has %d records, %v; expected %d", i, len(have), err, len(want))
		}
	}
	if err := r.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v; expected ENOSPC", err)
	}
	if l := r.Logs()[0]; l.Records != 22 || l.Dropped != (Drops{Write: 8}) {
		t.Errorf("%+v; expected 22 records and 8 failed writes", l)
	}
	data, err := os.ReadFile(file.Name())
	have, damage := read(data)
	if err != nil || damage != nil || !slices.EqualFunc(have, want, bytes.Equal) {
		t.Errorf("%d records, %v, %v", len(have), err, damage)
	}
}

func TestRecordsThatAreNotOneMapStayOutOfTheLog(t *testing.T) {
	r, _ := newRecorder(t)
	id, _ := r.Channel("a/agent.log", logType)
	good := record(t, 1, 2)
	for _, bad := range [][]byte{good[:len(good)-1], append(bytes.Clone(good), 0xc0), pack(t, []any{1}), {0xc1}} {
		r.Record(id, messages.Stamp{}, &messages.SpineLog{Record: bad})
	}
	r.Record(id, messages.Stamp{}, &messages.SpineLog{Record: good})
	if err := r.Close(); err == nil || !strings.Contains(err.Error(), "is not one MessagePack map") {
		t.Errorf("error %v", err)
	}
	if l := r.Logs()[0]; l.Records != 1 || l.Dropped != (Drops{Invalid: 4}) || l.Bytes != int64(len(good)) {
		t.Errorf("%+v", l)
	}
}

func TestALogThatWasCutAnywhereGivesItsWholeRecords(t *testing.T) {
	var data []byte
	var ends []int
	for i := range 5 {
		data = append(data, record(t, float64(i), 0.5)...)
		ends = append(ends, len(data))
	}
	for n := range len(data) + 1 {
		whole, _ := slices.BinarySearch(ends, n+1)
		have, err := read(data[:n])
		boundary := n == 0 || slices.Contains(ends, n)
		var damage *DamageError
		switch {
		case len(have) != whole || boundary != (err == nil):
			t.Fatalf("cut at %d: %d records, %v; expected %d", n, len(have), err, whole)
		case err == nil:
		case !errors.Is(err, ErrTruncated) || !errors.As(err, &damage):
			t.Fatalf("cut at %d: %v; expected ErrTruncated", n, err)
		case damage.Records != uint64(whole) || damage.Offset+damage.Bytes != int64(n):
			t.Fatalf("cut at %d: %+v", n, damage)
		}
	}
}

func TestOtherDataIsInvalid(t *testing.T) {
	for name, tail := range map[string][]byte{
		"text": []byte("hello"), "an array": {0x90}, "the reserved byte": {0x81, 0xa1, 'x', 0xc1},
		"a huge record": append([]byte{0x81, 0xa1, 'x', 0xc6, 0xff, 0xff, 0xff, 0xff}, make([]byte, MaxRecord)...),
	} {
		have, err := read(append(record(t, 1, 1), tail...))
		if len(have) != 1 || !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %d records, %v; expected one and ErrInvalid", name, len(have), err)
		}
	}
	for _, huge := range []string{"\xdf\xff\xff\xff\xff", "\x81\xa1x\xdd\xff\xff\xff\xff", "\x81\xa1x\xdb\xff\xff\xff\xff"} {
		if _, err := read([]byte(huge)); !errors.Is(err, ErrTruncated) {
			t.Errorf("%x: %v; expected ErrTruncated", huge, err)
		}
	}
}

// sample has every kind of value.
func sample(t *testing.T) []byte {
	b := msgp.AppendString(msgp.AppendMapHeader(nil, 3), "time")
	b = msgp.AppendString(msgp.AppendFloat64(b, 1700000000.25), "observation")
	b = msgp.AppendMapHeader(b, 2)
	b = append(msgp.AppendString(b, "imu"), pack(t, object{"orientation": []any{1, math.NaN(), math.Inf(-1)}})...)
	b = append(msgp.AppendString(b, "contact"), 0xc3)
	b = msgp.AppendString(b, "env")
	return append(b, pack(t, []any{"a\x1b\"", nil, []byte{1, 2}, -3, object{}, uint64(math.MaxUint64), object{"x y": float32(0.5)}})...)
}

func TestCatPrintsARecordALine(t *testing.T) {
	data := append(sample(t), record(t, 1700000001, 2)...)
	for _, test := range []struct {
		json  bool
		paths []string
		want  string
	}{
		{false, nil, "time=1700000000.25 observation={imu={orientation=[1 NaN -Infinity]} contact=true} " +
			`env=["a\x1b\"" null "AQI=" -3 {} 18446744073709551615 {"x y"=0.5}]` + "\n" +
			"time=1700000001 observation={servo={left_wheel={velocity=2}}}\n"},
		{true, nil, `{"time":1700000000.25,"observation":{"imu":{"orientation":[1,"NaN","-Infinity"]},"contact":true},` +
			`"env":["a\u001b\"",null,"AQI=",-3,{},18446744073709551615,{"x y":0.5}]}` + "\n" +
			`{"time":1700000001,"observation":{"servo":{"left_wheel":{"velocity":2}}}}` + "\n"},
		{true, []string{"observation.contact", "observation.imu"}, `{"time":1700000000.25,"observation.contact":true,"observation.imu":{"orientation":[1,"NaN","-Infinity"]}}` + "\n"},
		{false, []string{"observation/contact"}, "time=1700000000.25 observation/contact=true\n"},
	} {
		var b bytes.Buffer
		if err := Cat(bytes.NewReader(data), &b, Filter{Paths: test.paths}, test.json); err != nil || b.String() != test.want {
			t.Errorf("%v\n%s\nexpected\n%s", err, b.String(), test.want)
		}
		for line := range strings.Lines(b.String()) {
			if test.json && !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %s", line)
			}
		}
	}
}

func TestAPathThatNoRecordHasIsAnError(t *testing.T) {
	var b bytes.Buffer
	err := Cat(bytes.NewReader(sample(t)), &b, Filter{Paths: []string{"observation.contact", "observation.nothing"}}, false)
	if !errors.Is(err, ErrPath) || err.Error() != "path observation.nothing: no record has it" || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("%v: %s", err, b.String())
	}
}

func TestCatSelectsByTheTimeSinceTheFirstRecord(t *testing.T) {
	var data []byte
	for i := range 10 {
		data = append(data, record(t, 100+float64(i), float64(i))...)
	}
	var b bytes.Buffer
	if err := Cat(bytes.NewReader(data), &b, Filter{From: 3 * time.Second, Until: 5 * time.Second}, false); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n != 3 || !strings.HasPrefix(b.String(), "time=103 ") {
		t.Errorf("printed %s", b.String())
	}
}

func TestACutLogIsPrintedAndCounted(t *testing.T) {
	one := record(t, 100, 1)
	data := append(bytes.Clone(one), one[:9]...)
	var b bytes.Buffer
	if err := Cat(bytes.NewReader(data), &b, Filter{}, false); !errors.Is(err, ErrTruncated) || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("%v: %s", err, b.String())
	}
	info, err := InfoOf(bytes.NewReader(data))
	if !errors.Is(err, ErrTruncated) || info.Records != 1 || info.Bytes != int64(len(one)) || info.First != 100 || info.Last != 100 || info.Damage == "" || len(info.Fields) != 2 {
		t.Errorf("%v: %+v", err, info)
	}
	b.Reset()
	err = ExportCSV(bytes.NewReader(data), &b, "observation", Filter{})
	if want := "time,observation.servo.left_wheel.velocity\n100,1\n"; !errors.Is(err, ErrTruncated) || b.String() != want {
		t.Errorf("%v: %s", err, b.String())
	}
}

func TestATableHasAColumnForEveryElement(t *testing.T) {
	data := append(append(sample(t), record(t, 1700000001, 2)...), pack(t, object{"other": 1})...)
	var b bytes.Buffer
	if err := ExportCSV(bytes.NewReader(data), &b, "observation", Filter{}); err != nil {
		t.Fatal(err)
	}
	want := `time,observation.imu.orientation[0],observation.imu.orientation[1],observation.imu.orientation[2],observation.contact,observation.servo.left_wheel.velocity
1700000000.25,1,NaN,-Infinity,true,
1700000001,,,,,2
`
	if b.String() != want {
		t.Errorf("wrote\n%s", b.String())
	}
	if err := ExportCSV(bytes.NewReader(data), io.Discard, "observation.servos", Filter{}); !errors.Is(err, ErrPath) {
		t.Errorf("error %v; expected ErrPath", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(record(f, 1, 2))
	f.Add(append(record(f, 1, 2), 0x81, 0xa1))
	f.Add([]byte("\x82\x01\xc0\x91\x01\xd4\x01\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		have, err := read(data)
		if whole := bytes.Join(have, nil); !bytes.HasPrefix(data, whole) || err == nil && len(whole) != len(data) {
			t.Errorf("%d of %d bytes are in records, %v", len(whole), len(data), err)
		}
		var b bytes.Buffer
		if printed := Cat(bytes.NewReader(data), &b, Filter{}, true); (printed == nil) != (err == nil) {
			t.Errorf("read %v, printed %v", err, printed)
		}
		for line := range strings.Lines(b.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %s", line)
			}
		}
		if _, damage := InfoOf(bytes.NewReader(data)); (damage == nil) != (err == nil) {
			t.Errorf("read %v, summarised %v", err, damage)
		}
		for _, name := range []string{"time", "x", "\x01"} {
			if err := ExportCSV(bytes.NewReader(data), io.Discard, name, Filter{}); err != nil && !errors.Is(err, ErrPath) && !errors.As(err, new(*DamageError)) {
				t.Error(err)
			}
		}
	})
}
