package mpack

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tinylib/msgp/msgp"
)

// MaxColumns is the largest number of columns of a table.
const MaxColumns = 4096

// ErrPath is wrapped where no record has the path of a table.
var ErrPath = errors.New("no record has it")

// ExportCSV writes the values below a path, such as observation.servo, one row for each record. The
// first column is the time of the record; an array has a column for each element, and a value that
// a record leaves out an empty cell. It writes everything before damage, whose error it returns.
func ExportCSV(from io.ReadSeeker, to io.Writer, path string, f Filter) error {
	columns, err := columnsOf(from, path, f)
	if columns == nil {
		return err
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the log again: %w", err)
	}
	out := csv.NewWriter(to)
	row, index := slices.Clone(columns), map[string]int{}
	for i, name := range columns {
		index[name] = i
	}
	writing := out.Write(columns)
	for record, err := range Read(from) {
		if err != nil || writing != nil {
			break // columnsOf returned the damage
		}
		selected := f.selects(record)
		if value, ok := at(record, path); ok && selected {
			clear(row)
			if t, ok := at(record, "time"); ok {
				row[0] = cell(t)
			}
			leaves(value, path, true, func(path string, leaf []byte) { row[index[path]] = cell(leaf) })
			writing = out.Write(row)
		}
	}
	out.Flush()
	if writing = errors.Join(writing, out.Error()); writing != nil {
		return fmt.Errorf("write the table: %w", writing)
	}
	return err
}

// columnsOf returns time and the paths of the values below path, or no columns and an error. With
// columns the error is the damage of the log.
func columnsOf(from io.Reader, path string, f Filter) (columns []string, damage error) {
	known := map[string]bool{"time": true}
	for record, err := range Read(from) {
		if damage = err; err != nil {
			break
		}
		selected := f.selects(record)
		value, ok := at(record, path)
		if !ok || !selected {
			continue
		}
		if columns == nil {
			columns = []string{"time"}
		}
		leaves(value, path, true, func(path string, _ []byte) {
			if !known[path] {
				known[path] = true
				columns = append(columns, path)
			}
		})
		if len(columns) > MaxColumns {
			return nil, fmt.Errorf("path %s has more than %d columns; choose a longer path", path, MaxColumns)
		}
	}
	if columns == nil {
		return nil, errors.Join(fmt.Errorf("path %s: %w", path, ErrPath), damage)
	}
	return columns, damage
}

// cell is the text of a value without quotes; empty maps and arrays, and nil, are empty.
func cell(value []byte) string {
	switch msgp.NextType(value) {
	case msgp.StrType:
		text, _, _ := msgp.ReadStringZC(value) // Read has checked the value
		return string(text)
	case msgp.NilType, msgp.MapType, msgp.ArrayType:
		return ""
	}
	return string(asText.appendValue(nil, value))
}
