type NotifyIntersection = (intersectionEntries: readonly { readonly isIntersecting: boolean }[]) => void;

const doNothing = (): void => undefined;

const defineOnWindow = (propertyName: string, value: unknown): void => {
  Object.defineProperty(window, propertyName, { configurable: true, writable: true, value });
};

interface BrowserDoubleOptions {
  readonly isWide?: boolean;
  readonly prefersReducedMotion?: boolean;
  /** Whether the device has a mouse; false for devices with touch only. */
  readonly canHover?: boolean;
  /** Type of the navigation by which the user came to the page, for example `reload` or `back_forward`. */
  readonly navigationType?: NavigationTimingType;
}

const setNavigationType = (navigationType: NavigationTimingType): void => {
  class NavigationTimingDouble {
    readonly type = navigationType;
  }
  defineOnWindow('PerformanceNavigationTiming', NavigationTimingDouble);
  Object.defineProperty(performance, 'getEntriesByType', {
    configurable: true,
    value: () => [new NavigationTimingDouble()],
  });
};

/**
 * Installs fakes of browser features that jsdom lacks: width of the window, reduced motion, visibility and size of
 * elements, and type of the navigation.
 */
export const installBrowserDoubles = ({
  isWide = false,
  prefersReducedMotion = false,
  canHover = false,
  navigationType = 'navigate',
}: BrowserDoubleOptions = {}) => {
  setNavigationType(navigationType);
  const notifyCallbacks = new Set<NotifyIntersection>();
  class IntersectionObserverDouble {
    readonly #notify: NotifyIntersection;
    constructor(notifyIntersection: NotifyIntersection) {
      this.#notify = notifyIntersection;
    }
    observe(): void {
      notifyCallbacks.add(this.#notify);
    }
    disconnect(): void {
      notifyCallbacks.delete(this.#notify);
    }
  }
  class ResizeObserverDouble {
    observe = doNothing;
    disconnect = doNothing;
  }
  defineOnWindow('IntersectionObserver', IntersectionObserverDouble);
  defineOnWindow('ResizeObserver', ResizeObserverDouble);
  const matchesQuery = (query: string): boolean =>
    (isWide && query.includes('min-width')) ||
    (prefersReducedMotion && query.includes('reduced-motion')) ||
    (canHover && query === '(hover: hover)');
  defineOnWindow('matchMedia', (query: string) => ({
    matches: matchesQuery(query),
    addEventListener: doNothing,
    removeEventListener: doNothing,
  }));
  for (const dimension of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, dimension, { configurable: true, value: 800 });
  HTMLElement.prototype.scrollIntoView = doNothing;
  HTMLElement.prototype.scrollTo = doNothing;
  defineOnWindow('scrollTo', doNothing);
  return {
    /**
     * Tells all observers that their elements are in the viewport, or outside of it. Tests call this function in `act`,
     * because components then render again.
     */
    setOnScreen: (isIntersecting: boolean): void => notifyCallbacks.forEach((notify) => notify([{ isIntersecting }])),
  };
};
