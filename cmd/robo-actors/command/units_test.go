package command

import "testing"

func TestAValueWithAUnitIsAnsweredWithTheNumberThatItMeans(t *testing.T) {
	for text, want := range map[string]string{
		"30deg":   `"30deg" has a unit; expected a plain number in rad: 0.5236`,
		"-90 °":   `"-90 °" has a unit; expected a plain number in rad: -1.571`,
		"10cm":    `"10cm" has a unit; expected a plain number in m: 0.1`,
		"45mm":    `"45mm" has a unit; expected a plain number in m: 0.045`,
		"0.5rad":  `"0.5rad" has a unit; expected a plain number in rad: 0.5`,
		"0.2m":    `"0.2m" has a unit; expected a plain number in m: 0.2`,
		"up":      `"up" is not a number; expected rad, m or another SI unit, without the unit, such as 0.3`,
		"farm":    `"farm" is not a number; expected rad, m or another SI unit, without the unit, such as 0.3`,
		"1 rad/s": `"1 rad/s" is not a number; expected rad, m or another SI unit, without the unit, such as 0.3`,
	} {
		if got := noNumber(text).Error(); got != want {
			t.Errorf("%s: got %s\nwant %s", text, got, want)
		}
	}
}
