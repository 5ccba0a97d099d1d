/** Carries hints between gateways: something has happened in a topic. Hints may get lost; the log has the data. */
export interface Bus {
  publish(topic: string, seq: number): void;
  onHint(listener: (topic: string, seq: number) => void): void;
  /** Hints may have been missed: everybody compares heads. */
  onReconnect(listener: () => void): void;
  isConnected(): boolean;
}

/** The bus of a gateway that is alone: it never loses its connection to itself. */
export const createInProcessBus = (): Bus => {
  const listeners: ((topic: string, seq: number) => void)[] = [];
  return {
    publish(topic, seq) {
      for (const listener of listeners) listener(topic, seq);
    },
    onHint: (listener) => void listeners.push(listener),
    onReconnect: () => {},
    isConnected: () => true,
  };
};
