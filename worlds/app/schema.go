package app

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/jsonschema"
)

// form makes the schema of a value.
type form func() *jsonschema.Schema

// Patterns of texts with units, see parse_quantity.go.
const (
	numberPattern   = `[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`
	durationPattern = `^[-+]?(([0-9]+(\.[0-9]*)?|\.[0-9]+) ?(ns|us|[µμ]s|ms|s|m|h))+$`
	ratePattern     = `^` + numberPattern + ` ?(mHz|Hz|kHz|MHz)$`
	quantityPattern = `^` + numberPattern + `( ?[^0-9 ]| 1/)`
	namePattern     = `^[A-Za-z0-9_-]{1,64}$`
)

func text(pattern, description string) form {
	return func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "string", Pattern: pattern, Description: description}
	}
}

func anyText() *jsonschema.Schema    { return &jsonschema.Schema{Type: "string"} }
func nameText() *jsonschema.Schema   { return text(namePattern, "")() }
func timeText() *jsonschema.Schema   { return text(durationPattern, "")() }
func rateText() *jsonschema.Schema   { return text(ratePattern, "")() }
func truth() *jsonschema.Schema      { return &jsonschema.Schema{Type: "boolean"} }
func anyMapping() *jsonschema.Schema { return &jsonschema.Schema{Type: "object"} }

func oneWord(words ...string) form {
	return func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "string", Enum: words}
	}
}

func wholeNumber(least, most int64) form {
	return func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "integer", Minimum: json.Number(strconv.FormatInt(least, 10)), Maximum: json.Number(strconv.FormatInt(most, 10))}
	}
}

// numberIn is a number, bare or with its unit.
func numberIn(unit string) form {
	return func() *jsonschema.Schema {
		if unit == "" {
			return &jsonschema.Schema{Type: "number"}
		}
		s := anyQuantity()
		s.Description = "in " + unit
		return s
	}
}

func anyQuantity() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "number"}, {Type: "string", Pattern: quantityPattern}}}
}

func listOf(f form) form {
	return func() *jsonschema.Schema { return &jsonschema.Schema{Type: "array", Items: f()} }
}

// jointsOrAll is a list of joints, or the word for all of them.
func jointsOrAll() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{listOf(anyText)(), {Const: allJoints}}}
}

func mapOf(f form) form {
	return func() *jsonschema.Schema { return &jsonschema.Schema{Type: "object", AdditionalProperties: f()} }
}

func reference(name string) form {
	return func() *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/" + name} }
}

// section is a mapping with fixed keys.
func section(keys []key) form {
	return func() *jsonschema.Schema {
		s := &jsonschema.Schema{Type: "object", Properties: &jsonschema.Properties{}, AdditionalProperties: jsonschema.Nothing()}
		for _, k := range keys {
			p := k.form()
			if p.Ref == "" {
				p.Description = strings.TrimSuffix(k.doc+"; "+p.Description, "; ")
			}
			s.Properties.Set(k.name, p)
		}
		return s
	}
}

// limitsOf are the limits of one joint: a mapping, or a list with one a degree of freedom.
func limitsOf() *jsonschema.Schema {
	one := section(limitKeys)
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{one(), listOf(one)()}}
}

// executionTime is a time, or a base with a jitter.
func executionTime() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{timeText(), section(executionKeys)()}}
}

// Schema returns the JSON Schema (draft 2020-12) of application files with the kinds of a registry:
// for editors, which complete and check a file by it while it is written. It is looser than [Load],
// which knows names, limits and couplings.
func Schema(registry *actors.Registry) ([]byte, error) {
	s := section(applicationKeys)()
	s.Version, s.Title = jsonschema.Version, "robo-actors application"
	// Worlds may be at the top level.
	s.AdditionalProperties = reference("world")()
	s.Definitions = map[string]*jsonschema.Schema{"world": section(worldKeys)()}
	s.Definitions["actor"] = typed(actorKeys, registry, s.Definitions, actors.RoleController, actors.RoleModel, actors.RoleObserver, actors.RolePlanner)
	s.Definitions["drive"] = typed(driveKeys, registry, s.Definitions, actors.RoleDriver)
	s.Definitions["plant"] = typed(plantKeys, registry, s.Definitions, actors.RolePlant)
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("the schema cannot be written: %w", err)
	}
	return append(text, '\n'), nil
}

