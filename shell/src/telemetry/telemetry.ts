import { createObservable, createStoredText } from '@mahlzeit/shared-ui/platform';
import type {
  BrowserStorage,
  Consent,
  ConsentPurpose,
  EventLog,
  EventParameters,
  ShellClock,
  StoredTextEntry,
} from '@mahlzeit/shared-ui/platform';

/** Part of `window` that fires an event when another tab has changed the storage. */
interface ConsentEvents {
  addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void;
}

const CONSENT_KEY = 'mahlzeit.consent';

/**
 * Version of the question for consent, in the dialog and in the settings. It is raised when the meaning of a purpose
 * changes, so that users are asked again.
 */
const QUESTION_VERSION = '1';

/**
 * Reads the stored decision for each purpose, with the version of the question:
 * `version=1&analytics=no&errorReports=yes`.
 */
const readDecisions = (storedConsent: StoredTextEntry): URLSearchParams =>
  new URLSearchParams(storedConsent.read() ?? '');

/**
 * Creates the store of the user's consent in this browser. If a purpose was added since the decision, the user must
 * decide again.
 */
export const createConsent = (
  storage: BrowserStorage,
  purposes: readonly ConsentPurpose[],
  events: ConsentEvents,
): Consent => {
  const allowedPurposesOf = (decisions: URLSearchParams): readonly ConsentPurpose[] | null =>
    purposes.every(
      (purpose) =>
        decisions.get('version') === QUESTION_VERSION && ['yes', 'no'].includes(decisions.get(purpose) ?? ''),
    )
      ? purposes.filter((purpose) => decisions.get(purpose) === 'yes')
      : null;
  const storedConsent = createStoredText(storage, CONSENT_KEY);
  const allowedPurposes = createObservable(allowedPurposesOf(readDecisions(storedConsent)));
  // Decisions in other tabs are applied here, too, because above all a withdrawal must take effect in all tabs. The key
  // is null if the whole storage was cleared.
  events.addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY || key === null) allowedPurposes.set(allowedPurposesOf(readDecisions(storedConsent)));
  });
  return {
    purposes,
    get: allowedPurposes.get,
    subscribe: allowedPurposes.subscribe,
    decide(nextPurposes) {
      const decisions = readDecisions(storedConsent);
      decisions.set('version', QUESTION_VERSION);
      for (const purpose of purposes) decisions.set(purpose, nextPurposes.includes(purpose) ? 'yes' : 'no');
      storedConsent.write(decisions.toString());
      allowedPurposes.set(allowedPurposesOf(decisions));
    },
  };
};

/** Part of `window` that fires events for uncaught errors. */
type ErrorWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;

const MAX_ERROR_REPORTS = 10;
const MAX_TEXT_LENGTH = 1_000;

// Removes query and hash from each URL, because they may contain a token or a name.
const withoutUrlSecrets = (text: string): string =>
  text.replace(/(https?:\/\/[^\s?#)]*)[?#][^\s)]*/g, '$1').slice(0, MAX_TEXT_LENGTH);

const describeCause = (cause: unknown): { readonly name: string; readonly parameters: EventParameters } =>
  cause instanceof Error
    ? {
        name: cause.name,
        parameters: { message: withoutUrlSecrets(cause.message), stack: withoutUrlSecrets(cause.stack ?? '') },
      }
    : { name: 'Error', parameters: { message: withoutUrlSecrets(String(cause)), stack: '' } };

/**
 * Reports uncaught errors: each error once, and at most `MAX_ERROR_REPORTS` errors. Returns an unsubscribe function.
 */
export const watchErrors = (
  browser: ErrorWindow,
  report: (name: string, parameters: EventParameters) => void,
): (() => void) => {
  const reportedCauses = new Set<string>();
  const recordCause = (cause: unknown): void => {
    const { name, parameters } = describeCause(cause);
    const errorKey = `${name} ${parameters.message}`;
    if (reportedCauses.has(errorKey) || reportedCauses.size >= MAX_ERROR_REPORTS) return;
    reportedCauses.add(errorKey);
    report(name, parameters);
  };
  const onError = (event: ErrorEvent): void => recordCause(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => recordCause(event.reason);
  browser.addEventListener('error', onError);
  browser.addEventListener('unhandledrejection', onRejection);
  return () => {
    browser.removeEventListener('error', onError);
    browser.removeEventListener('unhandledrejection', onRejection);
  };
};

/** Record for the operator of the app: an event of the log, or an uncaught error. */
export interface TelemetryRecord {
  readonly kind: 'event' | 'error';
  readonly name: string;
  readonly parameters: EventParameters;
  /** Time on the server's clock, in epoch milliseconds. */
  readonly at: number;
}

/** Function that receives records and logs or sends them. */
export type TelemetryOutlet = (telemetryRecord: TelemetryRecord) => void;

/** Returns the purpose to which the user must have consented before the record may be sent. */
const purposeOf = ({ kind }: TelemetryRecord): ConsentPurpose => (kind === 'error' ? 'errorReports' : 'analytics');

interface TelemetryDeps {
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly browser: ErrorWindow;
  readonly clock: Pick<ShellClock, 'now'>;
  readonly consent: Pick<Consent, 'get'>;
  /** Function that writes records to the structured log of the page. */
  readonly log: TelemetryOutlet;
  /** Loads the function that sends records; called for the first record that may be sent. */
  loadOutlet(): Promise<TelemetryOutlet>;
}

/**
 * Writes events and uncaught errors to the structured log, and sends those for which the user has given consent.
 * Returns an unsubscribe function.
 */
export const startTelemetry = ({ eventLog, browser, clock, consent, log, loadOutlet }: TelemetryDeps): (() => void) => {
  let outletPromise: Promise<TelemetryOutlet> | null = null;

  const forwardRecord = (telemetryRecord: TelemetryRecord): void => {
    outletPromise ??= loadOutlet();
    outletPromise
      .then((sendRecord) => sendRecord(telemetryRecord))
      .catch(() => {
        // If the sending function can't be loaded, this record isn't sent, and the next record tries again.
        outletPromise = null;
      });
  };
  const recordEvent = (kind: TelemetryRecord['kind'], name: string, parameters: EventParameters): void => {
    const telemetryRecord = { kind, name, parameters, at: clock.now() };
    log(telemetryRecord);
    if (consent.get()?.includes(purposeOf(telemetryRecord)) === true) forwardRecord(telemetryRecord);
  };

  const stopFunctions = [
    eventLog.subscribe((name, parameters) => recordEvent('event', name, parameters)),
    watchErrors(browser, (name, parameters) => recordEvent('error', name, parameters)),
  ];
  return () => stopFunctions.forEach((stop) => stop());
};
