import type { ShellApi } from '../../platform/shell-contract';

type Subscribe<Args extends readonly unknown[]> = (...args: Args) => () => void;

/** Counts subscriptions to the shell that are begun and not ended. */
export const countSubscriptions = ({ session, store, clock, live }: ShellApi): (() => number) => {
  let open = 0;
  const counted = <Args extends readonly unknown[]>(subscribe: Subscribe<Args>): Subscribe<Args> => (...args) => {
    const stop = subscribe(...args);
    let isOpen = true;
    open += 1;
    return () => {
      if (isOpen) open -= 1;
      isOpen = false;
      stop();
    };
  };
  session.subscribe = counted(session.subscribe);
  clock.onMinute = counted(clock.onMinute);
  live.onStatus = counted(live.onStatus);
  live.subscribe = counted(live.subscribe);
  store.subscribe = counted(store.subscribe);
  return () => open;
};

/** Whether our own code called, not a package: packages keep timers of their own for a while. */
const isOwnCaller = (): boolean => {
  const frames = (new Error('caller').stack ?? '').split('\n').slice(1);
  const caller = frames.find((frame) => !frame.includes('conformance/leaks'));
  return caller !== undefined && !caller.includes('/node_modules/');
};

/** What is counted until it is ended or until `restore` gives the page its own functions back. */
export interface Watch<Held> {
  held(): Held;
  restore(): void;
}

/** Counts timers that our own code started and that neither ran out nor were stopped. Mocks would look like fake time to others. */
export const watchTimers = (): Watch<number> => {
  const pending = new Set<unknown>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window;
  const forgetting = (clear: typeof clearTimeout) => (id: number | undefined): void => {
    pending.delete(id);
    clear(id);
  };
  window.setTimeout = (run, ms, ...args) => {
    if (typeof run !== 'function' || !isOwnCaller()) return setTimeout(run, ms, ...args);
    const id = setTimeout(() => {
      pending.delete(id);
      run(...args);
    }, ms);
    pending.add(id);
    return id;
  };
  window.setInterval = (run, ms, ...args) => {
    const id = setInterval(run, ms, ...args);
    if (isOwnCaller()) pending.add(id);
    return id;
  };
  window.clearTimeout = forgetting(clearTimeout);
  window.clearInterval = forgetting(clearInterval);
  return { held: () => pending.size, restore: () => void Object.assign(window, { setTimeout, setInterval, clearTimeout, clearInterval }) };
};

type ListenerCall = readonly [type: string, listener: unknown, options?: unknown];

const isCapture = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'capture' in options ? options.capture === true : options === true;

const isSelfEnding = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && (('once' in options && options.once === true) || 'signal' in options);

const watchTarget = (target: Window | Document) => {
  const held: ListenerCall[] = [];
  const { addEventListener, removeEventListener } = target;
  const add = jest.spyOn(target, 'addEventListener').mockImplementation((...call: Parameters<typeof addEventListener>) => {
    if (!isSelfEnding(call[2])) held.push(call);
    addEventListener.apply(target, call);
  });
  const remove = jest.spyOn(target, 'removeEventListener').mockImplementation((...call: Parameters<typeof removeEventListener>) => {
    const [type, listener, options] = call;
    const at = held.findIndex((one) => one[0] === type && one[1] === listener && isCapture(one[2]) === isCapture(options));
    if (at >= 0) held.splice(at, 1);
    removeEventListener.apply(target, call);
  });
  return { held: () => held.map(([type]) => type), restore: () => [add, remove].forEach((spy) => spy.mockRestore()) };
};

/** Lists listeners on window and document that were added and not removed, by type. */
export const watchListeners = (): Watch<readonly string[]> => {
  const targets = [watchTarget(window), watchTarget(document)];
  return { held: () => targets.flatMap((one) => one.held()).sort(), restore: () => targets.forEach((one) => one.restore()) };
};

// A style attribute that is empty again, as scroll locks leave it, changes nothing.
const attributesOf = (element: Element): string =>
  element.getAttributeNames().filter((name) => element.getAttribute(name) !== '').map((name) => `${name}=${element.getAttribute(name) ?? ''}`).join(' ');

/** What stands on and directly below html, head and body. */
export const readPage = (): { readonly attributes: string; readonly body: number; readonly head: number } => ({
  attributes: [document.documentElement, document.body].map(attributesOf).join(' | '),
  body: document.body.childElementCount,
  head: document.head.childElementCount,
});
