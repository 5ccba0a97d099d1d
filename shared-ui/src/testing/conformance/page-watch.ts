import { isPackageFile, readCallingFiles, replaceProperties } from './replaced-functions';

/** Resource of the page, such as a timer, that was created and not released. */
export interface OpenResource {
  readonly description: string;
  /**
   * True if code of the product created the resource, false if a package did: packages create some resources once for
   * the page.
   */
  readonly isOpenedByOwnCode: boolean;
  /** Releases the resource, so that it isn't reported for the next scenario. */
  release(): void;
}

/** Watches for resources that aren't released. `restore` gives the page its original functions back. */
export interface ResourceWatcher {
  openResources(): readonly OpenResource[];
  restore(): void;
}

// Matches files that are skipped in the search for the caller of a watched function: those of the watcher, and the fake
// MessageChannel that React's scheduler uses.
const IGNORED_CALLER_PATTERN = /conformance\/(page-watch|replaced-functions)|testing\/message-channel/;

/** Returns whether code of the product, not a package, has called the watched function. */
const isCalledByOwnCode = (): boolean => {
  const callerFile = readCallingFiles(8).find((file) => !IGNORED_CALLER_PATTERN.test(file));
  return callerFile !== undefined && !isPackageFile(callerFile);
};

/**
 * Watches timers and animation frames of the product's own code that neither fired nor were cancelled. Wraps the real
 * timers instead of mocking them, because other code would take mocked timers for fake time.
 */
const watchTimers = (): ResourceWatcher => {
  const pendingCalls = new Map<unknown, OpenResource>();
  const { setTimeout, setInterval, clearTimeout, clearInterval, requestAnimationFrame, cancelAnimationFrame } = window;
  const recordPendingCall = (callId: number, callDescription: string, cancelCall: () => void): number => {
    pendingCalls.set(callId, { description: callDescription, isOpenedByOwnCode: true, release: cancelCall });
    return callId;
  };
  const withForgottenTimer =
    (clearTimer: (id: number | undefined) => void) =>
    (id: number | undefined): void => {
      pendingCalls.delete(id);
      clearTimer(id);
    };
  const restore = replaceProperties(window, {
    setTimeout(handler: TimerHandler, ms?: number, ...args: unknown[]) {
      if (typeof handler !== 'function' || !isCalledByOwnCode()) return setTimeout(handler, ms, ...args);
      const id = setTimeout(() => {
        pendingCalls.delete(id);
        handler(...args);
      }, ms);
      return recordPendingCall(id, `a timeout of ${ms ?? 0} ms`, () => clearTimeout(id));
    },
    setInterval(handler: TimerHandler, ms?: number, ...args: unknown[]) {
      const id = setInterval(handler, ms, ...args);
      return isCalledByOwnCode() ? recordPendingCall(id, `an interval of ${ms ?? 0} ms`, () => clearInterval(id)) : id;
    },
    requestAnimationFrame(callback: FrameRequestCallback) {
      if (!isCalledByOwnCode()) return requestAnimationFrame(callback);
      // The prefix is needed because the id of a frame may equal the id of a timer.
      const id = requestAnimationFrame((frameTime) => {
        pendingCalls.delete(`frame ${id}`);
        callback(frameTime);
      });
      pendingCalls.set(`frame ${id}`, {
        description: 'an animation frame',
        isOpenedByOwnCode: true,
        release: () => cancelAnimationFrame(id),
      });
      return id;
    },
    clearTimeout: withForgottenTimer(clearTimeout),
    clearInterval: withForgottenTimer(clearInterval),
    cancelAnimationFrame(id: number) {
      pendingCalls.delete(`frame ${id}`);
      cancelAnimationFrame(id);
    },
  });
  return { openResources: () => [...pendingCalls.values()], restore };
};

interface OpenListener extends OpenResource {
  readonly type: string;
  readonly listener: unknown;
  readonly isCapture: boolean;
}

const isCaptureListener = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'capture' in options ? options.capture === true : options === true;

const watchListenersOf = (targetName: string, target: EventTarget): ResourceWatcher => {
  const openListeners = new Set<OpenListener>();
  const { addEventListener, removeEventListener } = target;
  const findListener = (type: string, listener: unknown, options: unknown): OpenListener | undefined =>
    [...openListeners].find(
      (openListenerEntry) =>
        openListenerEntry.type === type &&
        openListenerEntry.listener === listener &&
        openListenerEntry.isCapture === isCaptureListener(options),
    );
  const restore = replaceProperties(target, {
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: AddEventListenerOptions | boolean,
    ) {
      addEventListener.call(target, type, listener, options);
      if (listener === null || findListener(type, listener, options) !== undefined) return;
      const openListener: OpenListener = {
        type,
        listener,
        isCapture: isCaptureListener(options),
        description: `the listener ${type} on ${targetName}`,
        isOpenedByOwnCode: isCalledByOwnCode(),
        release: () => {
          openListeners.delete(openListener);
          removeEventListener.call(target, type, listener, options);
        },
      };
      openListeners.add(openListener);
      if (typeof options === 'object' && options.once === true)
        addEventListener.call(target, type, () => openListeners.delete(openListener), {
          once: true,
          capture: openListener.isCapture,
        });
    },
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: EventListenerOptions | boolean,
    ) {
      const matchingListener = findListener(type, listener, options);
      if (matchingListener !== undefined) openListeners.delete(matchingListener);
      removeEventListener.call(target, type, listener, options);
    },
  });
  return { openResources: () => [...openListeners], restore };
};

const watchListeners = (): ResourceWatcher[] => [
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

/** Replaces an observer class that jsdom lacks. Every browser has the class, so a remote may use it. */
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

const watchObservers = (observerClassName: string): ResourceWatcher => {
  const openObservers = new Map<AnyObserver, OpenResource & { readonly targets: Set<unknown> }>();
  const originalClass: unknown = Reflect.get(window, observerClassName);
  const OriginalObserver: ObserverClass = isObserverClass(originalClass) ? originalClass : SilentObserver;
  class WatchedObserver extends OriginalObserver {
    override observe(...args: readonly unknown[]): void {
      super.observe(...args);
      const entry = openObservers.get(this) ?? {
        description: `a ${observerClassName}`,
        isOpenedByOwnCode: isCalledByOwnCode(),
        targets: new Set(),
        release: () => this.disconnect(),
      };
      entry.targets.add(args[0]);
      openObservers.set(this, entry);
    }
    override unobserve(target: unknown): void {
      super.unobserve?.(target);
      const entry = openObservers.get(this);
      entry?.targets.delete(target);
      if (entry?.targets.size === 0) openObservers.delete(this);
    }
    override disconnect(): void {
      super.disconnect();
      openObservers.delete(this);
    }
  }
  return {
    openResources: () => [...openObservers.values()],
    restore: replaceProperties(window, { [observerClassName]: WatchedObserver }),
  };
};

/** Adds `document.adoptedStyleSheets`, which jsdom lacks. Returns a function that removes it. */
const provideAdoptedSheets = (): (() => void) =>
  'adoptedStyleSheets' in document ? () => undefined : replaceProperties(document, { adoptedStyleSheets: [] });

/** Watches all resources of a page: timers, frames, listeners and observers. */
export const watchPage = (): ResourceWatcher => {
  const watchers = [
    watchTimers(),
    ...watchListeners(),
    ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'].map(watchObservers),
  ];
  const removeAdoptedSheets = provideAdoptedSheets();
  return {
    openResources: () => watchers.flatMap((candidate) => candidate.openResources()),
    restore() {
      for (const watcher of watchers) watcher.restore();
      removeAdoptedSheets();
    },
  };
};
