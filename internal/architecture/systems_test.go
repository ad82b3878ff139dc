package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Real time needs Linux. Everything else runs where engineers work: the types of every package and
// of its tests must fit on the other systems too. Reading them takes seconds, compiling a minute.
func TestEveryPackageHasSoundTypesOnOtherSystems(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // most of what is read is kept
	set, parse := token.NewFileSet(), parsedOnce()
	for _, system := range []string{"darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			found, err := packages.Load(&packages.Config{
				Dir: root(t), Mode: packages.LoadAllSyntax &^ packages.NeedTypesInfo, Tests: true, Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
				Fset: set, ParseFile: parse,
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

// parsedOnce returns a function that parses every file once for both systems, without comments and
// objects, which types do not need.
func parsedOnce() func(*token.FileSet, string, []byte) (*ast.File, error) {
	var files sync.Map // name -> function that parses
	return func(set *token.FileSet, name string, text []byte) (*ast.File, error) {
		parse, _ := files.LoadOrStore(name, sync.OnceValues(func() (*ast.File, error) {
			return parser.ParseFile(set, name, text, parser.AllErrors|parser.SkipObjectResolution)
		}))
		return parse.(func() (*ast.File, error))()
	}
}
