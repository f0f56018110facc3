/**
 * Connects the sessions of one person: two sessions belong to the same visitor if they share a user or an email, directly or
 * through other sessions. Nodes are any strings.
 */
export class Visitors {
  readonly #parents = new Map<string, string>();

  connect(one: string, other: string): void {
    const [root, otherRoot] = [this.of(one), this.of(other)];
    if (root !== otherRoot) this.#parents.set(otherRoot, root);
  }

  /** The visitor of a node; the node itself if it is connected to no other. */
  of(node: string): string {
    let root = node;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    // Shortens the way for the next call.
    for (let step = node; step !== root; ) {
      const parent = this.#parents.get(step)!;
      this.#parents.set(step, root);
      step = parent;
    }
    return root;
  }
}
