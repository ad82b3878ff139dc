package command

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/robo-actors/robo-actors/supervision/faults"
)

// listFaults prints the kinds of faults and of an operator's actions, as lines of a schedule name
// them.
func listFaults(w io.Writer, asJSON bool) error {
	all := faults.Kinds()
	if asJSON {
		return writeJSON(w, faultRows(all))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "KIND\tTARGET\tWITHOUT \"FOR\"\tWHAT\tPARAMETERS")
	for _, k := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", k.Name, k.Acts, k.Lasts, k.Title, k.Takes())
	}
	return t.Flush()
}

// faultRow is the JSON form of one kind.
type faultRow struct {
	Name       string              `json:"name"`
	Acts       string              `json:"target"`
	Lasts      string              `json:"lasts"`
	Title      string              `json:"title"`
	Doc        string              `json:"doc"`
	Virtual    bool                `json:"virtual_time"`
	Real       bool                `json:"real_time"`
	Parameters []faultParameterRow `json:"parameters"`
}

type faultParameterRow struct {
	Name    string `json:"name"`
	Range   string `json:"range"`
	Default string `json:"default,omitempty"`
	Doc     string `json:"doc"`
}

func faultRows(all []faults.Kind) (rows []faultRow) {
	for _, k := range all {
		row := faultRow{k.Name, k.Acts, k.Lasts, k.Title, k.Doc, k.Virtual, k.Real, []faultParameterRow{}}
		for i := range k.Parameters {
			p := &k.Parameters[i]
			row.Parameters = append(row.Parameters, faultParameterRow{p.Name, p.Range(), p.Standard(), p.Doc})
		}
		rows = append(rows, row)
	}
	return rows
}
