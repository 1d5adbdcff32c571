// One window writes in a section at a time. Another one may take over, and gets all that was typed.

const patience = 600;

export class Turn {
  // `lose` is called when another window takes over, and gives the text to hand on.
  constructor(place, { lose }) {
    this.id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.key = `write-turn:${place}`;
    this.lose = lose;
    this.isOurs = false;
    if (!("BroadcastChannel" in window)) return;
    this.channel = new BroadcastChannel(this.key);
    this.channel.onmessage = ({ data }) => this.hear(data);
    addEventListener("pagehide", () => this.release());
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  }

  // True when nobody else answers that it is theirs.
  async ask() {
    const other = this.channel && this.holder();
    const isTaken = other && other !== this.id && (await this.answer("who", "mine"));
    if (!isTaken) this.hold();
    return !isTaken;
  }

  // Takes over; returns the text that the other window had, or null if it is gone.
  async takeOver() {
    const handed = this.channel ? await this.answer("give", "given") : null;
    this.hold();
    return handed;
  }

  hear({ kind, from, text, seen }) {
    if (from === this.id) return;
    if (kind === "who" && this.isOurs) this.tell("mine");
    else if (kind === "give" && this.isOurs) this.give();
    else if (kind === this.awaited) this.resolve({ text, seen });
  }

  async give() {
    this.isOurs = false;
    this.tell("given", await this.lose());
  }

  answer(kind, awaited) {
    return new Promise((resolve) => {
      this.awaited = awaited;
      this.resolve = resolve;
      this.tell(kind);
      setTimeout(() => resolve(null), kind === "give" ? 4 * patience : patience);
    });
  }

  tell(kind, more = {}) {
    this.channel.postMessage({ kind, from: this.id, ...more });
  }

  hold() {
    this.isOurs = true;
    try {
      localStorage.setItem(this.key, this.id);
    } catch {
      // Without storage the other windows ask in vain, and the desk keeps the texts apart.
    }
  }

  holder() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return "";
    }
  }

  release() {
    if (this.isOurs && this.holder() === this.id) localStorage.removeItem(this.key);
  }
}
