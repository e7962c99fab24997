/**
 * Lets React go on where the browser's translator has put other nodes in the place of its texts. React then removes
 * a text that has left, or inserts beside it, which throws and takes the whole page away (facebook/react#11538).
 */
export function tolerateTranslator(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the node that they are called on
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    added: New,
    before: Node | null,
  ): New {
    const isMoved = before !== null && before.parentNode !== this;
    return insertBefore.call(this, added, isMoved ? null : before) as New;
  };
}
