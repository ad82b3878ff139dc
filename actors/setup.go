package actors

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Setup is the argument of Configure. It is valid during the call only.
type Setup struct {
	cell  *cell
	ports []boundPort
	errs  []error
}

// Name returns the actor's whole path.
func (s *Setup) Name() string { return s.cell.spec.Name }

// World returns the name of the actor's world.
func (s *Setup) World() string { return s.cell.spec.World }

// Period returns the period of the ticks, zero for an event-driven actor.
func (s *Setup) Period() time.Duration { return s.cell.spec.Period }

// Virtual reports whether the system runs in virtual time.
func (s *Setup) Virtual() bool { return s.cell.sys.Virtual() }

// Size declares the sizes of the dimensions of a port of this actor, beyond the defaults of its
// Spec. The port is given by its address, as in setup.Size(&c.Torque, actors.Sizes{"joints": 7}).
func (s *Setup) Size(port any, sizes Sizes) {
	for i := range s.ports {
		if s.ports[i].address == port {
			s.ports[i].sizes = merged(s.ports[i].sizes, sizes)
			return
		}
	}
	s.errs = append(s.errs, fmt.Errorf("%s: Size needs the address of one of the actor's ports; got a %T", s.Name(), port))
}

// Require makes an optional input need a link because of the actor's options, and says why: "option
// model is actor, not own". Without a link, New returns an error. The input is given by its
// address.
func (s *Setup) Require(input any, why string) {
	if p := s.inputOf("Require", input); p != nil {
		p.required = why
	}
}

// Exclude forbids a link to an optional input because nothing would read its values, and says why:
// "option follow names no task". With a link, New returns an error. The input is given by its
// address.
func (s *Setup) Exclude(input any, why string) {
	if p := s.inputOf("Exclude", input); p != nil {
		p.excluded = why
	}
}

// inputOf returns the input at an address, nil if the actor has none there.
func (s *Setup) inputOf(method string, address any) *boundPort {
	for i := range s.ports {
		if p := &s.ports[i]; p.address == address && p.binder.direction() {
			return p
		}
	}
	s.errs = append(s.errs, fmt.Errorf("%s: %s needs the address of one of the actor's inputs; got a %T", s.Name(), method, address))
	return nil
}

// PortOptions describes a port that Configure adds.
type PortOptions struct {
	Doc      string
	MaxAge   time.Duration // inputs only
	Optional bool          // inputs only
	Sizes    Sizes
}

// Port adds a port that depends on options, for instance an element of a slice: the address of an
// [In] or [Out] that lives as long as the actor's struct.
func (s *Setup) Port(name string, port any, options PortOptions) {
	b, ok := port.(binder)
	if !ok {
		s.errs = append(s.errs, fmt.Errorf("%s: port %q must be a pointer to an actors.In or actors.Out, not a %T", s.Name(), name, port))
		return
	}
	s.ports = append(s.ports, boundPort{name: name, address: port, binder: b, options: options, sizes: merged(s.cell.spec.Sizes, options.Sizes)})
}

// Sizes gives the number of elements of each named dimension of a port's value, as {"joints": 7}.
// The names are in the dim tags of the value's slice fields. A field tagged
// `dim:"sensors,optional"` stays empty unless the sizes name its dimension.
type Sizes map[string]int

func merged(base, more Sizes) Sizes {
	m := Sizes{}
	for k, v := range base {
		m[k] = v
	}
	for k, v := range more {
		m[k] = v
	}
	return m
}

// Folder is the resource of actors whose options name files: the folder of the application file, as
// a path of the file system. Empty stands for the working directory.
type Folder string

// Resource returns the value of type T among the resources of this actor, or among those of the
// application. The error names the type and those that there are.
//
// An application file gives each actor of a world the *worlds.World with its joints and groups, a
// hardware.SensorList and a hardware.BusList of the world, a [Folder], and [*Kept]:
//
//	world, err := actors.Resource[*worlds.World](s)
func Resource[T any](s *Setup) (T, error) {
	for _, list := range s.resources() {
		for _, r := range list {
			if v, ok := r.(T); ok {
				return v, nil
			}
		}
	}
	var zero T
	return zero, s.lacks((*T)(nil))
}

// resources lists those of the actor, then those of the application.
func (s *Setup) resources() [2][]any { return [2][]any{s.cell.resources, s.cell.sys.app.Resources} }

// lacks returns the error of a missing resource; example is a pointer to its type.
func (s *Setup) lacks(example any) error {
	has := "it has none: applications built from a file give resources to the actors of a world"
	var types []string
	for _, list := range s.resources() {
		for _, r := range list {
			if name := fmt.Sprintf("%T", r); !slices.Contains(types, name) {
				types = append(types, name)
			}
		}
	}
	if len(types) > 0 {
		has = "it has " + strings.Join(types, ", ")
	}
	return fmt.Errorf("%s needs a resource of type %s; %s", s.Name(), reflect.TypeOf(example).Elem(), has)
}
