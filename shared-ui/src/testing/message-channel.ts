interface FakeMessagePort {
  onmessage: (() => void) | null;
  postMessage(): void;
  close(): void;
}

const createPort = (otherPort: () => FakeMessagePort): FakeMessagePort => ({
  onmessage: null,
  postMessage() {
    setTimeout(() => otherPort().onmessage?.());
  },
  close: () => undefined,
});

/**
 * Minimal MessageChannel, enough for schedulers that only post empty messages. jsdom has none, and Node's own keeps the
 * test process running.
 */
class TaskChannel {
  readonly port1: FakeMessagePort = createPort(() => this.port2);
  readonly port2: FakeMessagePort = createPort(() => this.port1);
}

/** Adds a MessageChannel to pages of jsdom; every browser has one. */
export const installMessageChannel = (): void => {
  if (!('MessageChannel' in globalThis))
    Object.defineProperty(globalThis, 'MessageChannel', { value: TaskChannel, configurable: true });
};
