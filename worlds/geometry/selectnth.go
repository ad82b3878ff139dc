package geometry

// selectNth reorders a list so that no key of an element before n is above one from n on: Hoare's
// quickselect with the median of three as pivot. Equal lists get equal orders.
func selectNth[E any](list []E, n int, key func(e *E) float64) {
	low, high := 0, len(list)-1
	for low < high {
		middle := low + (high-low)/2
		if key(&list[middle]) < key(&list[low]) {
			list[middle], list[low] = list[low], list[middle]
		}
		if key(&list[high]) < key(&list[low]) {
			list[high], list[low] = list[low], list[high]
		}
		if key(&list[high]) < key(&list[middle]) {
			list[high], list[middle] = list[middle], list[high]
		}
		pivot := key(&list[middle])
		i, k := low, high
		for i <= k {
			for key(&list[i]) < pivot {
				i++
			}
			for pivot < key(&list[k]) {
				k--
			}
			if i <= k {
				list[i], list[k] = list[k], list[i]
				i++
				k--
			}
		}
		switch {
		case n <= k:
			high = k
		case n >= i:
			low = i
		default:
			return
		}
	}
}
