/** Somebody in a queue. */
export interface Waiting {
  /** Whether they have given up. */
  isGone(): boolean;
  begin(): void;
}

/** Those who wait, by what they share: an address, a kind of work. */
export interface FairQueue {
  add(key: string, waiting: Waiting): void;
  /** The next one that still waits; its key goes to the end. null where nobody does. */
  take(): Waiting | null;
}

/** Makes a queue in which keys take turns, however many wait under one of them. */
export const createFairQueue = (): FairQueue => {
  // Whose turn it is stands first.
  const byKey = new Map<string, Waiting[]>();
  return {
    add(key, waiting) {
      const own = byKey.get(key);
      if (own === undefined) byKey.set(key, [waiting]);
      else own.push(waiting);
    },
    take() {
      for (const [key, own] of byKey) {
        byKey.delete(key);
        const next = own.shift();
        if (own.length > 0) byKey.set(key, own);
        if (next !== undefined && !next.isGone()) return next;
      }
      return null;
    },
  };
};
