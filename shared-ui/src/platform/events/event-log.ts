import { createListeners } from './listeners';

/** Additional values of an event, by name. */
export type EventParameters = Readonly<Record<string, string | number>>;

/** Function that receives each logged event once. */
export type EventListener = (eventName: string, eventParameters: EventParameters) => void;

/**
 * Log of the user's actions in the app, under the names of the specification: `show_details`,
 * `meetup_from_contactlist`. An event is sent to a server only if a listener does that.
 */
export interface EventLog {
  log(name: string, parameters?: EventParameters): void;
  /** Calls the listener for each logged event. Returns an unsubscribe function. */
  subscribe(listener: EventListener): () => void;
}

/** Creates the event log of one page. An event that is logged while there is no listener is lost. */
export const createEventLog = (): EventLog => {
  const listeners = createListeners<Parameters<EventListener>>();
  return {
    log: (name, parameters = {}) => listeners.emit(name, parameters),
    subscribe: listeners.add,
  };
};

/** Receives an error after which the page can continue: a programming error, or invalid data. */
type ReportErrorFunction = (name: string, parameters: EventParameters) => void;

const throwReportedError: ReportErrorFunction = (name, parameters) => {
  throw new Error(`${name}: ${JSON.stringify(parameters)}`);
};

let errorReporter = throwReportedError;

/** Sets the function that receives reported errors. With null, `reportError` throws them instead, as in tests. */
export const setErrorReporter = (nextErrorReporter: ReportErrorFunction | null): void => {
  errorReporter = nextErrorReporter ?? throwReportedError;
};

/** Reports an error after which the page can continue. Throws it when no reporter is set. */
export const reportError: ReportErrorFunction = (name, parameters) => errorReporter(name, parameters);
