package jsonschema

import (
	"encoding/json"
	"testing"
)

func written(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestASchemaWithoutKeywordsAllowsEverything(t *testing.T) {
	if got := written(t, &Schema{}); got != "{}" {
		t.Error(got)
	}
}

func TestNothingIsTheSchemaFalse(t *testing.T) {
	if got := written(t, &Schema{Type: "object", AdditionalProperties: Nothing()}); got != `{"additionalProperties":false,"type":"object"}` {
		t.Error(got)
	}
}

func TestPropertiesKeepTheirOrderAndTheLastSchemaOfAName(t *testing.T) {
	p := &Properties{}
	p.Set("rate", &Schema{Type: "string"})
	p.Set("a \"name\"", &Schema{Type: "number"})
	p.Set("rate", &Schema{Type: "integer"})
	if got := written(t, &Schema{Properties: p}); got != `{"properties":{"rate":{"type":"integer"},"a \"name\"":{"type":"number"}}}` {
		t.Error(got)
	}
}

func TestAnObjectWithoutPropertiesSaysSo(t *testing.T) {
	if got := written(t, &Schema{Properties: &Properties{}}); got != `{"properties":{}}` {
		t.Error(got)
	}
}

// Bounds of zero are bounds; json.Number keeps them apart from none.
func TestEveryKeywordIsWrittenByItsName(t *testing.T) {
	zero, two := 0, 2
	s := &Schema{Version: Version, Ref: "#/$defs/a", Definitions: map[string]*Schema{"a": {Const: "x"}}, Title: "t", Description: "d",
		AllOf: []*Schema{{If: &Schema{}, Then: &Schema{}}}, AnyOf: []*Schema{{Pattern: "p"}}, Items: &Schema{Enum: []string{"e"}},
		Minimum: "0", Maximum: "1.5", MinItems: &zero, MaxItems: &two, Required: []string{"r"}}
	want := `{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/a","$defs":{"a":{"const":"x"}},` +
		`"allOf":[{"if":{},"then":{}}],"anyOf":[{"pattern":"p"}],"items":{"enum":["e"]},"minimum":0,"maximum":1.5,` +
		`"minItems":0,"maxItems":2,"required":["r"],"title":"t","description":"d"}`
	if got := written(t, s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
