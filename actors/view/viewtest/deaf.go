package viewtest

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
)

// channels is the number of the last channel to which a deaf viewer subscribes; they count from 1.
const channels = 64

// Deaf connects to the address of a view, http://HOST:PORT/, subscribes to its channels, and reads
// nothing more. The caller closes the connection.
func Deaf(ctx context.Context, address string) (net.Conn, error) {
	host := strings.Trim(strings.TrimPrefix(address, "http://"), "/")
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	if err := deafen(conn, host); err != nil {
		_ = conn.Close() // the first error says more
		return nil, err
	}
	return conn, nil
}

func deafen(conn net.Conn, host string) error {
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(conn, "GET /ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n", host); err != nil {
		return err
	}
	if answer, err := bufio.NewReaderSize(conn, 16).ReadString('\n'); err != nil || !strings.Contains(answer, "101") {
		return fmt.Errorf("the handshake was answered by %q, %w", answer, err)
	}
	for id := 1; id <= channels; id++ { // the server answers what it does not have; nobody reads it
		text := fmt.Sprintf(`{"op":"subscribe","subscriptions":[{"id":%d,"channelId":%d}]}`, id, id)
		frame := append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...) // masked with zeros
		if _, err := conn.Write(frame); err != nil {
			return err
		}
	}
	return nil
}
