package kinematics

// Sealed replaces the last four bytes by the checksum of the others.
func Sealed(data []byte) []byte {
	if len(data) < checksumSize {
		return data
	}
	end := len(data) - checksumSize
	return sealed(data[:end:end])
}
