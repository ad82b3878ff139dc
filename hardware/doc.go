// Package hardware defines the contract of drivers of drives: what a [Driver] of one bus
// promises, how it describes its drives, and the errors it gives.
//
// A bus is what exchanges frames with several drives at once; a drive is an actuator with its
// sensor, and moves one joint of one degree of freedom. Every kind of bus has a folder of its own
// below this one, with a driver that keeps the contract; package drivertest checks that it does.
//
// # Who may stop a drive, and how
//
// Three layers, none of which needs the one above it (see also IEC 61800-5-2, whose words the modes
// use without claiming to be a safety-rated function):
//
//   - an exchanged command whose mode stops the drive;
//   - [Driver.Stop], from any thread, with frames that were prepared before;
//   - the drive's own watchdog, which only fresh, valid commands of the current arm number feed.
//
// # Modes are a ratchet
//
// A drive climbs to a more severe mode at once, whoever demands it, and comes down only by a
// command in mode run or limited with an arm number that it has not seen before. Every demand to
// stop spends the arm numbers up to the one it carries and the newest one the drive has seen, so
// that no command of before a stop can move the drive after it. DriveState.Arm tells the newest
// number that was used or spent: the next one must be greater.
//
// # Writing a driver
//
//  1. Implement [Driver]; example_test.go has its shortest form. Declare in [BusInfo] how long
//     calls block: a driver that blocks gets a thread of its own.
//  2. Call [CheckDrives] when the driver is made, and [CheckState] in Collect. Mark what a drive
//     does not measure with [ClearOptional].
//  3. Keep a [Ratchet] if the drives know no arm numbers: it checks commands, counts numbers and
//     remembers stops. Drives that know them need [Check] and [CheckArm] in Send.
//  4. Implement [SensorDriver] if the bus carries sensors.
//  5. Run the checks of package drivertest over an emulator of the drives.
//  6. Register a kind of role driver whose options implement [DriverMaker].
package hardware
