package options

import "reflect"

// Copy returns a pointer to a copy of the struct that instance points to. Slices of exported fields
// are copied too.
func Copy(instance any) any {
	v := reflect.ValueOf(instance).Elem()
	c := reflect.New(v.Type())
	c.Elem().Set(v)
	ownSlices(c.Elem())
	return c.Interface()
}

// ownSlices gives a value arrays of its own.
func ownSlices(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				ownSlices(f)
			}
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && !v.IsNil() {
			c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(c, v)
			v.Set(c)
		}
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Array, reflect.Slice:
			for i := range v.Len() {
				ownSlices(v.Index(i))
			}
		}
	}
}
