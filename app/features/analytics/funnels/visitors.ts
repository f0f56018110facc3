/**
 * Connects the sessions of one person (union-find): sessions that share a user or an email, directly or through other sessions, belong
 * to one visitor. Nodes are any strings.
 */
export class Visitors {
  readonly #parents = new Map<string, string>();

  connect(one: string, other: string): void {
    const [root, otherRoot] = [this.of(one), this.of(other)];
    if (root !== otherRoot) this.#parents.set(otherRoot, root);
  }

  of(node: string): string {
    let root = node;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    for (let step = node; step !== root; ) {
      const parent = this.#parents.get(step)!;
      this.#parents.set(step, root);
      step = parent;
    }
    return root;
  }
}
