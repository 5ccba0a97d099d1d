/** Values that go with an event. */
export type EventParameters = Readonly<Record<string, string | number>>;

/** Called once for each event. */
export type EventListener = (name: string, parameters: EventParameters) => void;

/** What happened in the app, in the spec's words: `show_details`, `meetup_from_contactlist`. Leaves the page only where a listener sends it. */
export interface EventLog {
  log(name: string, parameters?: EventParameters): void;
  /** Returns an unsubscribe function. */
  subscribe(listener: EventListener): () => void;
}

/** The event log of one page. */
export const createEventLog = (): EventLog => {
  const listeners = new Set<EventListener>();
  return {
    log(name, parameters = {}) {
      for (const listener of listeners) listener(name, parameters);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
