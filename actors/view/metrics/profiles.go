package metrics

import (
	"fmt"
	"net/http"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"
)

// profilesAt is the path of the profiles.
const profilesAt = "/debug/pprof/"

// Bounds of a profile of processor time.
const (
	defaultProfile = 10 * time.Second
	longestProfile = time.Minute
)

// Profiles serves /debug/pprof/ for go tool pprof: the named profiles of the runtime, and profile,
// which takes processor time for ?seconds=N. A program serves it only where it was asked to:
// profiles tell much of a program, and cost it time. Package net/http/pprof is not used, since it
// serves profiles on http.DefaultServeMux of every program that imports it.
func Profiles() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		name := strings.TrimPrefix(r.URL.Path, profilesAt)
		switch p := pprof.Lookup(name); {
		case name == "":
			listProfiles(w)
		case name == "profile":
			profileProcessor(w, r)
		case p == nil:
			http.Error(w, fmt.Sprintf("unknown profile %q; see %s", name, profilesAt), http.StatusNotFound)
		default:
			debug, _ := strconv.Atoi(r.FormValue("debug")) // 0 is the form for go tool pprof
			setProfileType(w, debug > 0)
			_ = p.WriteTo(w, debug) // the peer has gone
		}
	})
}

func listProfiles(w http.ResponseWriter) {
	setProfileType(w, true)
	names := []string{"profile"}
	for _, p := range pprof.Profiles() {
		names = append(names, p.Name())
	}
	slices.Sort(names)
	fmt.Fprintln(w, strings.Join(names, "\n"))
}

func profileProcessor(w http.ResponseWriter, r *http.Request) {
	long := defaultProfile
	if text := r.FormValue("seconds"); text != "" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(seconds > 0 && seconds <= longestProfile.Seconds()) {
			http.Error(w, fmt.Sprintf("seconds is %q; expected a number of seconds up to %g", text, longestProfile.Seconds()), http.StatusBadRequest)
			return
		}
		long = time.Duration(seconds * float64(time.Second))
	}
	setProfileType(w, false)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(long + scrapeWithin)) // not every writer has one
	if err := pprof.StartCPUProfile(w); err != nil {
		w.Header().Del("Content-Disposition")
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer pprof.StopCPUProfile()
	select {
	case <-time.After(long):
	case <-r.Context().Done():
	}
}

func setProfileType(w http.ResponseWriter, text bool) {
	if text {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="profile"`)
}
