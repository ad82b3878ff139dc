// The dialog of a re-arm: it shows what is re-armed, and sends the nonce and the incarnation that the
// person has seen.
import { element } from "./dom.js";
import { changed, rearmArguments, stoppedWorlds } from "./consent.js";

export class RearmDialog {
  constructor(dialog, call, notify) {
    Object.assign(this, { dialog, call, notify });
    this.status = null;
    document.addEventListener("keydown", (e) => { if (e.key === "Escape") dialog.close(); });
  }

  // open shows the stopped joints of a status.
  open(status) {
    this.status = status;
    const worlds = stoppedWorlds(status);
    this.cards = worlds.map((seen) => this.card(seen));
    this.dialog.replaceChildren(
      element("h2", { id: "consent-title", text: "Re-arm stopped joints" }),
      element("p", { text: worlds.length === 0 ? "No joint is stopped." : "After a re-arm the joints accept commands of their controllers again. Look at the robot first: is everyone clear of it?" }),
      ...this.cards.map((c) => c.box),
      element("div", { className: "row end" }, element("button", { type: "button", text: "Close", on: { click: () => this.dialog.close() } })));
    if (!this.dialog.open) this.dialog.show(); // not modal: the stop must stay within reach
    this.dialog.querySelector("button")?.focus();
  }

  // update takes a newer status: a card whose world has changed can no longer be consented to.
  update(status) {
    this.status = status;
    if (!this.dialog.open) return;
    for (const card of this.cards) {
      if (card.done || !changed(card.seen, status)) continue;
      card.done = true;
      card.button.disabled = true;
      card.answer.replaceChildren("The condition has changed since. ", element("button", { type: "button", text: "Show the present one", on: { click: () => this.open(this.status) } }));
    }
  }

  card(seen) {
    const answer = element("p", { className: "answer", role: "status" });
    const present = seen.joints.some((j) => j.Present && j.Present !== "none");
    const button = element("button", { type: "button", className: "primary", text: `Re-arm ${seen.world}` });
    const card = { seen, answer, button, done: false };
    button.addEventListener("click", () => this.send(card));
    const rows = seen.joints.map((j) => element("tr", {}, element("td", { text: j.Joint }), element("td", {}, element("i", { className: `swatch mode-${j.Mode}` }), j.Mode), element("td", { text: word(j.Causes) }), element("td", { text: word(j.Present) }), element("td", { text: j.Waiting || "" })));
    card.box = element("section", { className: "card", data: { world: seen.world } },
      element("h3", { text: seen.world }),
      element("table", {}, element("thead", {}, element("tr", {}, ...["joint", "mode", "cause", "still holds", "waits"].map((text) => element("th", { text })))), element("tbody", {}, ...rows)),
      present ? element("p", { className: "warn", text: "A cause that still holds keeps its joints stopped." }) : "",
      element("div", { className: "row" }, button, element("span", { className: "quiet", text: seen.way === "reset" ? "by reset: the start-up checks run first" : "by acknowledgement" })), answer);
    return card;
  }

  async send(card) {
    card.done = true;
    card.button.disabled = true;
    card.answer.textContent = "asking the gate …";
    try {
      await this.call("rearm", rearmArguments(card.seen));
      card.answer.textContent = `${card.seen.world} accepts commands again.`;
      this.notify(`${card.seen.world} is re-armed`);
      if (this.cards.every((c) => c.done)) setTimeout(() => this.dialog.close(), 900);
    } catch (error) {
      card.answer.textContent = error.message;
      card.answer.append(" ", element("button", { type: "button", text: "Show the present condition", on: { click: () => this.open(this.status) } }));
    }
  }
}

function word(causes) { return !causes || causes === "none" ? "–" : String(causes); }