// typed is a section whose options depend on its type.
func typed(keys []key, registry *actors.Registry, definitions map[string]*jsonschema.Schema, roles ...actors.Role) *jsonschema.Schema {
	s := section(keys)()
	s.Required = []string{"type"}
	names := &jsonschema.Schema{Type: "string"}
	for _, kind := range registry.Kinds() {
		if !slices.Contains(roles, kind.Role) {
			continue
		}
		names.Enum = append(names.Enum, kind.Name)
		options := optionsSchema(kind.Options, reflect.TypeOf(kind.Instance()).Elem())
		options.Description = kind.Doc
		definition := "options_" + string(kind.Role) + "_" + kind.Name
		definitions[definition] = options
		s.AllOf = append(s.AllOf, whenType(kind.Name, definition, len(options.Required) > 0))
	}
	s.Properties.Set("type", names)
	return s
}

// whenType is the condition that the options of one kind hold where the type names it.
func whenType(name, definition string, needed bool) *jsonschema.Schema {
	when := &jsonschema.Schema{Properties: &jsonschema.Properties{}}
	when.Properties.Set("type", &jsonschema.Schema{Const: name})
	then := &jsonschema.Schema{Properties: &jsonschema.Properties{}}
	then.Properties.Set("options", reference(definition)())
	if needed {
		then.Required = []string{"options"}
	}
	return &jsonschema.Schema{If: when, Then: then}
}

// optionsSchema is the schema of options that are fields of a struct of type t.
func optionsSchema(options []actors.OptionInfo, t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: &jsonschema.Properties{}, AdditionalProperties: jsonschema.Nothing()}
	for i := range options {
		o := &options[i]
		field := optionSchema(o, t.FieldByIndex(o.Path).Type)
		field.Description = o.Doc
		if o.Unit != "" {
			field.Description += ", " + strings.ReplaceAll(o.Unit, "|", " or ")
		}
		if o.Default != "" && o.Default != "[]" {
			field.Description += "; default: " + o.Default
		}
		s.Properties.Set(o.Name, field)
		if o.Required {
			s.Required = append(s.Required, o.Name)
		}
	}
	return s
}

// optionSchema is the schema of a value of type t of an option, or of an element of it.
func optionSchema(o *actors.OptionInfo, t reflect.Type) *jsonschema.Schema {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return timeText()
	case t.Kind() == reflect.Float64:
		return numberSchema(o)
	case t.Kind() == reflect.Bool:
		return truth()
	case t.Kind() == reflect.String && len(o.OneOf) > 0:
		return oneWord(o.OneOf...)()
	case t.Kind() == reflect.String:
		return anyText()
	case t.Kind() == reflect.Struct:
		return optionsSchema(o.Fields, t)
	case takesAll(o.Name, t):
		return jointsOrAll()
	case t.Kind() == reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: optionSchema(o, t.Elem())}
	case t.Kind() == reflect.Array:
		n := t.Len()
		return &jsonschema.Schema{Type: "array", Items: optionSchema(o, t.Elem()), MinItems: &n, MaxItems: &n}
	}
	return &jsonschema.Schema{Type: "integer", Minimum: bound(o.Min), Maximum: bound(o.Max)}
}

// numberSchema is a number within the bounds of an option, or a text of a number with its unit,
// whose bounds only Load checks.
func numberSchema(o *actors.OptionInfo) *jsonschema.Schema {
	bare := &jsonschema.Schema{Type: "number", Minimum: bound(o.Min), Maximum: bound(o.Max)}
	if o.Unit == "" {
		return bare
	}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{bare, {Type: "string", Pattern: quantityPattern}}}
}

func bound(v *float64) json.Number {
	if v == nil {
		return ""
	}
	return json.Number(strconv.FormatFloat(*v, 'g', -1, 64))
}
