import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import type { Hit } from "#app/features/analytics/storage/hits.server.ts";

/** The hits of one visitor in order, at least a millisecond apart. */
export class Hits {
  page = "";
  readonly #hits: Hit[] = [];
  #ms: number;
  #viewedMs = 0;

  constructor(at: Date) {
    this.#ms = at.getTime();
  }

  get at(): Date {
    return new Date(this.#ms);
  }
  get secondsOnPage(): number {
    return (this.#ms - this.#viewedMs) / 1000;
  }
  wait(ms: number) {
    this.#ms += Math.round(ms);
  }
  waitUntil(at: Date) {
    this.#ms = Math.max(this.#ms, at.getTime());
  }
  view(page: string) {
    const seconds = this.page === "" ? null : Math.round(Math.min(this.secondsOnPage, 1800));
    this.page = page;
    this.#add({ kind: hitKinds.page_view, value: seconds });
    this.#viewedMs = this.#ms;
  }
  metric(type: string, value: number) {
    this.#add({ kind: hitKinds.performance, type, value: Math.round(value * 1000) / 1000 });
  }
  event(type: string, name: string, detail: Hit["detail"]) {
    this.#add({ kind: hitKinds.event, type, name, detail });
  }
  behavior(type: string, name: string | null, detail: Hit["detail"] = null) {
    this.#add({ kind: hitKinds.behavior, type, name, detail });
  }
  conversion(type: string, name: string, page: string, value: number | null) {
    this.#add({ kind: hitKinds.conversion, type, name, page, value });
  }
  until(now: Date): Hit[] {
    return this.#hits.filter(({ atMicros }) => atMicros < now.getTime() * 1000);
  }
  #add(hit: Pick<Hit, "kind"> & Partial<Hit>) {
    this.#ms += 1;
    this.#hits.push({
      page: this.page,
      type: null,
      name: null,
      value: null,
      detail: null,
      ...hit,
      atMicros: this.#ms * 1000,
    });
  }
}
