// Package foxglove is the server side of Foxglove's WebSocket protocol, for the subprotocols
// foxglove.sdk.v1 and foxglove.websocket.v1. It knows nothing of robots: a caller advertises
// channels and publishes encoded messages, and offers parameters, services, assets, a connection
// graph, a clock and playback where it has them.
//
// No viewer delays the caller. Publish copies a message into a bounded queue per client and
// returns; a goroutine per client writes to the socket, and nobody else waits for it. A queue that
// is full loses its oldest messages, which are counted and reported to the client in the words that
// viewers know: "Send buffer limit reached". A client that neither reads nor answers pings is
// disconnected.
//
// What a caller offers to clients may panic; the client gets an error. Every message of a client is
// checked; messages, subscriptions, requests and clients are bounded.
// The package does not decide who may do what: the context of a call is that of the client's HTTP
// request, into which the caller's handler puts the rights of the viewer. Protocol:
// https://github.com/foxglove/ws-protocol and https://github.com/foxglove/foxglove-sdk.
package foxglove
