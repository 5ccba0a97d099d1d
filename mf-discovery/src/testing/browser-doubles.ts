type Notify = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

const noop = (): void => undefined;

const define = (name: string, value: unknown): void => {
  Object.defineProperty(window, name, { configurable: true, writable: true, value });
};

interface BrowserDoubles {
  readonly isWide?: boolean;
  readonly prefersReducedMotion?: boolean;
  /** Whether the device has a mouse; false for devices with touch only. */
  readonly canHover?: boolean;
  /** Type of the navigation by which the user came to the page: for example, `reload` or `back_forward`. */
  readonly arrival?: NavigationTimingType;
}

const arriveBy = (arrival: NavigationTimingType): void => {
  class Arrival {
    readonly type = arrival;
  }
  define('PerformanceNavigationTiming', Arrival);
  Object.defineProperty(performance, 'getEntriesByType', { configurable: true, value: () => [new Arrival()] });
};

/**
 * Installs doubles of browser features that jsdom lacks: width of the window, reduced motion, visibility and size of
 * elements, and type of the navigation.
 */
export const installBrowserDoubles = ({
  isWide = false,
  prefersReducedMotion = false,
  canHover = false,
  arrival = 'navigate',
}: BrowserDoubles = {}) => {
  arriveBy(arrival);
  const observers = new Set<Notify>();
  class OnScreenDouble {
    readonly #notify: Notify;
    constructor(notify: Notify) {
      this.#notify = notify;
    }
    observe(): void {
      observers.add(this.#notify);
    }
    disconnect(): void {
      observers.delete(this.#notify);
    }
  }
  class SizeDouble {
    observe = noop;
    disconnect = noop;
  }
  define('IntersectionObserver', OnScreenDouble);
  define('ResizeObserver', SizeDouble);
  const matchesQuery = (query: string): boolean =>
    (isWide && query.includes('min-width')) ||
    (prefersReducedMotion && query.includes('reduced-motion')) ||
    (canHover && query === '(hover: hover)');
  define('matchMedia', (query: string) => ({
    matches: matchesQuery(query),
    addEventListener: noop,
    removeEventListener: noop,
  }));
  for (const side of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 800 });
  HTMLElement.prototype.scrollIntoView = noop;
  HTMLElement.prototype.scrollTo = noop;
  define('scrollTo', noop);
  return {
    /**
     * Reports to all observers that their elements are in the viewport, or outside. Tests call this function in `act`,
     * because components then render again.
     */
    setOnScreen: (isIntersecting: boolean): void => observers.forEach((notify) => notify([{ isIntersecting }])),
  };
};
