// The bar that plays a recording.
import { seconds } from "./dom.js";

const slack = 0.5; // s of the wall clock by which messages may come early while a recording plays

export class Player {
  constructor({ bar, play, position, scrub, length, speed, connection, clock }) {
    Object.assign(this, { bar, play, position, scrub, length, speed, connection, clock });
    this.range = null;
    this.state = { status: "paused", speed: 1 };
    play.addEventListener("click", () => this.toggle());
    scrub.addEventListener("input", () => { this.dragging = true; this.position.textContent = seconds(Number(scrub.value), 2); this.seek(Number(scrub.value)); });
    scrub.addEventListener("change", () => { this.dragging = false; this.seek(Number(scrub.value)); });
    speed.addEventListener("change", () => this.control({ play: this.state.status === "playing" }));
  }

  // open shows the bar for a recording with that range, or hides it for a live run (null).
  open(range) {
    this.range = range;
    this.bar.hidden = range === null;
    if (range === null) return;
    const begin = this.clock.at(range.begin), end = this.clock.at(range.end);
    Object.assign(this.scrub, { min: String(begin), max: String(end) });
    this.length.textContent = seconds(end);
  }

  control({ play, seek = null }) { this.connection.control({ play, speed: Number(this.speed.value), seek }); }

  toggle() {
    if (this.range === null) return;
    const ended = this.state.status === "ended";
    this.control({ play: this.state.status !== "playing", seek: ended ? this.range.begin : null });
  }

  // seek goes to a time of the session in s. While the person drags, the newest of several wins.
  seek(time) {
    this.target = this.clock.log(time);
    if (this.pending) return;
    this.pending = true;
    setTimeout(() => {
      this.pending = false;
      this.control({ play: this.state.status === "playing", seek: this.target });
    }, 60);
  }

  // playback takes the state that the server sends; it returns true after a seek.
  playback(state) {
    this.state = state;
    this.since = performance.now();
    const playing = state.status === "playing";
    this.play.textContent = playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.bar.dataset.status = state.status;
    if ([...this.speed.options].some((o) => Number(o.value) === state.speed)) this.speed.value = String(state.speed);
    this.draw(this.clock.at(state.time));
    return state.seeked;
  }

  // latest returns the latest time that a message can have by now, in s: that of the newest state
  // while the recording is paused.
  latest() {
    if (this.range === null || this.state.time === undefined) return Infinity;
    const played = this.state.status === "playing" ? ((performance.now() - this.since) / 1000 + slack) * this.state.speed : 0;
    return this.clock.at(this.state.time) + played;
  }

  draw(now) {
    if (this.range === null || this.dragging || !Number.isFinite(now)) return;
    this.scrub.value = String(now);
    this.position.textContent = seconds(now, 2);
  }
}
