/** Values that go with an event. */
export type EventParameters = Readonly<Record<string, string | number>>;

/** Hears each event once. */
export type EventListener = (name: string, parameters: EventParameters) => void;

/** What happened in the app, in the spec's words: `show_details`, `meetup_from_contactlist`. Leaves the page only where a listener sends it. */
export interface EventLog {
  log(name: string, parameters?: EventParameters): void;
  /** Answers the way to stop. */
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
