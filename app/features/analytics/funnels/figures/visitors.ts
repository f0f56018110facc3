/** The id of a session, or a text for what is known without one. */
export type Node = number | string;

/**
 * Connects the sessions of one person (union-find): sessions that share a user or an email, directly or through other sessions, belong
 * to one visitor.
 */
export class Visitors {
  readonly #parents = new Map<Node, Node>();

  connect(one: Node, other: Node): void {
    const [root, otherRoot] = [this.of(one), this.of(other)];
    if (root !== otherRoot) this.#parents.set(otherRoot, root);
  }

  of(node: Node): Node {
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
