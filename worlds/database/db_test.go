package database_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
)

func open(t testing.TB, path string, o database.Options) *database.DB {
	t.Helper()
	d, err := database.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func shut(t testing.TB, d *database.DB) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func key(kind database.Kind, n int) database.Key {
	return database.Key{Kind: kind, Hash: sha256.Sum256([]byte(fmt.Sprint(n)))}
}

// filled makes a file with entries of several sizes, and returns them.
func filled(t testing.TB) (path string, want map[database.Key][]byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "plans.db")
	d, err := database.Open(path, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want = map[database.Key][]byte{}
	random := rand.New(rand.NewPCG(1, 2))
	for i, kind := range database.Kinds() {
		for n := range 5 {
			data := make([]byte, 10*n*n*n*n*n)
			for k := range data {
				data[k] = byte(random.Uint32())
			}
			k := key(kind, 10*i+n)
			if err := d.Put(k, fmt.Sprintf("entry %d", n), "made up", data); err != nil {
				t.Fatal(err)
			}
			want[k] = data
		}
	}
	for n := range 80 { // small entries, so that the tree has branches
		k := key(database.Roadmap, 1000+n)
		want[k] = []byte(fmt.Sprint("data ", n))
		if err := d.Put(k, "small", "", want[k]); err != nil {
			t.Fatal(err)
		}
	}
	shut(t, d)
	return path, want
}

func problem(err error) database.Problem {
	var refused *database.FileError
	if errors.As(err, &refused) {
		return refused.Problem
	}
	return 0
}

func TestDataSurvivesAndIsSharedReadOnly(t *testing.T) {
	path, want := filled(t)
	one, two := open(t, path, database.Options{ReadOnly: true}), open(t, path, database.Options{ReadOnly: true})
	for k, data := range want {
		for _, d := range []*database.DB{one, two} {
			if got, err := d.Get(k); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%v: %d bytes, %v; expected %d", k, len(got), err, len(data))
			}
		}
	}
	entries, err := one.Entries()
	if err != nil || len(entries) != len(want) || entries[0].Key.Kind != database.Reachability || entries[0].Title != "entry 0" || entries[0].Damaged {
		t.Errorf("%v, %v", entries, err)
	}
	if err := one.Put(key(database.Grasps, 1), "", "", nil); problem(err) != database.ReadOnly {
		t.Errorf("a change of a file that is read-only: %v", err)
	}
	if _, err := one.Clean(nil); problem(err) != database.ReadOnly {
		t.Errorf("a clean of a file that is read-only: %v", err)
	}
	if _, err := database.Open(path, database.Options{}); problem(err) != database.Busy {
		t.Errorf("a writer beside readers: %v; expected that the file is busy", err)
	}
}

func TestEqualBuildsGiveEqualFiles(t *testing.T) {
	one, _ := filled(t)
	two, _ := filled(t)
	a, errA := os.ReadFile(one)
	b, errB := os.ReadFile(two)
	if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) {
		t.Errorf("the files differ, %v", err)
	}
}

func TestAWriterHasTheFileForItself(t *testing.T) {
	path, _ := filled(t)
	d := open(t, path, database.Options{})
	if _, err := database.Open(path, database.Options{ReadOnly: true}); problem(err) != database.Busy || !strings.Contains(err.Error(), path) {
		t.Errorf("a reader beside a writer: %v; expected that the file is busy", err)
	}
	if err := d.Put(key(database.Grasps, 99), "new", "", []byte("x")); err != nil {
		t.Error(err)
	}
}

func TestAMissingEntryIsReportedWithTheKnownOnes(t *testing.T) {
	path, _ := filled(t)
	d := open(t, path, database.Options{ReadOnly: true})
	_, err := d.Get(key(database.Grasps, 1000))
	var missing *database.EntryError
	if !errors.As(err, &missing) || missing.Damaged || len(missing.Known) != 5 || !strings.Contains(err.Error(), `"entry 3"`) {
		t.Error(err)
	}
	if _, err := database.Open(filepath.Join(t.TempDir(), "none.db"), database.Options{ReadOnly: true}); problem(err) != database.Unreadable || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
}

