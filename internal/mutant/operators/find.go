package operators

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// function is a function whose calls can be led to a copy of it.
type function struct {
	name       string // with the type of the receiver
	start, end int    // offsets of its text
	ident      [2]int // offsets of its name
	body       int    // offset behind its opening brace
	call       string // a call of the function, with %s for its name
	hash       string // of its text
	results    bool
}

// finder collects the edits of a file.
type finder struct {
	path  string // of the file, relative to the root of the module
	text  string
	start token.Pos
	info  *types.Info
	in    *function
	found []*Mutation
}

// find returns the edits of a parsed and type-checked file.
func find(path, text string, set *token.FileSet, file *ast.File, info *types.Info) []*Mutation {
	f := &finder{path: path, text: text, start: set.File(file.FileStart).Pos(0), info: info}
	for _, d := range file.Decls {
		declared, is := d.(*ast.FuncDecl)
		if !is || declared.Body == nil {
			continue
		}
		if f.in = f.function(declared); f.in == nil {
			continue
		}
		ast.Inspect(declared.Body, func(n ast.Node) bool {
			f.node(n)
			return true
		})
	}
	number(f.found)
	return f.found
}

// number counts the mutants that have the same lines.
func number(all []*Mutation) {
	seen := map[Identity]int{}
	for _, m := range all {
		key := m.Identity
		m.Nth = seen[key]
		seen[key]++
	}
}

func (f *finder) offset(p token.Pos) int { return int(p - f.start) }

// of returns the text of a node.
func (f *finder) of(n ast.Node) string { return f.text[f.offset(n.Pos()):f.offset(n.End())] }

// function describes a declared function, or returns nil if no call can be led to a copy of it.
func (f *finder) function(d *ast.FuncDecl) *function {
	if d.Name.Name == "init" || d.Name.Name == "main" {
		return nil
	}
	r := &function{
		name: d.Name.Name, start: f.offset(d.Pos()), end: f.offset(d.End()), body: f.offset(d.Body.Lbrace) + 1,
		ident: [2]int{f.offset(d.Name.Pos()), f.offset(d.Name.End())}, results: d.Type.Results != nil,
	}
	if d.Doc != nil {
		r.start = f.offset(d.Type.Func)
	}
	r.hash = hash(f.text[r.start:r.end])[:16]
	before := ""
	if d.Recv != nil {
		receiver, _ := names(d.Recv)
		if len(receiver) != 1 {
			return nil
		}
		before = receiver[0] + "."
		base, _, _ := strings.Cut(strings.TrimPrefix(f.of(d.Recv.List[0].Type), "*"), "[")
		r.name = base + "." + r.name
	}
	arguments, all := names(d.Type.Params)
	if !all {
		return nil
	}
	if types, _ := names(d.Type.TypeParams); len(types) > 0 {
		r.call = "[" + strings.Join(types, ", ") + "]"
	}
	r.call = before + "%s" + r.call + "(" + strings.Join(arguments, ", ") + ")"
	return r
}

// names returns the names of parameters as arguments of a call, and whether all have one.
func names(list *ast.FieldList) (all []string, named bool) {
	if list == nil {
		return nil, true
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			return nil, false
		}
		for _, n := range field.Names {
			if n.Name == "_" {
				return nil, false
			}
			name := n.Name
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				name += "..."
			}
			all = append(all, name)
		}
	}
	return all, true
}

// edit adds the mutant that replaces the text between two positions.
func (f *finder) edit(op Operator, from, to token.Pos, text string) {
	start, end := f.offset(from), f.offset(to)
	edited := f.text[:start] + text + f.text[end:]
	id := Identity{File: f.path, Function: f.in.name, Operator: op, Old: lines(f.text, start, end), New: lines(edited, start, start+len(text))}
	if id.Old == id.New {
		return
	}
	f.found = append(f.found, &Mutation{Identity: id, Line: 1 + strings.Count(f.text[:start], "\n"), start: start, end: end, text: text, in: f.in})
}

