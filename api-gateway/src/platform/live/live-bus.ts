/**
 * Sends hints between gateways that a topic has changed. A hint may get lost, come twice or come late, because the
 * change log contains the data itself.
 */
export interface LiveBus {
  /** Sends the hint that a topic has reached `seq` to the other gateways that follow the topic. */
  publish(topic: string, seq: number): void;
  /** Requests the hints of a topic. Hints of other topics, and the gateway's own, may arrive as well. */
  follow(topic: string): void;
  /** Ends the request for the hints of a topic. */
  unfollow(topic: string): void;
  onHint(listener: (topic: string, seq: number) => void): void;
  /**
   * Adds a listener that is called when the hints of these followed topics begin to arrive: after `follow`, and again
   * after a lost connection. Earlier hints may have got lost, so the heads of the topics must be compared.
   */
  onFollowed(listener: (topics: readonly string[]) => void): void;
  /** Whether hints of other gateways arrive. */
  isConnected(): boolean;
}

/** Creates the bus of a gateway that has no connection to others. Their writes are found by comparing heads. */
export const createInProcessBus = (): LiveBus => ({
  publish: () => {},
  follow: () => {},
  unfollow: () => {},
  onHint: () => {},
  onFollowed: () => {},
  isConnected: () => true,
});
