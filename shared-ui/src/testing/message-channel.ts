interface Port {
  onmessage: (() => void) | null;
  postMessage(): void;
  close(): void;
}

const createPort = (otherPort: () => Port): Port => ({
  onmessage: null,
  postMessage() {
    setTimeout(() => otherPort().onmessage?.());
  },
  close: () => undefined,
});

/** MessageChannel of browsers as far as tasks need it: jsdom has none, and Node's own keeps a test's process alive. */
class TaskChannel {
  readonly port1: Port = createPort(() => this.port2);
  readonly port2: Port = createPort(() => this.port1);
}

/** Adds the MessageChannel that every browser has to a page of jsdom. */
export const installMessageChannel = (): void => {
  if (!('MessageChannel' in globalThis))
    Object.defineProperty(globalThis, 'MessageChannel', { value: TaskChannel, configurable: true });
};
