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
	"strings"
	"syscall"
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

// Running lists the names, "application-pid", of the sockets in the run directory with a living
// server. It removes the sockets of dead processes.
func Running(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), suffix)
		if !ok || !ofProcess.MatchString(name) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		c, err := dial(context.Background(), path)
		if err != nil {
			if errors.Is(err, syscall.ECONNREFUSED) {
				_ = os.Remove(path) // left by a process that was killed
			}
			continue
		}
		_ = c.Close()
		names = append(names, name)
	}
	sort.Strings(names)
	return names, nil
}

// Find returns the socket of a running application by its name or "application-pid". An empty name
// means the only one.
func Find(dir, name string) (string, error) {
	names, err := Running(dir)
	if err != nil {
		return "", err
	}
	var found []string
	for _, n := range names {
		application := n[:strings.LastIndexByte(n, '-')]
		if name == "" || n == name || application == safe(name) {
			found = append(found, n)
		}
	}
	switch {
	case len(names) == 0:
		return "", errors.New("no application is running; start one with: robo-actors run FILE")
	case len(found) == 0:
		return "", fmt.Errorf("no application %q is running; running: %s", name, strings.Join(names, ", "))
	case len(found) > 1:
		return "", fmt.Errorf("several applications match: %s; name one of them", strings.Join(found, ", "))
	}
	return filepath.Join(dir, found[0]+suffix), nil
}
