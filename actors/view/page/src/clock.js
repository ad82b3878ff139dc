// The session's time, in s. Messages carry the time of the log, which may be wall time; events and
// the status carry the time of the session. Their difference is constant, so that one message of
// either kind relates the two.

export class Clock {
  constructor() { this.clear(); }

  clear() {
    this.offset = null; // log time minus session time, ns
    this.first = null; // stands in for the offset until it is known, ns
    this.now = NaN; // newest time, s
  }

  // relate takes a message whose time is known on both clocks: the log's in ns, the session's in s.
  // A message is logged a little after its value was true, so that the least difference is kept.
  relate(log, session) {
    const offset = Number(log) - session * 1e9;
    if (this.offset === null || offset < this.offset) this.offset = offset;
  }

  // read returns the session's time of a message in s, and remembers the newest that is not after a
  // limit: after a jump back, a message of the time before may still arrive.
  read(log, limit = Infinity) {
    const t = this.at(log);
    if (!(t <= this.now) && t <= limit) this.now = t;
    return t;
  }

  // at returns the session's time of a log time in s. Before the first relation, a log's clock near
  // zero is taken for the session's, and another one is counted from its first message.
  at(log) {
    this.first ??= Number(log) > 1e17 ? Number(log) : 0;
    return (Number(log) - (this.offset ?? this.first)) * 1e-9;
  }

  // log returns the log time in ns of a time of the session in s.
  log(session) { return BigInt(Math.round(session * 1e9 + (this.offset ?? this.first ?? 0))); }
}
