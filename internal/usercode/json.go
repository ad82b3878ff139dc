package usercode

import (
	"encoding/json"
	"time"
)

// JSON returns a value as JSON. Methods MarshalJSON and MarshalText of the value, or of what is in
// it, are code of users: a panic or the end of the goroutine is an error, and a method that does
// not return within the limit is one that wraps ErrBlocks.
func JSON(limit time.Duration, value any) ([]byte, error) {
	var encoded []byte
	err := CallWithin(limit, func() (err error) {
		encoded, err = json.Marshal(value)
		return err
	})
	if err != nil {
		return nil, err // encoded may still be written to
	}
	return encoded, nil
}
