package source

import "strconv"

// Position is a place in a file. The zero Position means "nowhere in particular".
type Position struct {
	// File is the name that the file was opened under, relative to its declared root.
	File string `json:"file,omitempty"`
	// Line counts from 1; 0 means that only the file is known.
	Line int `json:"line,omitempty"`
	// Column counts characters (Unicode code points) from 1; 0 means that only the line is known.
	Column int `json:"column,omitempty"`
}

// String returns file:line:column, without the parts that are not known.
func (p Position) String() string {
	s := Escape(p.File)
	if p.Line > 0 {
		if s != "" {
			s += ":"
		}
		s += strconv.Itoa(p.Line)
		if p.Column > 0 {
			s += ":" + strconv.Itoa(p.Column)
		}
	}
	if s == "" {
		return "-"
	}
	return s
}

// Before reports whether p stands before q: by file name, then line, then column.
func (p Position) Before(q Position) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Column < q.Column
}
