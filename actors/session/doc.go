// Package session runs an application file with everything that the command offers: a recording, a
// control socket, a schedule of faults and operator actions, a live view, and a report at the end,
// as a value and as an HTML page.
//
//	report, err := session.Run(ctx, registry, "app.yaml", session.WithControl(), session.WithRecording("run.mcap"))
//
// The sections of the file apply to programs as to the command. Events go to the logger of the
// program; see [WithLogger].
package session
