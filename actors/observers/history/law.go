package history

// Push puts a value before the others, and drops the last one.
func Push(values []float64, newest float64) {
	copy(values[1:], values)
	values[0] = newest
}

// Fill sets all values.
func Fill(values []float64, value float64) {
	for i := range values {
		values[i] = value
	}
}
