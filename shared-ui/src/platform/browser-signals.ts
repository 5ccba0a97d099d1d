/** What the browser says about the page and its network. */
export interface BrowserSignals {
  /** The page is seen again. Returns an unsubscribe function. */
  onVisible(listener: () => void): () => void;
  /** The network is back. Returns an unsubscribe function. */
  onOnline(listener: () => void): () => void;
  /** The page comes back out of the browser's memory, by Back for instance. Returns an unsubscribe function. */
  onPageShow(listener: () => void): () => void;
}

/** Signals of the window. */
export const browserSignals: BrowserSignals = {
  onVisible(listener) {
    const whenVisible = (): void => {
      if (document.visibilityState === 'visible') listener();
    };
    document.addEventListener('visibilitychange', whenVisible);
    return () => document.removeEventListener('visibilitychange', whenVisible);
  },
  onOnline(listener) {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
  onPageShow(listener) {
    const whenKept = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) listener();
    };
    window.addEventListener('pageshow', whenKept);
    return () => window.removeEventListener('pageshow', whenKept);
  },
};
