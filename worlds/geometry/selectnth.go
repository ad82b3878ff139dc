package geometry

// selectNth reorders a list so that no element before n is above one from n on: Hoare's quickselect
// with the median of three as pivot. Equal lists get equal orders.
func selectNth[E any](list []E, n int, less func(a, b *E) bool) {
	low, high := 0, len(list)-1
	for low < high {
		middle := low + (high-low)/2
		if less(&list[middle], &list[low]) {
			list[middle], list[low] = list[low], list[middle]
		}
		if less(&list[high], &list[low]) {
			list[high], list[low] = list[low], list[high]
		}
		if less(&list[high], &list[middle]) {
			list[high], list[middle] = list[middle], list[high]
		}
		pivot := list[middle]
		i, k := low, high
		for i <= k {
			for less(&list[i], &pivot) {
				i++
			}
			for less(&pivot, &list[k]) {
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
