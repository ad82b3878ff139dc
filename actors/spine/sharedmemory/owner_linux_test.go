package sharedmemory

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

func TestALivingOwnerIsRefusedWithItsProcess(t *testing.T) {
	folder := inMemory(t)
	owner, line := startOwner(t, folder)
	if line != "ready" {
		t.Fatalf("the owner says %q", line)
	}
	_, err := Create("upkie", Options{Folder: folder})
	owned, is := errors.AsType[*OwnedError](err)
	if !is || owned.Process != owner.Process.Pid || !errors.Is(err, ErrOwned) {
		t.Fatalf("%v, expected process %d", err, owner.Process.Pid)
	}
	if want := filepath.Join(folder, "upkie") + ": process " + strconv.Itoa(owner.Process.Pid) + " owns it and is alive; end that process, or choose another name"; err.Error() != want {
		t.Errorf("the error is %q, expected %q", err, want)
	}
}

func TestTheFilesOfAKilledOwnerAreTakenOver(t *testing.T) {
	folder := inMemory(t)
	for range 10 {
		owner, _ := startOwner(t, folder)
		check(t, owner.Process.Kill())
		_ = owner.Wait() // it was killed
		s, err := Create("upkie", Options{Folder: folder})
		check(t, err)
		want := fmt.Sprintf("took over %[1]s and %[1]s.live of a spine that ended without removing it", filepath.Join(folder, "upkie"))
		if s.TakenOver() != want {
			t.Errorf("the note is %q, expected %q", s.TakenOver(), want)
		}
		if request, err := s.Request(); request != None || err != nil {
			t.Errorf("the new file has %v, %v", request, err)
		}
		check(t, s.Close())
	}
}

func TestAStaleClassicFileIsTakenOver(t *testing.T) {
	folder := inMemory(t)
	path := filepath.Join(folder, "upkie")
	check(t, os.WriteFile(path, []byte{1, 0, 0, 0}, 0o600)) // as a spine of another program leaves it
	s := create(t, folder, 0)
	if want := "took over " + path + " of a spine that ended without removing it"; s.TakenOver() != want {
		t.Errorf("the note is %q", s.TakenOver())
	}
}

func TestWhatIsNoFileOfThisUserIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		lay  func(path string) error
		want string
	}{
		"a symbolic link": {func(path string) error { return os.Symlink("/etc/passwd", path) }, "it is a symbolic link: remove it, or choose another name"},
		"a dangling link": {func(path string) error { return os.Symlink("nowhere", path) }, "it is a symbolic link: remove it, or choose another name"},
		"a folder":        {func(path string) error { return os.Mkdir(path, 0o700) }, "it is a folder: remove it, or choose another name"},
		"a pipe":          {func(path string) error { return unix.Mkfifo(path, 0o600) }, "it is not a regular file: remove it, or choose another name"},
	} {
		for _, file := range []string{"upkie", "upkie.live"} {
			t.Run(name+" as "+file, func(t *testing.T) {
				folder := inMemory(t)
				path := filepath.Join(folder, file)
				check(t, c.lay(path))
				_, err := Create("upkie", Options{Folder: folder})
				if err == nil || !strings.HasPrefix(err.Error(), path+": "+c.want) {
					t.Errorf("%v, expected %s: %s", err, path, c.want)
				}
				if left, _ := os.ReadDir(folder); len(left) != 1 {
					t.Errorf("the refusal left %v", left)
				}
			})
		}
	}
}

func TestTheFileOfAnotherUserIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file to another user")
	}
	folder := inMemory(t)
	path := filepath.Join(folder, "upkie")
	check(t, os.WriteFile(path, make([]byte, 100), 0o600))
	check(t, os.Chown(path, 4711, -1))
	want := path + ": it belongs to user 4711, this process to user 0: choose another name, or run as that user"
	if _, err := Create("upkie", Options{Folder: folder}); err == nil || err.Error() != want {
		t.Errorf("the spine: %v, expected %s", err, want)
	}
	if _, err := Open("upkie", ClientOptions{Folder: folder}); err == nil || err.Error() != want {
		t.Errorf("the agent: %v, expected %s", err, want)
	}
}

