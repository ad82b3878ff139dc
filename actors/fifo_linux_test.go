package actors

// fifoReserved is how many SCHED_FIFO threads are reserved at the moment.
func fifoReserved() int { return int(fifoThreads.Load()) }
