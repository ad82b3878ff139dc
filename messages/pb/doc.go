// Package pb has the values of package messages as protobuf, for logs and for other processes.
//
// The sources are in robo_actors/v1/*.proto, protobuf package robo_actors.v1; every field states its unit, frame and
// order there. Go code is generated from them by go generate, and a test fails when it is stale.
//
// # Codecs
//
// A [Codec] turns values of one type of package messages into bytes and back. [Codecs] lists those of every type that a
// port carries, [CodecFor] and [CodecOf] find one by type, [CodecNamed] by the name of its protobuf message. Encoding
// and decoding are written by hand on top of protowire: they allocate nothing but what a slice must grow by, and
// they give and take exactly the bytes that proto.Marshal and proto.Unmarshal would; tests compare the two.
// The functions named ToPB and FromPB convert to and from the generated messages, for programs that speak protobuf
// anyway.
//
// # Stamps
//
// Every message that a port carries has the sender's stamp in field 15. It is no part of the Go value, which travels
// beside its stamp: [AppendStamp] adds it to an encoded message, [DecodeStamp] reads it.
//
// # Bad input
//
// Decoding takes bytes of anyone. It never panics, refuses more than [MaxMessageBytes], unknown modes, causes, kinds and
// control modes, numbers out of the range of the Go field, broken UTF-8 and wrong counts, and never holds more than 16
// times as much memory as the input has bytes, plus 32 KiB. Unknown fields are skipped, so that a newer sender
// may add some. Errors wrap one of the Err variables and name the message and the field.
//
// NaN and infinity are values, not malformed input, and pass: a recording must show the NaN that a controller sent.
// Whoever acts on a value checks that it is finite; on the way to a drive the gate does.
package pb
