// Package pb encodes the values of package messages as protobuf, for logs and for other processes.
//
// The sources are robo_actors/v1/*.proto, protobuf package robo_actors.v1. Every field documents
// its unit, frame and order there. The command go generate writes the Go code, and a test fails
// when it is stale.
//
// # Codecs
//
// A [Codec] encodes and decodes values of one type of package messages. [Codecs] lists the codecs
// of every type that a port carries; [CodecFor] and [CodecOf] find one by its type, [CodecNamed] by
// the name of its protobuf message. Codecs are generated from the sources and from the Go types.
// They read and write exactly what proto.Unmarshal and proto.Marshal do, and allocate only what a
// slice must grow by.
//
// # Stamps
//
// Every message that a port carries has the sender's stamp in field 15. The stamp is not part of
// the Go value and travels beside it: [AppendStamp] adds it to an encoded message, [DecodeStamp]
// reads it.
//
// # Bad input
//
// Decoding accepts bytes from anyone. It never panics. It rejects messages of more than
// [MaxMessageBytes], unknown modes, causes, kinds and control modes, numbers out of the range of
// the Go field, broken UTF-8 and wrong counts. It never holds more than 16 times as much memory as
// the input has bytes, plus 32 KiB. It skips unknown fields, so that a newer sender may add some.
// Errors wrap one of the Err variables and name the message and the field.
//
// NaN and infinity are values and pass: a recording must show the NaN that a controller sent. The
// receiver checks that a value is finite before it acts on it; on the way to a drive the gate does.
package pb
