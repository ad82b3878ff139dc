package architecture

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// exemption lets files do what code that actors call must not do.
type exemption struct {
	files string // a pattern as in path.Match, or a folder and "/..."
	why   string
}

// exemptions of the whole check.
var exemptions = []exemption{
	{"actors/realclock.go", "it is the clock of real time"},
	{"actors/internal/platform/...", "it waits for the clock of the operating system"},
	{"internal/testkit", "it draws a seed for a test, and prints it"},
	{"actors/jobexecutor.go", "the threads of jobs, and the time that Stop waits for them"},
	{"actors/jobparallel.go", "the threads of a job that shares its work"},
	{"actors/jobmodel.go", "the goroutine of a job, which takes turns with the loop of virtual time"},
	{"actors/thread.go", "a domain's locked thread"},
	{"actors/worker.go", "the goroutines of event-driven actors"},
	{"actors/fence.go", "the watchdog and Stop do not wait for the code of users that fences off an actor"},
	{"actors/watchdog.go", "the watchdog's thread, which must not depend on the system's own clock"},
	{"actors/alarms.go", "the thread that calls what At was given, in real time"},
	{"actors/events.go", "the pump that empties the recorder's buffers, in real time"},
	{"actors/tap.go", "Watch yields values to a goroutine of the embedding program"},
	{"actors/controllers/tasks/goals.go", "a client waits for the end of a goal, in the goroutine of the program that operates"},
	{"actors/systemstate.go", "Run waits, for the goroutine of the embedding program that calls it"},
	{"actors/courier.go", "the goroutine that hands messages to mailboxes of the embedding program"},
	{"actors/change.go", "a requested change is made beside the tick that requests it"},
	{"actors/changerun.go", "the goroutines beside the domains in which actors of a change are made, start and stop"},
	{"actors/changecleanup.go", "the thread of a domain that a change makes"},
	{"actors/stop.go", "Stop waits, for the goroutine of the embedding program that calls it"},
	{"supervision/faults/disk.go", "a slow disk takes its time, in the goroutine of the recorder and in real time only"},
	{"supervision/faults/campaign/campaign.go", "it runs whole systems, one on each processor, and measures their time"},
	{"supervision/faults/campaign/sampledchecks.go", "it waits for the goroutines of a run that has ended, and counts them"},
	{"supervision/faults/process_unix.go", "it stops and continues other processes"},
	{"hardware/remote/transport.go", "a driver waits on its own transport, within the time that its contract bounds"},
	{"hardware/moteus/stream.go", "a driver waits on its own transport, within the time that its contract bounds"},
	{"hardware/remote/secure.go", "handshakes beside each other, in the drives' process; a driver waits for a frame's room within its contract's bound"},
	{"hardware/remote/server.go", "the server runs in the drives' process, where no actor calls it"},
	{"actors/spine/sharedmemory/wait.go", "a loop of simulated time waits for an agent's request, in a goroutine of its program"},
	{"actors/spine/sharedmemory/livewriter.go", "the generation of a file is the wall-clock time of its creation"},
	{"actors/spine/sharedmemory/owner_linux.go", "it waits a moment for a reader that asks whether the owner lives, before a spine starts"},
	{"actors/spine/agent/agent.go", "it waits for a spine to start, in the agent's process"},
	{"actors/spine/agent/every.go", "the loop of an agent, in the agent's process"},
	{"actors/spine/sharedmemory/client.go", "an agent waits for its spine, in the agent's process"},
	{"actors/spine/pipe.go", "a spine in lock step waits for an agent of its process, between two instants of virtual time"},
	{"actors/view/metrics/...", "it answers programs that monitor a system, and bounds how long"},
	{"actors/spine/gym/gym.go", "the goroutine of an environment's system, in the program of its user"},
	{"actors/spine/wallclock.go", "observations of real time begin with the time of day, once, when the spine starts"},
	{"internal/...", "no actor calls it while it ticks: sockets and tests"},
	{"actors/view/hub.go", "a hub in virtual time waits for the pace of people, in the recorder's call and not in an actor's"},
	{"actors/view/live.go", "the goroutines that publish to viewers"},
	{"actors/view/playback.go", "the goroutine that plays a recording"},
	{"actors/view/services.go", "a request of a viewer may have waited while the process was paused"},
	{"actors/view/server.go", "the goroutine of the HTTP server"},
	{"actors/view/warnings.go", "it bounds the warnings of a second"},
	{"actors/view/viewtest/viewer.go", "a viewer reads in a goroutine of its test"},
	{"actors/session/...", "a session serves people, from the goroutines of its program"},
	{"cmd/...", "the command waits for people"},
	{"actors/actortest/...", "the kit is called by tests, and draws a seed where none is given"},
	{"hardware/drivertest/...", "checks of a driver call its Stop from another thread, as the watchdog does"},
}

