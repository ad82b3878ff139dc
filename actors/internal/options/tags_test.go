package options

import (
	"reflect"
	"strings"
	"testing"
)

func TestATagThatReflectCannotReadIsRefused(t *testing.T) {
	for tag, want := range map[reflect.StructTag]string{
		`option: "x" doc:"x"`:       `field X: its tag cannot be read from option: "x" doc:"x" on; expected pairs such as`,
		`option:x`:                  `field X: its tag cannot be read from option:x on`,
		`doc:"x", option:"x"`:       `field X: its tag cannot be read from , option:"x" on`,
		`option:"x" doc:"x" min:"0`: `field X: its tag cannot be read from min:"0 on`,
		`json:"x" anything at all`:  ``,
		`option:"x" doc:"x"`:        ``,
	} {
		err := CheckTag(reflect.StructField{Name: "X", Tag: tag})
		if want == "" && err == nil {
			continue
		}
		if err == nil || want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v; want %q", tag, err, want)
		}
	}
}
