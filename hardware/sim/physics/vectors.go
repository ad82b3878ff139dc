package physics

// allFinite reports whether no value is infinite or NaN.
func allFinite(values ...float64) bool {
	for _, x := range values {
		if x-x != 0 {
			return false
		}
	}
	return true
}
