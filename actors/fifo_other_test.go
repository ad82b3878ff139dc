//go:build !linux

package actors

func fifoReserved() int { return 0 }
