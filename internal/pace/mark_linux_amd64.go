package pace

// An interrupt that returns to a program clears a data segment register that holds a null selector (Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 2A, IRET). Four selectors are null, 0 to 3: of a register with 1, it makes 0.
// ES is not looked at in 64-bit mode, and Go does not use it; the kernel keeps it for each thread. Page faults and signals
// are interrupts too; a call of the kernel that blocks is none.

// Mark begins what Interrupted tells of. The caller has locked its goroutine to its thread.
//
//go:noescape
func Mark()

// Interrupted returns whether since the thread's last Mark anything took its processor away: the kernel's timer, a device,
// another thread that was more urgent, and on some virtual machines what interrupted the host. It looks at no clock. Where CanTell
// is false, so is Interrupted.
//
//go:noescape
func Interrupted() bool
