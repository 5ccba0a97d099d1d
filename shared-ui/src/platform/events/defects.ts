import type { EventParameters } from './event-log';

/** Gets an error of the program or of its data that the page can live with. */
export type ErrorReporter = (name: string, parameters: EventParameters) => void;

const throwError: ErrorReporter = (name, parameters) => {
  throw new Error(`${name}: ${JSON.stringify(parameters)}`);
};

let listener = throwError;

/** Sets who gets reported errors; null throws them instead, as in tests. */
export const setErrorReporter = (next: ErrorReporter | null): void => {
  listener = next ?? throwError;
};

/** Reports an error that the page can live with. Throws where no reporter is set. */
export const reportError: ErrorReporter = (name, parameters) => listener(name, parameters);