// noExemption takes back what internal/... lets pass: these are called on ticks.
var noExemption = []string{"internal/setpoint", "supervision/modes"}

// forbidden are functions that read a clock, wait, or draw from a stream that all share.
var forbidden = map[string][]string{
	"time":    {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// streams are the functions of math/rand that make a stream of their own.
var streams = []string{"New", "NewSource", "NewZipf", "NewPCG", "NewChaCha8"}

// exempt returns the exemption of a file, nil if it has none.
func exempt(file string) *exemption {
	if withinAny(noExemption, path.Dir(file)) {
		return nil
	}
	for i, e := range exemptions {
		if ok, _ := path.Match(e.files, file); ok || within(e.files, path.Dir(file)) {
			return &exemptions[i]
		}
	}
	return nil
}

// checkClocks returns the findings in the files of a package that are not exempt.
func checkClocks(top string, pkg *packages.Package, skip func(file string) bool) (findings []string) {
	for _, syntax := range pkg.Syntax {
		name := pkg.Fset.Position(syntax.Pos()).Filename
		if rel, err := filepath.Rel(top, name); err == nil {
			name = filepath.ToSlash(rel)
		}
		if skip(name) {
			continue
		}
		c := &clockCheck{info: pkg.TypesInfo, sorted: sortedIn(pkg.TypesInfo, syntax)}
		ast.Inspect(syntax, c.visit)
		for _, f := range c.found {
			findings = append(findings, fmt.Sprintf("%s:%d: %s", name, pkg.Fset.Position(f.at).Line, f.text))
		}
	}
	return findings
}

type clockFinding struct {
	at   token.Pos
	text string
}

type clockCheck struct {
	info   *types.Info
	sorted map[*ast.RangeStmt]bool
	found  []clockFinding
}

func (c *clockCheck) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		c.add(n.Pos(), "a goroutine is started: an actor has none; timers and requests come from its Context")
	case *ast.Ident:
		c.use(n)
	case *ast.RangeStmt:
		if c.unordered(n.X) && !c.sorted[n] && !c.fillsMap(n) {
			c.add(n.Pos(), "a loop runs in the order of a map, which differs from run to run: keep a slice, or sort what is collected")
		}
	}
	return true
}

func (c *clockCheck) add(at token.Pos, text string) {
	c.found = append(c.found, clockFinding{at, text})
}

// use looks at one use of a function of another package.
func (c *clockCheck) use(id *ast.Ident) {
	fn, is := c.info.Uses[id].(*types.Func)
	if !is || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return
	}
	switch pkg := fn.Pkg().Path(); {
	case slices.Contains(forbidden[pkg], fn.Name()):
		c.add(id.Pos(), fmt.Sprintf("%s.%s: time comes in the Tick, and timers from the Context, so that virtual time and replays give the same", pkg, fn.Name()))
	case (pkg == "math/rand" || pkg == "math/rand/v2") && !slices.Contains(streams, fn.Name()):
		c.add(id.Pos(), fmt.Sprintf("rand.%s draws from a stream that all share: use Context.Rand, which follows from the seed and the actor's name", fn.Name()))
	}
}

// unordered reports whether what is ranged over is a map, or an iterator over one.
func (c *clockCheck) unordered(x ast.Expr) bool {
	if c.isMap(x) {
		return true
	}
	call, is := ast.Unparen(x).(*ast.CallExpr)
	if !is {
		return false
	}
	sel, is := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !is {
		return false
	}
	fn, is := c.info.Uses[sel.Sel].(*types.Func)
	return is && fn.Pkg() != nil && fn.Pkg().Path() == "maps" && slices.Contains([]string{"Keys", "Values", "All"}, fn.Name())
}

