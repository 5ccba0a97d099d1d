/** What tabs of one browser tell each other about the session they share. */
export type TabMessage =
  | { readonly type: 'ended' }
  | { readonly type: 'began'; readonly uid: string };

/** The line between the tabs of one browser. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Answers the way to stop. */
  listen(listener: (message: TabMessage) => void): () => void;
}

/** Remembers whose session this browser has: a first visit asks for no refresh, and a page that was away sees who came meanwhile. */
export interface SessionMark {
  /** Null where there is none, or nothing can be remembered. */
  owner(): string | null;
  set(owner: string): void;
  clear(): void;
}

/** Runs one piece of work at a time over all tabs. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;
