package architecture

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Real time needs Linux. Everything else runs where engineers work: the types of every package and
// of its tests must fit on the other systems too. Reading them takes seconds, compiling a minute.
func TestEveryPackageHasSoundTypesOnOtherSystems(t *testing.T) {
	for _, system := range []string{"darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			found, err := packages.Load(&packages.Config{
				Dir: root(t), Mode: packages.LoadAllSyntax &^ packages.NeedTypesInfo, Tests: true, Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
			}, "./...")
			if err != nil {
				t.Fatal(err)
			}
			packages.Visit(found, nil, func(p *packages.Package) {
				for _, e := range p.Errors {
					t.Error(e)
				}
			})
		})
	}
}
