/** How far a topic has come, and from where on its changes are still kept. */
export interface TopicHead {
  readonly name: string;
  /** Number of the last change. */
  readonly seq: number;
  /** Cursors of another epoch mean another history. */
  readonly epoch: string;
  /** Number of the last change that was pruned. */
  readonly floor: number;
}
