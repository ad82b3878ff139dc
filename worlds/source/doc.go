// Package source reports errors in files that people write, with the position, the line and the
// nearest known name.
//
// Every parser of the module (robot descriptions, application files) reports through it, so that an
// error looks the same wherever it comes from: file:line:column, the whole path of the thing, the
// problem, what was expected, what to do next, and the offending line with a caret below it:
//
//	robot.urdf:12:19: robot.joints[shoulder].parent: no link is named "bse_link"
//	    12 |     <parent link="bse_link"/>
//	       |                   ^
//	    expected: the name of a link of this robot
//	    hint: did you mean "base_link"?
//
// A [Text] turns byte offsets into positions and excerpts, a [Diagnostic] is one finding, and a
// [Diagnostics] collects all of them, so that a reader meets every error of a file at once. Text
// that comes from a file is never printed raw: control characters, bidirectional overrides and
// broken UTF-8 are escaped, and everything is cut to a length that a terminal bears.
//
// The package is pure: it opens no file and reads no clock. None of its types is safe for use by
// two goroutines at once.
package source
