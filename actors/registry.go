package actors

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/internal/options"
)

// Registry holds the kinds that an application file can name. A program fills it explicitly:
// importing a package registers nothing.
type Registry struct {
	kinds   map[kindKey]*Kind
	renamed map[kindKey]string // former name -> present one
}

// kindKey identifies a kind: kinds of different roles may share a name.
type kindKey struct {
	role Role
	name string
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{kinds: map[kindKey]*Kind{}} }

// Rename records that a kind had another name, so that the error about a file with the former name
// says the present one.
func (r *Registry) Rename(role Role, former, name string) {
	if r.renamed == nil {
		r.renamed = map[kindKey]string{}
	}
	r.renamed[kindKey{role, former}] = name
}

// RenamedTo returns the present name of a kind by a former one, or "".
func (r *Registry) RenamedTo(role Role, former string) string {
	return r.renamed[kindKey{role, former}]
}

// Role says where in an application file a kind may be used.
type Role string

// The roles of kinds.
const (
	RoleController Role = "controller"
	RoleModel      Role = "model"
	RoleObserver   Role = "observer"
	RolePlanner    Role = "planner"
	RoleDriver     Role = "driver"
	RolePlant      Role = "plant"
)

// Kind is a named kind of actor, driver or plant with typed options.
type Kind struct {
	Name string
	Role Role
	Doc  string
	// Options lists the options in the order of the struct's fields.
	Options []OptionInfo
	// Ports lists the ports that the struct's fields declare; a kind may add others when it is
	// configured.
	Ports []PortInfo

	defaults any // a pointer to the struct with its defaults
}

// OptionInfo describes an option: a field with a tag such as
//
//	Stiffness messages.NewtonMetersPerRadian `option:"stiffness" doc:"spring of the joint" min:"0"`
//
// Its type is a number, a boolean, a string, a time.Duration, a quantity with a unit, or a slice,
// an array or a struct of these; fields of inner structs have option tags too. The other tags are
// doc, which every option has; required:"true"; min and max, which bound a number, the elements of
// a list of numbers, or a duration in seconds; one_of:"a,b" for strings; and unit:"rad" for plain
// numbers, whose type names no unit; unit:"rad|m" if the unit depends on a joint.
type OptionInfo struct {
	Name, Doc, Unit string
	// Type is number, integer, boolean, string, duration, list or group.
	Type string
	// Default is the value without an entry in the file; Required means that the file must have an
	// entry.
	Default  string
	Required bool
	// Min and Max bound numbers; nil means no bound. OneOf lists the words of a string.
	Min, Max *float64
	OneOf    []string
	// Fields are the options of a group, or of the elements of a list of groups.
	Fields []OptionInfo
	// Path is the index of the field in its own struct, for reflect's FieldByIndex.
	Path []int
}

// optionInfos describes the options of a struct.
func optionInfos(fields []options.Option) []OptionInfo {
	var infos []OptionInfo
	for _, f := range fields {
		infos = append(infos, OptionInfo{Name: f.Name, Doc: f.Doc, Unit: f.Unit, Type: f.Type, Default: f.Default, Required: f.Required,
			Min: f.Min, Max: f.Max, OneOf: f.OneOf, Fields: optionInfos(f.Fields), Path: f.Path})
	}
	return infos
}

// Register adds a kind. Defaults is a struct whose fields with an `option` tag are the options, and
// whose pointer is the actor, or the maker of a driver or plant. Every actor, and every incarnation
// of it, gets a copy of its own.
func Register[T any](r *Registry, name string, role Role, doc string, defaults T) error {
	return r.register(name, role, doc, &defaults)
}

// register is [Register] with a pointer to the defaults.
func (r *Registry) register(name string, role Role, doc string, defaults any) error {
	v := reflect.ValueOf(defaults).Elem()
	if err := checkKind(r, name, role, doc, v.Type()); err != nil {
		return err
	}
	fields, err := options.Of(v, name)
	if err != nil {
		return err
	}
	ports, err := declaredPorts(v, nil)
	if err != nil {
		return fmt.Errorf("kind %q: %w", name, err)
	}
	k := &Kind{Name: name, Role: role, Doc: doc, Options: optionInfos(fields), defaults: defaults}
	for _, p := range ports {
		k.Ports = append(k.Ports, PortInfo{Name: p.name, Input: p.binder.direction(), Optional: p.options.Optional, Type: strings.TrimPrefix(reflect.TypeOf(p.address).Elem().String(), "actors."), Doc: p.options.Doc, MaxAge: p.options.MaxAge})
	}
	if r.kinds == nil {
		r.kinds = map[kindKey]*Kind{}
	}
	r.kinds[kindKey{role, name}] = k
	return nil
}

// Kind returns the kind with that name. The error lists the known kinds of that role.
func (r *Registry) Kind(name string, role Role) (*Kind, error) {
	if r == nil {
		return nil, fmt.Errorf("type %q is unknown: the registry is nil; make one with NewRegistry or kinds.Standard", name)
	}
	if k, ok := r.kinds[kindKey{role, name}]; ok {
		return k, nil
	}
	if present := r.RenamedTo(role, name); present != "" {
		return nil, fmt.Errorf("type %q is now called %q", name, present)
	}
	for _, k := range r.Kinds() {
		if k.Name == name {
			return nil, fmt.Errorf("type %q is a %s, not a %s; known %ss: %s", name, k.Role, role, role, strings.Join(r.Names(role), ", "))
		}
	}
	return nil, fmt.Errorf("type %q is unknown; known %ss: %s", name, role, strings.Join(r.Names(role), ", "))
}

// Names lists the names of the kinds of a role, or of all with an empty role.
func (r *Registry) Names(role Role) []string {
	var names []string
	for _, k := range r.Kinds() {
		if role == "" || k.Role == role {
			names = append(names, k.Name)
		}
	}
	return names
}

// Kinds lists every kind by role, then name; a nil registry has none.
func (r *Registry) Kinds() []*Kind {
	if r == nil {
		return nil
	}
	all := slices.Collect(maps.Values(r.kinds))
	slices.SortStableFunc(all, func(a, b *Kind) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// Instance returns a pointer to a new struct of the kind with its defaults, to be filled with
// options.
func (k *Kind) Instance() any {
	return Fresh(k.defaults)
}

// Fresh returns a pointer to a copy of an instance, for the next incarnation. Slices of exported
// fields are copied too, so an incarnation never finds what another one wrote into its options.
func Fresh(instance any) any { return options.Copy(instance) }