func TestOfManySpinesOneWins(t *testing.T) {
	folder := inMemory(t)
	for round := range 50 {
		if round%2 == 0 {
			check(t, os.WriteFile(filepath.Join(folder, "upkie"), nil, 0o600)) // stale
		}
		servers, failures := make([]*Server, 8), make([]error, 8)
		var wait sync.WaitGroup
		for i := range servers {
			wait.Go(func() { servers[i], failures[i] = Create("upkie", Options{Folder: folder, Size: 4096}) })
		}
		wait.Wait()
		winners := 0
		for i, s := range servers {
			if s == nil {
				if !errors.Is(failures[i], ErrOwned) {
					t.Error(failures[i])
				}
				continue
			}
			winners++
			check(t, s.Check())
			check(t, s.Close())
		}
		if winners != 1 {
			t.Fatalf("%d spines own one name", winners)
		}
	}
}

func TestCloseLeavesTheFilesOfAnotherSpine(t *testing.T) {
	folder := inMemory(t)
	s, err := Create("upkie", Options{Folder: folder})
	check(t, err)
	check(t, os.Remove(s.Path()))
	check(t, os.WriteFile(s.Path(), []byte("another"), 0o600))
	check(t, s.Close())
	if text, err := os.ReadFile(s.Path()); string(text) != "another" {
		t.Errorf("the other file: %q, %v", text, err)
	}
}

func TestNamesAndSizesAreChecked(t *testing.T) {
	folder := inMemory(t)
	for _, name := range []string{"", "/", "//upkie", "a/b", "../x", "/../x", ".", "..", ".hidden", "upkie.live", "a\x00b", strings.Repeat("a", 201)} {
		_, server := Create(name, Options{Folder: folder})
		_, client := Open(name, ClientOptions{Folder: folder})
		_, live := OpenLive(name, ClientOptions{Folder: folder})
		for _, err := range []error{server, client, live} {
			if err == nil || !strings.Contains(err.Error(), "expected ") {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
	for _, size := range []int{-1, 1, 15, 1<<28 + 1} {
		if _, err := Create("upkie", Options{Folder: folder, Size: size}); err == nil || !strings.Contains(err.Error(), "expected 16 to 268435456") {
			t.Errorf("size %d: %v", size, err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("refusals left %v, %v", left, err)
	}
}

func TestAFolderThatCannotHoldTheFilesIsAnError(t *testing.T) {
	for folder, want := range map[string]string{
		"/proc":                   "choose a folder such as /dev/shm",
		"/dev/shm/does-not-exist": "no file can be created in /dev/shm/does-not-exist: no such file or directory",
	} {
		if _, err := Create("upkie", Options{Folder: folder}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", folder, err, want)
		}
	}
}

func TestAClientNeedsASpine(t *testing.T) {
	folder := inMemory(t)
	_, classic := Open("upkie", ClientOptions{Folder: folder})
	_, live := OpenLive("upkie", ClientOptions{Folder: folder})
	for _, err := range []error{classic, live} {
		if !errors.Is(err, ErrNoSpine) || !strings.HasSuffix(err.Error(), "no spine: the file does not exist; start the spine, or check the name") {
			t.Error(err)
		}
	}
	check(t, os.WriteFile(filepath.Join(folder, "upkie"), make([]byte, 7), 0o600))
	if _, err := Open("upkie", ClientOptions{Folder: folder}); err == nil || !strings.HasSuffix(err.Error(), "it has 7 bytes and is not the file of a spine") {
		t.Error(err)
	}
}

func TestTheHolderOfALockIsFound(t *testing.T) {
	const list = `1: POSIX  ADVISORY  WRITE 12 00:1a:77 0 EOF
2: FLOCK  ADVISORY  WRITE 4711 00:1a:77 0 EOF
2: -> FLOCK  ADVISORY  WRITE 4712 00:1a:77 0 EOF
3: FLOCK  ADVISORY  WRITE x 00:1a:78 0 EOF
4: FLOCK
`
	for file, want := range map[string]int{"00:1a:77": 4711, "00:1a:78": 0, "00:1a:7": 0} {
		if got := holder(list, file); got != want {
			t.Errorf("%s: %d, expected %d", file, got, want)
		}
	}
}
