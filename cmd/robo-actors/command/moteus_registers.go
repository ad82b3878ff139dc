package command

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/robo-actors/robo-actors/hardware/moteus"
)

// servoRegisters are the registers of a servo in JSON.
type servoRegisters struct {
	ID        uint8          `json:"id"`
	Registers []registerLine `json:"registers"`
}

// registerLine is a register in JSON, which has no NaN: the value is null then.
type registerLine struct {
	Register string   `json:"register"`
	Name     string   `json:"name"`
	Value    *float64 `json:"value"`
	Unit     string   `json:"unit,omitempty"`
}

// printRegisters reads and prints every register of servos.
func printRegisters(w io.Writer, t *moteus.Tool, ids []uint8, asJSON bool) error {
	var servos []servoRegisters
	for _, id := range ids {
		all, err := t.Registers(id)
		if err != nil {
			return err
		}
		servo := servoRegisters{ID: id}
		for _, r := range all {
			line := registerLine{Register: fmt.Sprintf("0x%03x", r.Number), Name: r.Name, Unit: r.Unit}
			if r.Value-r.Value == 0 {
				line.Value = &r.Value
			}
			servo.Registers = append(servo.Registers, line)
		}
		servos = append(servos, servo)
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(servos)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "id\tregister\tname\tvalue")
	for _, servo := range servos {
		for _, r := range servo.Registers {
			value := "none"
			if r.Value != nil {
				value = fmt.Sprintf("%.10g %s", *r.Value, r.Unit)
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", servo.ID, r.Register, r.Name, value)
		}
	}
	return table.Flush()
}
