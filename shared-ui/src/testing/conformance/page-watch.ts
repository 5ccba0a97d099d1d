/** Resource that was created and not released. */
export interface OpenResource {
  readonly description: string;
  /**
   * True when our own code created the resource, false when a package did: packages set up some resources once for the
   * page.
   */
  readonly isOwn: boolean;
  /** Releases the resource, so that the next scenario isn't blamed for it. */
  end(): void;
}

/** Watcher of unreleased resources. `restore` gives the page its original functions back. */
export interface Watch {
  openResources(): readonly OpenResource[];
  restore(): void;
}

interface CallSite {
  getFileName(): string | null | undefined;
}

// Files skipped on the way to the real caller: this file, and the test double of MessageChannel that React's scheduler
// uses.
const ignoredFiles = /conformance\/page-watch|testing\/message-channel/;

/**
 * Whether our own code, not a package, called the watched function. Reads raw call sites: mapping every stack to its
 * source would take most of a scenario's time.
 */
const isOwnCaller = (): boolean => {
  const files: string[] = [];
  const originalValues = {
    prepareStackTrace: Reflect.get(Error, 'prepareStackTrace'),
    stackTraceLimit: Reflect.get(Error, 'stackTraceLimit'),
  };
  Object.assign(Error, {
    stackTraceLimit: 8,
    prepareStackTrace: (_error: unknown, sites: readonly CallSite[]) => {
      files.push(...sites.map((site) => site.getFileName() ?? ''));
      return '';
    },
  });
  void new Error('caller').stack;
  Object.assign(Error, originalValues);
  const caller = files.find((file) => !ignoredFiles.test(file));
  return caller !== undefined && !caller.includes('/node_modules/');
};

/** Replaces functions of the page; returns a function that restores them. */
const replaceOn = (target: object, replacements: Readonly<Record<string, unknown>>): (() => void) => {
  const originalProperties = Object.keys(replacements).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  );
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    for (const [name, descriptor] of originalProperties) {
      if (descriptor === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, descriptor);
    }
  };
};

/**
 * Watches timers and animation frames of our own code that neither fired nor were cancelled. Wraps the real timers
 * instead of mocking them, because other code would take mocked timers for fake time.
 */
const watchTimers = (): Watch => {
  const pending = new Map<unknown, OpenResource>();
  const { setTimeout, setInterval, clearTimeout, clearInterval, requestAnimationFrame, cancelAnimationFrame } = window;
  const note = (id: number, resourceName: string, end: () => void): number => {
    pending.set(id, { description: resourceName, isOwn: true, end });
    return id;
  };
  const forgetting =
    (clear: (id: number | undefined) => void) =>
    (id: number | undefined): void => {
      pending.delete(id);
      clear(id);
    };
  const restore = replaceOn(window, {
    setTimeout(run: TimerHandler, ms?: number, ...args: unknown[]) {
      if (typeof run !== 'function' || !isOwnCaller()) return setTimeout(run, ms, ...args);
      const id = setTimeout(() => {
        pending.delete(id);
        run(...args);
      }, ms);
      return note(id, `a timeout of ${ms ?? 0} ms`, () => clearTimeout(id));
    },
    setInterval(run: TimerHandler, ms?: number, ...args: unknown[]) {
      const id = setInterval(run, ms, ...args);
      return isOwnCaller() ? note(id, `an interval of ${ms ?? 0} ms`, () => clearInterval(id)) : id;
    },
    requestAnimationFrame(run: FrameRequestCallback) {
      if (!isOwnCaller()) return requestAnimationFrame(run);
      // The prefix is needed because the id of a frame may equal the id of a timer.
      const id = requestAnimationFrame((time) => {
        pending.delete(`frame ${id}`);
        run(time);
      });
      pending.set(`frame ${id}`, {
        description: 'an animation frame',
        isOwn: true,
        end: () => cancelAnimationFrame(id),
      });
      return id;
    },
    clearTimeout: forgetting(clearTimeout),
    clearInterval: forgetting(clearInterval),
    cancelAnimationFrame(id: number) {
      pending.delete(`frame ${id}`);
      cancelAnimationFrame(id);
    },
  });
  return { openResources: () => [...pending.values()], restore };
};

interface OpenListener extends OpenResource {
  readonly type: string;
  readonly listener: unknown;
  readonly isCapture: boolean;
}

