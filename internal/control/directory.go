package control

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Directory returns the run directory of this user and creates it if it is missing. It returns an
// error for a directory that other users can enter or own.
func Directory() (string, error) {
	base := os.Getenv("XDG_RUNTIME_DIR")
	name := "robo-actors"
	if base == "" {
		base, name = os.TempDir(), fmt.Sprintf("robo-actors-%d", os.Getuid())
	}
	dir := filepath.Join(base, name)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		hint := ""
		if os.Getenv("XDG_RUNTIME_DIR") != "" {
			hint = "; XDG_RUNTIME_DIR names the folder that it is in: set it to one of this user's own, or unset it"
		}
		return "", fmt.Errorf("the run directory cannot be created: %w%s", err, hint)
	}
	return dir, private(dir)
}

const suffix = ".sock"

// ofProcess matches the names of SocketPath; other programs may have sockets in the same directory.
var ofProcess = regexp.MustCompile(`^.+-[0-9]+$`)

// SocketPath returns the path of the socket of a process that runs an application.
func SocketPath(dir, application string, pid int) string {
	return filepath.Join(dir, fmt.Sprintf("%s-%d%s", safe(application), pid, suffix))
}

func safe(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
}

// ErrSilent means that a socket in the run directory accepts connections and does not answer: its
// process hangs, is paused, or is not an application.
var ErrSilent = errors.New("does not answer")

// answersWithin is the time in which an application must say that it lives.
const answersWithin = time.Second

// Running lists the names, "application-pid", of the sockets in the run directory whose server
// answers. It removes the sockets of dead processes. The error reports every server that does not
// answer, as ErrSilent, beside the names of those that do.
func Running(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var sockets []string
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), suffix)
		if is && ofProcess.MatchString(name) && e.Type() == fs.ModeSocket {
			sockets = append(sockets, name)
		}
	}
	errs := make([]error, len(sockets))
	var wait sync.WaitGroup
	for i, name := range sockets {
		wait.Go(func() { errs[i] = alive(filepath.Join(dir, name+suffix)) })
	}
	wait.Wait()
	var names []string
	var silent []error
	for i, name := range sockets {
		switch {
		case errs[i] == nil:
			names = append(names, name)
		case errors.Is(errs[i], syscall.ECONNREFUSED):
			removeDead(dir, name)
		case errors.Is(errs[i], context.DeadlineExceeded): // any other one has ended meanwhile
			silent = append(silent, fmt.Errorf("%s %w", name, ErrSilent))
		}
	}
	sort.Strings(names)
	return names, errors.Join(silent...)
}

// alive returns an error if no server answers at a socket.
func alive(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
	defer cancel()
	err := Call(ctx, path, clock, nil, nil)
	if _, lives := errors.AsType[*RejectedError](err); lives {
		return nil
	}
	return err
}

// removeDead removes the socket of a process that has ended. The socket of a living process may be
// one that does not listen yet, or one of another program.
func removeDead(dir, name string) {
	if process, err := strconv.Atoi(name[strings.LastIndexByte(name, '-')+1:]); err == nil && dead(process) {
		_ = os.Remove(filepath.Join(dir, name+suffix)) // another process may have removed it
	}
}

// Find returns the socket of a running application by its name or "application-pid". An empty name
// means the only one that answers. An application that does not answer is found by its whole name,
// so that it can be stopped. Find also returns the applications that it skipped because they do not
// answer, as ErrSilent.
func Find(dir, name string) (path string, silent, err error) {
	names, silent := Running(dir)
	if silent != nil && !errors.Is(silent, ErrSilent) {
		return "", nil, silent
	}
	path, err = choose(dir, name, names)
	return path, silent, err
}

// choose returns the socket of one of the applications that answer, or of a silent one.
func choose(dir, name string, names []string) (string, error) {
	var found []string
	for _, n := range names {
		application := n[:strings.LastIndexByte(n, '-')]
		if name == "" || n == name || application == safe(name) {
			found = append(found, n)
		}
	}
	switch {
	case len(found) == 1:
		return filepath.Join(dir, found[0]+suffix), nil
	case len(found) > 1:
		return "", fmt.Errorf("several applications match: %s; name one of them", strings.Join(found, ", "))
	case ofProcess.MatchString(name) && isSocket(filepath.Join(dir, name+suffix)):
		return filepath.Join(dir, name+suffix), nil
	case len(names) == 0:
		return "", errors.New("no application is running; start one with: robo-actors run FILE")
	}
	return "", fmt.Errorf("no application %q is running; running: %s", name, strings.Join(names, ", "))
}

func isSocket(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().Type() == fs.ModeSocket
}
