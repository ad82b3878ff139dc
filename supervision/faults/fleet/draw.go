package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/fstest"
	"time"
)

// Application is a drawn application.
type Application struct {
	// Name is the name of the application.
	Name string
	// Files holds the texts of its files by name. The application file is File.
	Files map[string]string
	// Duration is the virtual time of a run.
	Duration time.Duration
}

// File is the name of the application file.
const File = "app.yaml"

// Names lists the files in order.
func (a *Application) Names() []string { return slices.Sorted(maps.Keys(a.Files)) }

// FS returns the files as a file system.
func (a *Application) FS() fs.FS {
	files := fstest.MapFS{}
	for name, text := range a.Files {
		files[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return files
}

// versionSeeds is the number of applications whose files identify the version.
const versionSeeds = 32

// Version identifies what is drawn: it changes when seeds draw other applications.
func Version() string {
	sum := sha256.New()
	for seed := range uint64(versionSeeds) {
		if a, err := Draw(seed); err == nil {
			for _, name := range a.Names() {
				fmt.Fprintf(sum, "%s %v\n%s", name, a.Duration, a.Files[name])
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// Bounds of the length of a run. Short runs are drawn more often than long ones.
const (
	Shortest = 3 * time.Second
	Longest  = 40 * time.Second
)

// streamOfApplications separates the draws of applications from other draws of the seed.
const streamOfApplications = 0x66_6c_65_65_74

// bipedShare is the share of applications with a biped, which is their only robot.
const bipedShare = 0.08

// Draw returns the application of a seed. It returns an error only if a drawn robot is not one that
// package draft can complete, which is a defect of this package.
func Draw(seed uint64) (*Application, error) {
	r := rand.New(rand.NewPCG(seed, streamOfApplications))
	u := r.Float64()
	lasts := time.Duration(float64(Shortest) * math.Pow(float64(Longest)/float64(Shortest), u*u)).Round(100 * time.Millisecond)
	name := fmt.Sprintf("fleet_%d", seed)
	if r.Float64() < bipedShare {
		return drawBiped(r, name, lasts)
	}
	d := &drawer{Rand: r, lasts: lasts, files: map[string]string{}}
	d.robots()
	d.topology()
	d.files[File] = d.application(name)
	return &Application{Name: name, Files: d.files, Duration: lasts}, nil
}

// drawer draws one application.
type drawer struct {
	*rand.Rand
	lasts     time.Duration
	parts     []*robot
	worlds    []*world
	couplings []coupling
	threads   int    // domains of one controller each
	unit      string // link with an inertial measurement unit, which the first bus of its robot carries
	files     map[string]string
}

// pick draws one of several words.
func (d *drawer) pick(words ...string) string { return words[d.IntN(len(words))] }

// between draws a number between two bounds with three significant digits.
func (d *drawer) between(low, high float64) float64 { return round(low + (high-low)*d.Float64()) }

// chance reports true with a probability.
func (d *drawer) chance(p float64) bool { return d.Float64() < p }

// round keeps three significant digits.
func round(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-2)
	return math.Round(x/unit) * unit
}

// list writes a list of words in YAML.
func list(words []string) string { return "[" + strings.Join(words, ", ") + "]" }

// numbers writes a list of numbers in YAML.
func numbers(values []float64) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprintf("%.4g", v)
	}
	return list(words)
}
