package floorcontact

// lowPass returns a filtered value after a step of h seconds towards x, with the cut-off period T.
func lowPass(filtered, cutoff, x, h float64) float64 {
	return filtered + min(h/cutoff, 0.5)*(x-filtered)
}