// replace adds the mutant that replaces a node.
func (f *finder) replace(op Operator, n ast.Node, text string) { f.edit(op, n.Pos(), n.End(), text) }

// is reports whether an expression has a basic type with any of those properties.
func (f *finder) is(e ast.Expr, properties types.BasicInfo) bool {
	t := f.info.TypeOf(e)
	if t == nil {
		return false
	}
	basic, is := t.Underlying().(*types.Basic)
	return is && basic.Info()&properties != 0
}

// constant reports whether the compiler knows the value of an expression.
func (f *finder) constant(e ast.Expr) bool { return f.info.Types[e].Value != nil }

// node adds the edits of one node.
func (f *finder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB && f.is(n.X, types.IsNumeric) {
			f.replace(Sign, n, f.of(n.X))
		}
	case *ast.CallExpr:
		f.call(n)
	case *ast.SelectorExpr:
		f.selector(n)
	case *ast.BasicLit:
		if other, is := factors[n.Value]; is {
			f.replace(Unit, n, other)
		}
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	}
}

// negated and shifted map comparisons to what mutants make of them.
var (
	negated = map[token.Token]token.Token{token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.EQL: token.NEQ, token.NEQ: token.EQL}
	shifted = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}
	turned  = map[token.Token]token.Token{token.ADD: token.SUB, token.SUB: token.ADD, token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN}
)

func (f *finder) binary(n *ast.BinaryExpr) {
	to := n.OpPos + token.Pos(len(n.Op.String()))
	if other, is := negated[n.Op]; is && !isNil(n.X) && !isNil(n.Y) {
		f.edit(Comparison, n.OpPos, to, other.String())
	}
	if other, is := shifted[n.Op]; is && f.is(n.X, types.IsInteger) {
		f.edit(Bound, n.OpPos, to, other.String())
	}
	if other, is := turned[n.Op]; is && f.is(n.X, types.IsNumeric) && !f.constant(n) {
		f.edit(Sign, n.OpPos, to, other.String())
	}
	if n.Op == token.LAND || n.Op == token.LOR {
		f.replace(Condition, n, f.of(n.X))
		f.replace(Condition, n, f.of(n.Y))
	}
}

func isNil(e ast.Expr) bool {
	name, is := e.(*ast.Ident)
	return is && name.Name == "nil"
}

// clamps are functions that return their first argument within bounds.
var clamps = []string{"Within", "Clamp", "clamp", "within", "limited", "Limited", "Saturate"}

// extremes maps functions to their opposites.
var extremes = map[string]string{"min": "max", "max": "min", "math.Min": "math.Max", "math.Max": "math.Min"}

// durations maps methods of durations to those of another unit.
var durations = map[string]string{"Seconds": "Minutes", "Milliseconds": "Microseconds", "Microseconds": "Milliseconds"}

func (f *finder) call(n *ast.CallExpr) {
	if other, is := extremes[f.of(n.Fun)]; is {
		f.replace(Bound, n.Fun, other)
	}
	selected, method := n.Fun.(*ast.SelectorExpr)
	if method && len(n.Args) == 0 {
		if other, is := durations[selected.Sel.Name]; is {
			f.replace(Unit, selected.Sel, other)
		}
	}
	if len(n.Args) > 1 && (method && slices.Contains(clamps, selected.Sel.Name) || slices.Contains(clamps, f.of(n.Fun))) {
		f.replace(Bound, n, f.of(n.Args[0]))
	}
}

// factors maps literals that convert units to wrong ones.
var factors = map[string]string{"1e9": "1e6", "1e6": "1e3", "1e3": "1e6", "1000": "1", "1e-3": "1", "1e-6": "1e-3", "1e-9": "1e-6", "180": "200", "60": "1"}

