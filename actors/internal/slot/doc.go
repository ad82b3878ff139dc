// Package slot carries values of bounded types between actors without a lock and without
// allocation: a Plan copies values of one type, a Slot holds the newest value of a link, and a Ring
// all values of an output until they are read.
package slot
