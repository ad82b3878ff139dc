// Package jsonschema writes JSON Schemas (draft 2020-12): the keywords that the schema of
// application files uses, with properties in the order in which they were added.
package jsonschema

import (
	"bytes"
	"encoding/json"
)

// Version is the identifier of the draft, for Schema.Version.
const Version = "https://json-schema.org/draft/2020-12/schema"

// Schema is a schema or a part of one. Empty keywords are left out.
type Schema struct {
	Version     string             `json:"$schema,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Definitions map[string]*Schema `json:"$defs,omitempty"`
	AllOf       []*Schema          `json:"allOf,omitempty"`
	AnyOf       []*Schema          `json:"anyOf,omitempty"`
	If          *Schema            `json:"if,omitempty"`
	Then        *Schema            `json:"then,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	Properties  *Properties        `json:"properties,omitempty"`
	// AdditionalProperties is the schema of what Properties does not name; Nothing forbids it.
	AdditionalProperties *Schema     `json:"additionalProperties,omitempty"`
	Type                 string      `json:"type,omitempty"`
	Enum                 []string    `json:"enum,omitempty"`
	Const                string      `json:"const,omitempty"`
	Minimum              json.Number `json:"minimum,omitempty"`
	Maximum              json.Number `json:"maximum,omitempty"`
	Pattern              string      `json:"pattern,omitempty"`
	MinItems             *int        `json:"minItems,omitempty"`
	MaxItems             *int        `json:"maxItems,omitempty"`
	Required             []string    `json:"required,omitempty"`
	Title                string      `json:"title,omitempty"`
	Description          string      `json:"description,omitempty"`

	nothing bool
}

// Nothing returns the schema that no value fulfils.
func Nothing() *Schema { return &Schema{nothing: true} }

// MarshalJSON writes the keywords that are set.
func (s *Schema) MarshalJSON() ([]byte, error) {
	if s.nothing {
		return []byte("false"), nil
	}
	type keywords Schema // without this method
	return json.Marshal((*keywords)(s))
}

// Properties are the schemas of an object's members, in the order in which they were set first.
type Properties struct {
	names   []string
	schemas map[string]*Schema
}

// Set adds a member, or replaces its schema.
func (p *Properties) Set(name string, s *Schema) {
	if _, known := p.schemas[name]; !known {
		p.names = append(p.names, name)
	}
	if p.schemas == nil {
		p.schemas = map[string]*Schema{}
	}
	p.schemas[name] = s
}

// MarshalJSON writes the members in their order.
func (p *Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range p.names {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(p.schemas[name])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
