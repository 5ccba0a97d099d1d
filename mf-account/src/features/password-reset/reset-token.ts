/** The token of a mailed link: in this page's memory only, never in the address nor in any storage. */
interface ResetToken {
  set(token: string): void;
  /** null where no link has brought one, or the page was loaded anew since. */
  get(): string | null;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** It has done its work, or never will. */
  forget(): void;
}

const createResetToken = (): ResetToken => {
  const listeners = new Set<() => void>();
  let held: string | null = null;
  const hold = (token: string | null): void => {
    held = token;
    for (const listener of [...listeners]) listener();
  };
  return {
    set: hold,
    get: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget: () => hold(null),
  };
};

/** The token of this page. */
export const resetToken = createResetToken();
