//go:build !linux

package main

import (
	"errors"
	"time"
)

// noSerialPort stands for serial ports on systems for which this example has none.
type noSerialPort struct{ path string }

func newSerialPort(path string, _ time.Duration) port { return noSerialPort{path} }

var errNoSerialPort = errors.New("this example has serial ports for Linux only; expected device: emulator")

func (noSerialPort) Open(time.Duration) error                        { return errNoSerialPort }
func (noSerialPort) Write([]byte) error                              { return errNoSerialPort }
func (noSerialPort) WriteWithin() time.Duration                      { return 0 }
func (noSerialPort) Read([]byte, time.Duration) (int, time.Duration) { return 0, 0 }
func (noSerialPort) Close() error                                    { return nil }
func (s noSerialPort) String() string                                { return s.path }
