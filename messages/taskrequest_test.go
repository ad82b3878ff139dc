package messages

import (
	"encoding/json"
	"testing"
)

func TestEveryResultSurvivesJSONAsAWord(t *testing.T) {
	for _, r := range TaskResults() {
		data, err := json.Marshal(TaskReply{Result: r})
		if err != nil {
			t.Fatal(err)
		}
		var back TaskReply
		if err := json.Unmarshal(data, &back); err != nil || back.Result != r {
			t.Errorf("%s came back as %s, error %v", data, back.Result, err)
		}
	}
	var r TaskResult
	if err := r.UnmarshalText([]byte("perhaps")); err == nil {
		t.Error("an unknown result was taken")
	}
	if text := TaskResult(200).String(); text != "result(200)" {
		t.Errorf("an invalid result is %q", text)
	}
}