// fillsMap reports whether a loop does nothing but set elements of a map by its own key, which
// gives the same in any order.
func (c *clockCheck) fillsMap(loop *ast.RangeStmt) bool {
	key, is := loop.Key.(*ast.Ident)
	if !is {
		return false
	}
	only := true
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				at, is := left.(*ast.IndexExpr)
				only = only && is && c.isMap(at.X) && isName(at.Index, key.Name)
			}
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt:
			only = false
		}
		return only
	})
	return only
}

func isName(x ast.Expr, name string) bool {
	id, is := x.(*ast.Ident)
	return is && id.Name == name
}

func (c *clockCheck) isMap(x ast.Expr) bool {
	t := c.info.TypeOf(x)
	if t == nil {
		return false
	}
	_, is := t.Underlying().(*types.Map)
	return is
}

// sortedIn finds the loops over maps whose next statement sorts: they only collect.
func sortedIn(info *types.Info, file *ast.File) map[*ast.RangeStmt]bool {
	sorted := map[*ast.RangeStmt]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		block, is := n.(*ast.BlockStmt)
		if !is {
			return true
		}
		for i, s := range block.List {
			if loop, is := s.(*ast.RangeStmt); is && i+1 < len(block.List) && sorts(info, block.List[i+1]) {
				sorted[loop] = true
			}
		}
		return true
	})
	return sorted
}

// sorts reports whether a statement is a call of a function that sorts, or returns what it sorted.
func sorts(info *types.Info, s ast.Stmt) (found bool) {
	switch s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt:
	default:
		return false
	}
	ast.Inspect(s, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			if fn, is := info.Uses[id].(*types.Func); is && fn.Pkg() != nil {
				found = found || fn.Pkg().Path() == "sort" || fn.Pkg().Path() == "slices" && strings.HasPrefix(fn.Name(), "Sort")
			}
		}
		return !found
	})
	return found
}

func load(t *testing.T, pattern string) []*packages.Package {
	t.Helper()
	if testing.Short() {
		t.Skip("it reads the types of every package, which has nothing for the race detector that the short run is for; the plain run of this test reads them all")
	}
	found, err := packages.Load(&packages.Config{Dir: root(t), Mode: packages.LoadSyntax}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		for _, e := range p.Errors {
			t.Error(e)
		}
	}
	return found
}

func TestCodeThatActorsCallReadsNoClockAndStartsNothing(t *testing.T) {
	used := map[*exemption]bool{}
	top := root(t)
	for _, pkg := range load(t, "./...") {
		if strings.HasPrefix(pkg.PkgPath, module+"/examples/") && pkg.Name == "main" {
			continue // programs that embed a system wait for people
		}
		report(t, checkClocks(top, pkg, func(file string) bool {
			e := exempt(file)
			if e != nil {
				used[e] = true
			}
			return e != nil
		}))
	}
	for i := range exemptions {
		if e := &exemptions[i]; !used[e] {
			t.Errorf("no file matches the exemption %s any more; take it out", e.files)
		}
	}
}

func TestClocksGoroutinesAndOrdersOfMapsAreFound(t *testing.T) {
	const file = "internal/architecture/testdata/planted/planted.go"
	top := root(t)
	var got []string
	for _, pkg := range load(t, "./"+path.Dir(file)) {
		got = append(got, checkClocks(top, pkg, func(string) bool { return false })...)
	}
	want := map[string]string{} // place -> what is expected there
	for _, f := range files(t) {
		if f.path != file {
			continue
		}
		for i, line := range strings.Split(f.text, "\n") {
			if _, text, is := strings.Cut(line, "// want "); is {
				want[fmt.Sprintf("%s:%d: ", file, i+1)] = text
			}
		}
	}
	if len(want) < 10 {
		t.Fatalf("only %d violations are planted in %s", len(want), file)
	}
	for _, finding := range got {
		place := finding[:strings.Index(finding, " ")+1]
		if text, is := want[place]; !is || !strings.Contains(finding, strings.TrimPrefix(text, "a ")) {
			t.Errorf("found %q, expected %q there", finding, text)
		}
		delete(want, place)
	}
	for place, text := range want {
		t.Errorf("%snot found: %s", place, text)
	}
}
