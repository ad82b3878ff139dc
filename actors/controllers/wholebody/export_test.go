package wholebody

// CraneText is what tests of the whole application run too.
var CraneText = craneText
