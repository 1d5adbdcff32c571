// Never lose a word: in this browser after a breath, at the desk after a pause, and again until
// it answers. All of it is unfinished text; the book changes on Done only.

import { forget, keep, keepNow } from "./store.js";

const breath = 300;
const pause = 1500;
const longest = 10_000;
const retries = [1000, 2000, 4000, 8000, 15_000, 30_000];
const mostKeptAlive = 60_000;

export class Drafts {
  // `say` tells the page a state, `meet` that another window left other text.
  constructor({ url, place, base, csrf, seen, text, tab, say, meet, moved }) {
    Object.assign(this, { url, place, base, csrf, seen, tab, say, meet, moved });
    Object.assign(this, { text, sent: text, failures: 0, isHere: true, isStopped: false });
    this.sequence = 0;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.failures) this.retry();
      else if (document.visibilityState === "hidden") this.leave();
    });
    addEventListener("pagehide", () => this.leave());
    addEventListener("beforeunload", (event) => {
      this.leave();
      if (this.isAtRisk()) event.preventDefault();
    });
  }

  get isUnsent() {
    return this.text !== this.sent;
  }

  // The desk does not have it, and it is not certain that it will get it when the page goes.
  isAtRisk() {
    if (this.isStopped || !this.isUnsent) return false;
    return this.failures > 0 || !this.isHere || size(this.text) > mostKeptAlive;
  }

  type(text) {
    if (this.isStopped) return;
    this.text = text;
    this.since ||= Date.now();
    clearTimeout(this.local);
    this.local = setTimeout(() => this.keepHere(), breath);
    this.plan();
    if (!this.failures) this.say(this.isUnsent ? "typing" : "kept");
  }

  plan() {
    if (this.failures || this.isWaiting) return;
    clearTimeout(this.timer);
    const left = Math.max(0, this.since + longest - Date.now());
    this.timer = setTimeout(() => this.send(), Math.min(pause, left));
  }

  record() {
    return { key: this.place, text: this.text, base: this.base, at: Date.now() };
  }

  async keepHere() {
    clearTimeout(this.local);
    this.isHere = await keep(this.record());
  }

  // Sends what is typed; true when the desk has it.
  async send() {
    if (this.isStopped) return false;
    clearTimeout(this.timer);
    if (this.flying) {
      await this.flying;
      return this.isUnsent ? this.send() : true;
    }
    if (!this.isUnsent || this.isWaiting) return !this.isUnsent;
    this.flying = this.put();
    await this.flying;
    this.flying = null;
    if (this.isUnsent && !this.failures) this.plan();
    return !this.isUnsent;
  }

  async put() {
    const text = this.text;
    this.since = 0;
    this.say("sending");
    try {
      const answer = await fetch(this.url, { ...this.letter(text), signal: AbortSignal.timeout(15_000) });
      await this.read(answer, text);
    } catch {
      this.fail("silent");
    }
  }

  async read(answer, text) {
    if (answer.status === 204) {
      this.sent = text;
      this.seen = Number(answer.headers.get("X-Draft-Revision"));
      this.failures = 0;
      if (answer.headers.get("X-Draft-Moved") === "yes") this.moved();
      this.say(this.seen ? "kept" : "clean");
    } else if (answer.status === 409) this.meetOther(await answer.json(), text);
    else if (answer.status === 413) this.fail("long");
    else this.fail(answer.type === "opaqueredirect" || answer.status === 403 ? "out" : "silent");
  }

  // Other text is at the desk. If it is all in ours, ours may take its place.
  meetOther(other, text) {
    if (holds(text, other.text)) {
      this.seen = other.revision;
      this.since = Date.now();
      return;
    }
    this.isWaiting = true;
    this.say("waiting");
    this.meet(other);
  }

  // The author has seen the other text and what becomes of it.
  goOn(revision) {
    this.seen = revision;
    this.isWaiting = false;
    this.retry();
  }

  letter(text) {
    this.sequence = Math.max(this.sequence + 1, Date.now());
    const { base, tab, sequence, seen } = this;
    return {
      method: "PUT",
      redirect: "manual",
      headers: { "X-CSRFToken": this.csrf, "Content-Type": "application/json" },
      body: JSON.stringify({ text, base, tab, sequence, seen }),
    };
  }

  fail(why) {
    this.keepHere();
    const wait = retries[Math.min(this.failures, retries.length - 1)];
    this.failures += 1;
    this.since ||= Date.now();
    clearTimeout(this.timer);
    if (why !== "long") this.timer = setTimeout(() => this.send(), wait);
    this.say(why);
  }

  retry() {
    clearTimeout(this.timer);
    if (this.isUnsent) this.send();
  }

  // The page may go at any moment now: at once here, and on its way to the desk.
  leave() {
    if (this.isStopped || !this.isUnsent) return;
    keepNow(this.record());
    if (this.isWaiting || size(this.text) > mostKeptAlive) return;
    fetch(this.url, { ...this.letter(this.text), keepalive: true }).catch(() => {});
  }

  // Waits until nothing is on its way, so that no late word outlives Done.
  async stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.local);
    await this.flying;
  }

  go() {
    this.isStopped = false;
  }

  async finish() {
    await forget(this.place);
  }
}

// Whether every paragraph of one text is in another.
export function holds(text, other) {
  const own = new Set(paragraphs(text));
  return paragraphs(other).every((paragraph) => own.has(paragraph));
}

export function paragraphs(text) {
  const blocks = text.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n/);
  return blocks.map((block) => block.replace(/[ \t]+$/gm, "").trim()).filter(Boolean);
}

function size(text) {
  return new Blob([text]).size;
}