// quantities maps the names of fields to those of another quantity, and constants to another unit.
var quantities = map[string]string{
	"Position": "Velocity", "Velocity": "Effort", "Effort": "Velocity", "Acceleration": "Velocity",
	"position": "velocity", "velocity": "position", "effort": "velocity", "acceleration": "velocity",
	"Second": "Millisecond", "Millisecond": "Microsecond", "Microsecond": "Millisecond",
}

func (f *finder) selector(n *ast.SelectorExpr) {
	if other, is := quantities[n.Sel.Name]; is {
		f.replace(Unit, n.Sel, other)
	}
}

// statements adds the edits of a list of statements.
func (f *finder) statements(list []ast.Stmt) {
	for i, s := range list {
		f.statement(s)
		if i > 0 && f.related(list[i-1], s) {
			between := f.text[f.offset(list[i-1].End()):f.offset(s.Pos())]
			if !strings.Contains(between, "//") {
				f.edit(Order, list[i-1].Pos(), s.End(), f.of(s)+between+f.of(list[i-1]))
			}
		}
	}
}

// related reports whether the order of two statements is likely to matter: two different calls on
// one receiver, or a call and an assignment to something that it mentions.
func (f *finder) related(a, b ast.Stmt) bool {
	switch {
	case isCall(a) && isCall(b):
		x, y := strings.Split(f.of(callOf(a).Fun), "."), strings.Split(f.of(callOf(b).Fun), ".")
		return len(x) == len(y) && len(x) > 1 && slices.Equal(x[:len(x)-1], y[:len(y)-1]) && x[len(x)-1] != y[len(y)-1]
	case isCall(b):
		a, b = b, a
	}
	assigned, is := b.(*ast.AssignStmt)
	return isCall(a) && is && assigned.Tok != token.DEFINE && slices.ContainsFunc(assigned.Lhs, func(e ast.Expr) bool {
		return f.of(e) != "_" && strings.Contains(f.of(a), f.of(e))
	})
}

func callOf(s ast.Stmt) *ast.CallExpr { return s.(*ast.ExprStmt).X.(*ast.CallExpr) }

func isCall(s ast.Stmt) bool {
	e, is := s.(*ast.ExprStmt)
	if !is {
		return false
	}
	_, is = e.X.(*ast.CallExpr)
	return is
}

// clearing are names of functions and methods that reset a value.
var clearing = []string{"clear", "Clear", "Reset", "reset", "forget", "Forget"}

func (f *finder) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if other, is := turned[s.Tok]; is && f.is(s.Lhs[0], types.IsNumeric) {
			f.edit(Sign, s.TokPos, s.TokPos+token.Pos(len(s.Tok.String())), other.String())
		}
		switch {
		case s.Tok == token.DEFINE || len(s.Lhs) == 1 && f.of(s.Lhs[0]) == "_":
		case s.Tok == token.ASSIGN && !slices.ContainsFunc(s.Rhs, func(e ast.Expr) bool { return !f.zero(e) }):
			f.replace(Reset, s, "")
		default:
			f.replace(Assignment, s, "")
		}
	case *ast.IncDecStmt:
		f.replace(Assignment, s, "")
	case *ast.ExprStmt:
		call, is := s.X.(*ast.CallExpr)
		if !is {
			return
		}
		name := f.of(call.Fun)
		if slices.Contains(clearing, name[strings.LastIndexByte(name, '.')+1:]) {
			f.replace(Reset, s, "")
		}
	}
}

// zero reports whether an expression is a zero value or an emptied slice.
func (f *finder) zero(e ast.Expr) bool {
	if literal, is := e.(*ast.CompositeLit); is {
		return len(literal.Elts) == 0
	}
	text := f.of(e)
	return slices.Contains([]string{"0", "false", "nil", `""`}, text) || strings.HasSuffix(text, "[:0]")
}

// String names the place and the kind of a mutant.
func (m *Mutation) String() string {
	return fmt.Sprintf("%s:%d %s: %s", m.File, m.Line, m.Function, m.Operator)
}