func TestForeignFilesAndOtherVersionsAreRefusedAndKept(t *testing.T) {
	folder := t.TempDir()
	other := func(name string, fill func(tx *bbolt.Tx) error) string {
		path := filepath.Join(folder, name)
		b, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(b.Update(fill), b.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(text, bytes.Repeat([]byte("These are notes. "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := other("foreign.db", func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("users")); return err })
	newer := other("newer.db", func(tx *bbolt.Tx) error {
		meta, err := tx.CreateBucket([]byte("robo-actors planning data"))
		if err != nil {
			return err
		}
		_, err = tx.CreateBucket([]byte("entries"))
		return errors.Join(err, meta.Put([]byte("version"), []byte{9, 0, 0, 0}))
	})
	for path, want := range map[string]database.Problem{text: database.Foreign, foreign: database.Foreign, newer: database.OtherVersion, folder: database.Unreadable} {
		for _, readOnly := range []bool{true, false} {
			before, _ := os.ReadFile(path)
			if _, err := database.Open(path, database.Options{ReadOnly: readOnly}); problem(err) != want {
				t.Errorf("%s: %v; expected: %v", path, err, want)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Errorf("%s has changed", path)
			}
		}
	}
	content, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 { // the second time the new file can be opened, and is not moved
		d, moved, err := database.Replace(text, database.Options{})
		if err != nil {
			t.Fatal(err)
		}
		shut(t, d)
		if n == 0 {
			if kept, err := os.ReadFile(moved); err != nil || !bytes.Equal(kept, content) {
				t.Errorf("the old file is not kept at %q: %v", moved, err)
			}
		} else if moved != "" {
			t.Errorf("a good file was moved to %q", moved)
		}
	}
}

// TestDamagedFilesAreRefusedAndNeverGiveWrongData damages a file at random places. Every copy is
// either refused, or gives each entry as it was, or says that the entry is missing or damaged.
func TestDamagedFilesAreRefusedAndNeverGiveWrongData(t *testing.T) {
	path, want := filled(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 7
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	refused, damaged := 0, 0
	for n := range 300 {
		data := bytes.Clone(good)
		switch n % 3 {
		case 0:
			data = data[:random.IntN(len(data))]
		case 1:
			for range 1 + random.IntN(20) {
				data[random.IntN(len(data))] = byte(random.Uint32())
			}
		case 2: // in the head of a page
			for range 1 + random.IntN(4) {
				data[4096*random.IntN(len(data)/4096)+random.IntN(64)] = byte(random.Uint32())
			}
		}
		copied := filepath.Join(t.TempDir(), "copy.db")
		if err := os.WriteFile(copied, data, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := database.Open(copied, database.Options{ReadOnly: n%2 == 0})
		if err != nil {
			if p := problem(err); len(data) > 0 && p != database.Damaged && p != database.Foreign {
				t.Errorf("copy %d: %v; expected that it is damaged or foreign", n, err)
			}
			refused++
			continue
		}
		for k, expected := range want {
			got, err := d.Get(k)
			var entry *database.EntryError
			switch {
			case err == nil && !bytes.Equal(got, expected):
				t.Errorf("copy %d: %v has other data", n, k)
			case err != nil && !errors.As(err, &entry) && problem(err) != database.Damaged:
				t.Errorf("copy %d: %v", n, err)
			case err != nil:
				damaged++
			}
		}
		shut(t, d)
	}
	t.Logf("%d of 300 copies are refused; %d entries of the others are damaged", refused, damaged)
	if refused < 50 || damaged < 50 {
		t.Error("hardly any damage was noticed")
	}
}

func TestDamagedEntriesAreCleanedAndBuiltAgain(t *testing.T) {
	path, _ := filled(t)
	k := key(database.Grasps, 24)
	damage(t, path, k)
	d := open(t, path, database.Options{})
	_, err := d.Get(k)
	var entry *database.EntryError
	if !errors.As(err, &entry) || !entry.Damaged || !strings.Contains(err.Error(), "--force") {
		t.Fatalf("%v; expected that the entry is damaged", err)
	}
	job := database.Job{Key: k, Title: "again", Compute: func(database.Work) ([]byte, error) { return []byte("data"), nil }}
	report, err := d.Build(context.Background(), []database.Job{job, job}, database.BuildOptions{})
	if err != nil || len(report.Built) != 1 || len(report.Kept) != 1 {
		t.Errorf("%+v, %v; expected one job built and one kept", report, err)
	}
	shut(t, d)
	damage(t, path, k)
	d = open(t, path, database.Options{})
	removed, err := d.Clean(nil)
	if err != nil || len(removed) != 1 || removed[0].Key != k {
		t.Errorf("%v, %v; expected that one entry is removed", removed, err)
	}
	removed, err = d.Clean(func(e database.Entry) bool { return e.Key.Kind == database.Roadmap })
	if err != nil || len(removed) != 85 {
		t.Errorf("%v, %v; expected that all roadmaps are removed", removed, err)
	}
	if entries, err := d.Entries(); err != nil || len(entries) != 14 {
		t.Errorf("%d entries are left, %v; expected 14", len(entries), err)
	}
}

// damage flips a bit of the value of an entry.
func damage(t *testing.T, path string, k database.Key) {
	t.Helper()
	b, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	name := append([]byte(string(k.Kind)+"/"), k.Hash[:]...)
	err = b.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte("entries"))
		value := bytes.Clone(bucket.Get(name))
		value[len(value)/2] ^= 1
		return bucket.Put(name, value)
	})
	if err := errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestACanceledBuildKeepsWhatIsFinished(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "plans.db"), database.Options{})
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("the operator has had enough")
	done := func(data string) func(database.Work) ([]byte, error) {
		return func(database.Work) ([]byte, error) { return []byte(data), nil }
	}
	var shares []float64
	jobs := []database.Job{
		{Key: key(database.Roadmap, 1), Title: "first", Compute: done("1")},
		{Key: key(database.Roadmap, 2), Title: "second", Compute: func(w database.Work) ([]byte, error) {
			if !w.Progress(0.5) {
				t.Error("the work is to end before it was canceled")
			}
			cancel(stop)
			if w.Progress(0.6) {
				t.Error("the work is to go on after it was canceled")
			}
			return nil, kinematics.ErrCanceled
		}},
		{Key: key(database.Roadmap, 3), Title: "third", Compute: done("3")},
	}
	report, err := d.Build(ctx, jobs, database.BuildOptions{Progress: func(job int, share float64) { shares = append(shares, float64(job)+share) }})
	if !errors.Is(err, stop) || !strings.Contains(err.Error(), `"second"`) || len(report.Built) != 1 || !slices.Equal(shares, []float64{1.5, 1.6}) {
		t.Errorf("%+v, %v, %v", report, err, shares)
	}
	if _, err := d.Build(ctx, jobs, database.BuildOptions{Force: true}); !errors.Is(err, stop) {
		t.Errorf("%v; expected that a context that has ended builds nothing", err)
	}
	failed := errors.New("no")
	jobs[0].Compute = func(database.Work) ([]byte, error) { return nil, failed }
	if _, err := d.Build(context.Background(), jobs[:1], database.BuildOptions{Force: true}); !errors.Is(err, failed) || !strings.Contains(err.Error(), `"first"`) {
		t.Error(err)
	}
	if data, err := d.Get(key(database.Roadmap, 1)); err != nil || string(data) != "1" {
		t.Errorf("%q, %v; expected the data of the first build", data, err)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "plans.db"), database.Options{})
	for name, err := range map[string]error{
		"a long title":    d.Put(key(database.Roadmap, 1), strings.Repeat("x", 1<<17), "", nil),
		"an unknown kind": d.Put(database.Key{Kind: "music"}, "", "", nil),
	} {
		if err == nil || !strings.Contains(err.Error(), "refused") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if entries, err := d.Entries(); err != nil || len(entries) != 0 {
		t.Error(entries, err)
	}
}

func TestKeysOfRoadmapsDependOnTheirHashes(t *testing.T) {
	a := worlds.Hashes{Kinematics: worlds.Hash{1}}
	keys := []database.Key{database.RoadmapKey(a), database.RoadmapKey(worlds.Hashes{Geometry: worlds.Hash{1}}), database.RoadmapKey(worlds.Hashes{Limits: worlds.Hash{1}}),
		database.RoadmapKey(a, worlds.Hash{2}), database.RoadmapKey(a, worlds.Hash{2}, worlds.Hash{3}), database.RoadmapKey(a, worlds.Hash{3}, worlds.Hash{2})}
	for i := range keys {
		for j := range i {
			if keys[i] == keys[j] {
				t.Errorf("keys %d and %d are the same", i, j)
			}
		}
	}
	a.Dynamics = worlds.Hash{5}
	if database.RoadmapKey(a) != keys[0] {
		t.Error("a mass changes the key of a roadmap")
	}
}
