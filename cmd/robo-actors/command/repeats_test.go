package command

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestACommandThatRepeatsARunLeavesItsOutputsOut(t *testing.T) {
	var f runFlags
	c := &cobra.Command{Use: "sim"}
	f.add(c)
	c.Flags().BoolVar(&f.explore, "explore", false, "")
	if err := c.ParseFlags([]string{"--report", "x.html", "--json", "--inject", "at 1s panic a/b", "--inject", "at 2s it's", "--seed", "7", "--explore", "--record", "a.mcap"}); err != nil {
		t.Fatal(err)
	}
	const want = `sim 'my robot.yaml' --explore=true --inject 'at 1s panic a/b' --inject 'at 2s it'\''s' --seed 7`
	if got := repeats(c, "my robot.yaml"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