const isCapture = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'capture' in options ? options.capture === true : options === true;

const watchListenersOf = (name: string, target: EventTarget): Watch => {
  const openListeners = new Set<OpenListener>();
  const { addEventListener, removeEventListener } = target;
  const find = (type: string, listener: unknown, options: unknown): OpenListener | undefined =>
    [...openListeners].find(
      (candidate) =>
        candidate.type === type && candidate.listener === listener && candidate.isCapture === isCapture(options),
    );
  const restore = replaceOn(target, {
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: AddEventListenerOptions | boolean,
    ) {
      addEventListener.call(target, type, listener, options);
      if (listener === null || find(type, listener, options) !== undefined) return;
      const entry: OpenListener = {
        type,
        listener,
        isCapture: isCapture(options),
        description: `the listener ${type} on ${name}`,
        isOwn: isOwnCaller(),
        end: () => {
          openListeners.delete(entry);
          removeEventListener.call(target, type, listener, options);
        },
      };
      openListeners.add(entry);
      if (typeof options === 'object' && options.once === true)
        addEventListener.call(target, type, () => openListeners.delete(entry), {
          once: true,
          capture: entry.isCapture,
        });
    },
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: EventListenerOptions | boolean,
    ) {
      const entry = find(type, listener, options);
      if (entry !== undefined) openListeners.delete(entry);
      removeEventListener.call(target, type, listener, options);
    },
  });
  return { openResources: () => [...openListeners], restore };
};

const watchListeners = (): Watch[] => [
  watchListenersOf('window', window),
  watchListenersOf('document', document),
  watchListenersOf('html', document.documentElement),
  watchListenersOf('head', document.head),
  watchListenersOf('body', document.body),
];

/** Common interface of the observers that are watched, such as MutationObserver. */
interface AnyObserver {
  observe(...args: readonly unknown[]): void;
  unobserve?(target: unknown): void;
  disconnect(): void;
}

/** Replacement for an observer class that jsdom lacks: every browser has the class, so a remote may use it. */
class SilentObserver implements AnyObserver {
  observe(): void {
    /* Never reports anything. */
  }
  unobserve(): void {
    /* Never observed anything. */
  }
  disconnect(): void {
    /* Holds no resources. */
  }
  takeRecords(): readonly unknown[] {
    return [];
  }
}

type ObserverClass = new (...args: readonly unknown[]) => AnyObserver;

const isObserverClass = (value: unknown): value is ObserverClass => typeof value === 'function';

const watchObservers = (name: string): Watch => {
  const open = new Map<AnyObserver, OpenResource & { readonly targets: Set<unknown> }>();
  const original: unknown = Reflect.get(window, name);
  const Original: ObserverClass = isObserverClass(original) ? original : SilentObserver;
  class WatchedObserver extends Original {
    override observe(...args: readonly unknown[]): void {
      super.observe(...args);
      const entry = open.get(this) ?? {
        description: `a ${name}`,
        isOwn: isOwnCaller(),
        targets: new Set(),
        end: () => this.disconnect(),
      };
      entry.targets.add(args[0]);
      open.set(this, entry);
    }
    override unobserve(target: unknown): void {
      super.unobserve?.(target);
      const entry = open.get(this);
      entry?.targets.delete(target);
      if (entry?.targets.size === 0) open.delete(this);
    }
    override disconnect(): void {
      super.disconnect();
      open.delete(this);
    }
  }
  return { openResources: () => [...open.values()], restore: replaceOn(window, { [name]: WatchedObserver }) };
};

/** Adds `document.adoptedStyleSheets`, which jsdom lacks. Returns a function that removes it. */
const provideAdoptedSheets = (): (() => void) =>
  'adoptedStyleSheets' in document ? () => undefined : replaceOn(document, { adoptedStyleSheets: [] });

/** Watches all resources of a page: timers, frames, listeners and observers. */
export const watchPage = (): Watch => {
  const watches = [
    watchTimers(),
    ...watchListeners(),
    ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'].map(watchObservers),
  ];
  const removeAdoptedSheets = provideAdoptedSheets();
  return {
    openResources: () => watches.flatMap((candidate) => candidate.openResources()),
    restore() {
      for (const one of watches) one.restore();
      removeAdoptedSheets();
    },
  };
};
