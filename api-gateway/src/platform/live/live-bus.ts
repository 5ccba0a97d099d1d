/**
 * Bus between gateways: tells the others that a live topic has changed („hint“). A hint may get lost, come twice or
 * come late, because the change log contains the data itself.
 */
export interface LiveBus {
  /** Tells the other gateways that follow a live topic that its position has reached `seq`. */
  publish(topic: string, seq: number): void;
  /**
   * Requests the hints about changes of a live topic. Hints of other topics, and the gateway's own, may arrive as well.
   */
  follow(topic: string): void;
  /** Ends the request for the hints about a live topic. */
  unfollow(topic: string): void;
  onHint(listener: (topic: string, seq: number) => void): void;
  /**
   * Adds a listener that is called when the hints of these followed topics begin to arrive: after `follow`, and again
   * after a lost connection. Earlier hints may have got lost, so the positions of the topics must be compared.
   */
  onFollowed(listener: (topics: readonly string[]) => void): void;
  /** Returns whether hints of other gateways arrive. */
  isConnected(): boolean;
}

/**
 * Creates the bus of a gateway that has no connection to other gateways. Their writes are found by comparing positions.
 */
export const createInProcessBus = (): LiveBus => ({
  publish: () => {},
  follow: () => {},
  unfollow: () => {},
  onHint: () => {},
  onFollowed: () => {},
  isConnected: () => true,
});
