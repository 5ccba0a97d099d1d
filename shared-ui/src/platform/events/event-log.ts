/** Values that go with an event. */
export type EventParameters = Readonly<Record<string, string | number>>;

/** Called once for each event. */
export type EventListener = (name: string, parameters: EventParameters) => void;

/**
 * What happened in the app, in the spec's words: `show_details`, `meetup_from_contactlist`. Leaves the page only where
 * a listener sends it.
 */
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

/** Gets an error of the program or of its data that the page can live with. */
type ErrorReporter = (name: string, parameters: EventParameters) => void;

const throwError: ErrorReporter = (name, parameters) => {
  throw new Error(`${name}: ${JSON.stringify(parameters)}`);
};

let reporter = throwError;

/** Sets who gets reported errors; null throws them instead, as in tests. */
export const setErrorReporter = (next: ErrorReporter | null): void => {
  reporter = next ?? throwError;
};

/** Reports an error that the page can live with. Throws where no reporter is set. */
export const reportError: ErrorReporter = (name, parameters) => reporter(name, parameters);
