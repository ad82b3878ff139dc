package spine

import "time"

// wallClock returns the time of day in s since 1970. The time of observations begins with it, when
// the spine starts in real time.
func wallClock() float64 { return float64(time.Now().UnixMicro()) / 1e6 }
