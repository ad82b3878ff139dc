// A connection with the server that lasts: it reconnects by itself, and subscribes again to what
// was wanted.
import { playbackControl, readBinary, serviceCall, subprotocols } from "./protocol.js";
import { decoderOf } from "./decode.js";

const callTimeout = 10_000; // ms
const waits = [500, 1000, 2000, 4000]; // ms before each attempt to reconnect; the last one repeats

// Connection calls on.EVENT(...) with: state(text), info(serverInfo), channels(channels by topic),
// message(topic, time in ns, value), playback(state), parameters(list), status(status), services(names).
export class Connection {
  constructor(url, on, open = (address) => new WebSocket(address, subprotocols)) {
    Object.assign(this, { url, on, open });
    this.wanted = new Map(); // topic -> count of those who want it
    this.attempts = 0;
    this.nextID = 1;
    this.reset();
  }

  reset() {
    this.channels = new Map(); // channel id -> channel
    this.topics = new Map(); // topic -> channel
    this.services = new Map(); // name -> service
    this.subscriptions = new Map(); // subscription id -> channel
    this.calls ??= new Map(); // call id -> call
    for (const id of [...this.calls.keys()]) this.settle(id, "reject", new Error("the connection ended before the reply came"));
    this.info = null;
  }

  connect() {
    this.on.state(this.attempts === 0 ? "connecting" : "reconnecting");
    const socket = this.open(this.url);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.attempts = 0; this.on.state("connected"); };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => {
      this.reset();
      this.on.state("disconnected");
      const wait = waits[Math.min(this.attempts++, waits.length - 1)];
      setTimeout(() => this.connect(), wait);
    };
  }

  receive(data) {
    const frame = typeof data === "string" ? JSON.parse(data) : readBinary(data);
    if (frame) this.handlers[frame.op]?.call(this, frame);
  }

  handlers = {
    serverInfo(frame) {
      this.info = frame;
      const capabilities = frame.capabilities ?? [];
      if (capabilities.includes("parametersSubscribe")) this.send({ op: "subscribeParameterUpdates", parameterNames: [] });
      if (capabilities.includes("parameters")) this.getParameters();
      this.on.info(frame);
    },
    advertise({ channels }) {
      for (const channel of channels) {
        this.channels.set(channel.id, channel);
        this.topics.set(channel.topic, channel);
        if (this.wanted.has(channel.topic)) this.subscribe(channel);
      }
      this.on.channels(this.topics);
    },
    unadvertise({ channelIds }) {
      for (const id of channelIds) {
        const channel = this.channels.get(id);
        this.channels.delete(id);
        if (channel && this.topics.get(channel.topic) === channel) this.topics.delete(channel.topic);
      }
      this.on.channels(this.topics);
    },
    advertiseServices({ services }) {
      for (const service of services) this.services.set(service.name, service);
      this.on.services(this.services);
    },
    unadvertiseServices({ serviceIds }) {
      for (const [name, { id }] of this.services) if (serviceIds.includes(id)) this.services.delete(name);
      this.on.services(this.services);
    },
    parameterValues({ parameters }) { this.on.parameters(parameters); },
    status(frame) { this.on.status(frame); },
    message({ subscription, time, data }) {
      const channel = this.subscriptions.get(subscription);
      if (!channel) return;
      let value;
      try {
        channel.decode ??= decoderOf(channel);
        value = channel.decode(data);
      } catch (error) {
        this.on.status({ level: 2, id: channel.topic, message: `${channel.topic}: ${error.message}` });
        return;
      }
      this.on.message(channel.topic, time, value);
    },
    time({ time }) { this.on.time?.(time); },
    reply({ call, data }) {
      this.settle(call, "resolve", JSON.parse(new TextDecoder().decode(data) || "null"));
    },
    serviceCallFailure({ callId, message }) {
      this.settle(callId, "reject", new Error(message));
    },
    playback(frame) { this.on.playback(frame); },
  };

  send(frame) {
    if (this.socket?.readyState === 1) this.socket.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame));
  }

  // want subscribes to a topic, now or once the server has it.
  want(topic) {
    const count = this.wanted.get(topic) ?? 0;
    this.wanted.set(topic, count + 1);
    if (count === 0 && this.topics.has(topic)) this.subscribe(this.topics.get(topic));
  }

  // release undoes one call of want.
  release(topic) {
    const count = (this.wanted.get(topic) ?? 0) - 1;
    if (count > 0) {
      this.wanted.set(topic, count);
      return;
    }
    this.wanted.delete(topic);
    for (const [id, channel] of this.subscriptions) {
      if (channel.topic !== topic) continue;
      this.subscriptions.delete(id);
      this.send({ op: "unsubscribe", subscriptionIds: [id] });
    }
  }

  subscribe(channel) {
    const id = this.nextID++;
    this.subscriptions.set(id, channel);
    this.send({ op: "subscribe", subscriptions: [{ id, channelId: channel.id }] });
  }

  // call calls a service and returns its reply. The error has the server's text.
  call(name, argumentsOfCall) {
    const service = this.services.get(name);
    if (!service) return Promise.reject(new Error(`the server has no service "${name}"`));
    const id = this.nextID++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.settle(id, "reject", new Error(`no reply to ${name} within ${callTimeout / 1000} s`)), callTimeout);
      this.calls.set(id, { resolve, reject, timer });
      this.send(serviceCall(service.id, id, argumentsOfCall));
    });
  }

  // settle ends a call by resolve or reject.
  settle(id, how, value) {
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    clearTimeout(call.timer);
    call[how](value);
  }

  getParameters() { this.send({ op: "getParameters", parameterNames: [], id: "all" }); }

  setParameter(name, value, type) { this.send({ op: "setParameters", parameters: [type ? { name, value, type } : { name, value }], id: name }); }

  control(command) { this.send(playbackControl({ ...command, request: `page-${this.nextID++}` })); }
}
