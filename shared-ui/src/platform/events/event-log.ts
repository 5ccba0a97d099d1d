import { createListeners } from './listeners';

/** Values of an event. */
export type EventParameters = Readonly<Record<string, string | number>>;

/** Called once for each event. */
export type EventListener = (name: string, parameters: EventParameters) => void;

/**
 * Log of events in the app, with the names of the specification: `show_details`, `meetup_from_contactlist`. Events
 * leave the page only when a listener sends them.
 */
export interface EventLog {
  log(name: string, parameters?: EventParameters): void;
  /** Returns an unsubscribe function. */
  subscribe(listener: EventListener): () => void;
}

/** Creates the event log of one page. */
export const createEventLog = (): EventLog => {
  const listeners = createListeners<Parameters<EventListener>>();
  return {
    log: (name, parameters = {}) => listeners.emit(name, parameters),
    subscribe: listeners.add,
  };
};

/** Receives an error of the program or its data that the page survives. */
type ErrorReporter = (name: string, parameters: EventParameters) => void;

const throwError: ErrorReporter = (name, parameters) => {
  throw new Error(`${name}: ${JSON.stringify(parameters)}`);
};

let reporter = throwError;

/** Sets the receiver of reported errors; with null they are thrown instead, as in tests. */
export const setErrorReporter = (next: ErrorReporter | null): void => {
  reporter = next ?? throwError;
};

/** Reports an error that the page survives. Throws when no reporter is set. */
export const reportError: ErrorReporter = (name, parameters) => reporter(name, parameters);
