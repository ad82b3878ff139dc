// Package record writes and reads recordings: the values of outputs, the events and the health of
// the actors of a run, as MCAP files with protobuf schemas. Foxglove, Lichtblick, PlotJuggler and
// the mcap tools open them.
//
// # Writing
//
// A [Writer] turns a sequence of calls into bytes and hands them to an io.Writer, a whole chunk at
// a time. The same calls give the same bytes: it reads no clock, and keeps order everywhere. What
// varies between two runs of one program on one machine (wall time, host, path, process id,
// measured durations) is never written. Writing a message allocates nothing once buffers have
// grown. A Writer is for one goroutine.
//
// A chunk is closed once it has 64 KiB of messages, or once they span 200 ms of log time, whichever
// comes first, so that a process that is killed loses no more than that. Each chunk is one write.
// When a write fails, the file is cut back to the end of the last chunk, and what comes after is
// dropped and counted; [Writer.Resume] tries again.
//
// # Layout of a recording
//
//	magic, header                               always the same bytes
//	metadata "robo-actors"                      seed, architecture, version; with a checksum of its own
//	attachments                                 the application's files, each with a checksum
//	chunk, message indexes                      repeated; chunks hold schemas and channels too
//	metadata "robo-actors/dropped"              for each topic the number of values lost, where any were
//	data end, summary, footer, magic            written by Close
//
// A message's log time is when the recorder took it and its publish time is the time of its stamp,
// both in ns since the start of the system. Its payload is the protobuf message of its value with
// the stamp in field 15; see package messages/pb.
//
// # Reading
//
// [Open] checks every byte of a file: each chunk against its checksum, each index and each time
// against the messages. Behind damage it looks for the next record that is whole, so that a damaged
// chunk or attachment costs only itself; schemas and channels of a lost chunk come from the
// summary, or from the chunk if one bit of it is wrong. [Reader.Damage] says where, why, and how
// many messages were lost. A recording that was cut off, because its process was killed or its disk
// was full, is such a case: only the summary or the last chunk is lost. A checksum of zero was not
// computed and is not compared. Files are never changed.
//
// Messages come in the order of the file or of their log times. [Series] gives a topic as typed
// values, [Reader.Info] and [StatsOf] summarise, [Cat] prints, [ExportCSV] makes tables. The two
// last read the schemas in the file, so that they work for types that this program does not know.
package record
