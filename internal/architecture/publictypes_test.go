package architecture

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// isInternal reports whether users cannot import a package.
func isInternal(pkg string) bool { return slices.Contains(strings.Split(pkg, "/"), "internal") }

// internalImports returns the import paths of internal packages of this module, by their name in
// the file.
func internalImports(f goFile) map[string]string {
	names := map[string]string{}
	for _, spec := range f.syntax.Imports {
		whole, _ := strconv.Unquote(spec.Path.Value)
		own, is := strings.CutPrefix(whole, module+"/")
		if !is || !isInternal(own) {
			continue
		}
		name := path.Base(own)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = own
	}
	return names
}

// internalTypes returns the public declarations of a file that name a type of an internal package:
// a user can see such a declaration and cannot write its type.
func internalTypes(f goFile) (findings []string) {
	imports := internalImports(f)
	if len(imports) == 0 || f.isTest() || isInternal(f.dir()) || f.syntax.Name.Name == "main" {
		return nil
	}
	search := func(name string, visible ast.Node) {
		ast.Inspect(visible, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is {
				if id, is := s.X.(*ast.Ident); is && imports[id.Name] != "" {
					findings = append(findings, fmt.Sprintf("%s: %s names %s of %s: users cannot write that type; declare it in this package or hide the declaration",
						f.at(s.Pos()), name, s.Sel.Name, imports[id.Name]))
				}
			}
			return true
		})
	}
	for _, d := range f.syntax.Decls {
		if function, is := d.(*ast.FuncDecl); is {
			if name := publicFunction(function); name != "" {
				search(name, function.Type)
			}
			continue
		}
		for _, spec := range d.(*ast.GenDecl).Specs {
			for _, name := range publicNames(spec) {
				for _, visible := range visibleTypes(spec) {
					search(name.Name, visible)
				}
			}
		}
	}
	return findings
}

// visibleTypes returns the type expressions of a declaration that go doc shows: of a struct, its
// exported and embedded fields.
func visibleTypes(spec ast.Spec) (visible []ast.Node) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		if spec.Type != nil {
			visible = append(visible, spec.Type)
		}
	case *ast.TypeSpec:
		if spec.TypeParams != nil {
			visible = append(visible, spec.TypeParams)
		}
		structure, is := spec.Type.(*ast.StructType)
		if !is {
			return append(visible, spec.Type)
		}
		for _, field := range structure.Fields.List {
			if len(field.Names) == 0 || slices.ContainsFunc(field.Names, func(n *ast.Ident) bool { return n.IsExported() }) {
				visible = append(visible, field.Type)
			}
		}
	}
	return visible
}

func TestNoPublicDeclarationNamesAnInternalType(t *testing.T) {
	for _, f := range goFiles(t) {
		report(t, internalTypes(f))
	}
}

func TestAPublicDeclarationOfAnInternalTypeIsFound(t *testing.T) {
	const planted = `package p

import (
	"os"

	"github.com/robo-actors/robo-actors/p/internal/core"
	other "github.com/robo-actors/robo-actors/internal/queue"
)

type Alias = core.State

type Options struct {
	other.Queue
	Shown  *core.State
	hidden core.State
}

type hidden struct{ Shown core.State }

func New(f *os.File) (*other.Queue, error) { return nil, nil }

func (o Options) Each(do func(core.State)) { var inside core.State; do(inside) }

func (h hidden) Each(do func(core.State)) {}

var Default core.State

type Set[T core.State] struct{ list []T }
`
	want := []string{"p/p.go:10: Alias names State", "p/p.go:13: Options names Queue", "p/p.go:14: Options names State",
		"p/p.go:20: New names Queue", "p/p.go:22: Options.Each names State", "p/p.go:26: Default names State", "p/p.go:28: Set names State"}
	expectFindings(t, internalTypes(parse(t, textFile{"p/p.go", planted})), want...)
	expectFindings(t, internalTypes(parse(t, textFile{"p/internal/q/q.go", planted})))
	expectFindings(t, internalTypes(parse(t, textFile{"p/p_test.go", planted})))
}
