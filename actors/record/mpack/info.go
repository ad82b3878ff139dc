package mpack

import (
	"errors"
	"io"
)

// Info summarises a log. Times are in s since 1970-01-01 UTC.
type Info struct {
	Records uint64  `json:"records"`
	Bytes   int64   `json:"bytes"` // of whole records
	First   float64 `json:"first_s"`
	Last    float64 `json:"last_s"`
	// Fields lists the values of the records, in the order in which they first appear.
	Fields []FieldInfo `json:"fields"`
	// Damage says why the log could not be read to its end, or is empty.
	Damage string `json:"damage,omitempty"`
}

// FieldInfo is a value of records.
type FieldInfo struct {
	Path    string `json:"path"` // such as observation.imu.orientation
	Records uint64 `json:"records"`
}

// InfoOf summarises a log. It returns the damage of a log beside the summary of what is whole.
func InfoOf(from io.Reader) (Info, error) {
	info, index := Info{Fields: []FieldInfo{}}, map[string]int{}
	for record, err := range Read(from) {
		if err != nil {
			if damage := (*DamageError)(nil); errors.As(err, &damage) {
				info.Damage = err.Error()
			}
			return info, err
		}
		if value, ok := at(record, "time"); ok {
			if t, ok := number(value); ok {
				if info.Records == 0 {
					info.First = t
				}
				info.Last = t
			}
		}
		info.Records++
		info.Bytes += int64(len(record))
		leaves(record, "", false, func(path string, _ []byte) {
			i, ok := index[path]
			if !ok {
				i = len(info.Fields)
				index[path] = i
				info.Fields = append(info.Fields, FieldInfo{Path: path})
			}
			info.Fields[i].Records++
		})
	}
	return info, nil
}
