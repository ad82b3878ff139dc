package source

import "bytes"

// ForeignEncoding returns the Unicode encoding other than UTF-8 that a text is in, by its
// byte-order mark or by the zero bytes among its first characters. It returns nothing for any other
// text.
func ForeignEncoding(data []byte) string {
	for _, e := range []struct{ mark, name string }{
		{"\x00\x00\xfe\xff", "UTF-32BE"}, {"\xff\xfe\x00\x00", "UTF-32LE"}, {"\xfe\xff", "UTF-16BE"}, {"\xff\xfe", "UTF-16LE"},
	} {
		if bytes.HasPrefix(data, []byte(e.mark)) {
			return e.name
		}
	}
	zeros := ""
	for _, b := range data[:min(len(data), 4)] {
		if b == 0 {
			zeros += "0"
		} else {
			zeros += "x"
		}
	}
	switch zeros {
	case "000x":
		return "UTF-32BE"
	case "x000":
		return "UTF-32LE"
	case "0x0x", "0x":
		return "UTF-16BE"
	case "x0x0", "x0":
		return "UTF-16LE"
	}
	return ""
}
