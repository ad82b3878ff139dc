// Package mpack writes and reads the logs of spines: files of MessagePack maps, one after the
// other. Upkie's tools and every stream reader of MessagePack read them.
//
// # Writing
//
// A spine sends the record of each cycle through an output of type messages.SpineLog, and a
// [Recorder] writes it as it is into a file of its own, beside the recording of the run. It never
// delays the spine: in real time the runtime queues 512 records and counts those that find the
// queue full. In virtual time the recorder is called at once, so that equal runs give equal files.
//
// Each record is one write. After a failed write the file is cut back to its last whole record, and
// the next record tries again. Records that are not written are counted by their cause: a full
// queue, a failed write, or a record that is not one map.
//
// # Reading
//
// [Read] yields the records of a log. A process that was killed may leave a part of a record at the
// end; Read then yields every whole record and an error that wraps [ErrTruncated]. Logs have no
// checksums: flipped bits are found only where they destroy the form of a record. The recording of
// the same run has checksums.
package mpack
