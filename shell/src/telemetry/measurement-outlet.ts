import type { ShellClock } from '@mahlzeit/shared-ui/platform';
import type { TelemetryOutlet, TelemetryRecord } from './telemetry';

interface MeasurementDeps {
  readonly measurementId: string;
  /** Random id of this page view, so that users can't be followed from one visit to the next. */
  readonly clientId: string;
  readonly location: Pick<Location, 'origin' | 'pathname'>;
  readonly language: string;
  send(url: string): void;
}

const COLLECT_URL = 'https://region1.google-analytics.com/g/collect';

// Returns a name that Google Analytics accepts: only letters, digits and underscores, at most forty characters.
const measurementNameOf = (recordName: string): string => recordName.replace(/\W+/g, '_').slice(0, 40);

// Removes card numbers from a text. Twelve to nineteen digits, with or without separators, may be a card number, which
// an error message may contain and which must not be sent.
const withoutCardNumbers = (text: string): string => text.replace(/\d(?:[\s-]?\d){11,}/g, '…');

const queryParametersOf = ({ kind, name, parameters }: TelemetryRecord): readonly [string, string][] =>
  kind === 'error'
    ? [
        ['en', 'exception'],
        ['ep.description', withoutCardNumbers(`${name}: ${parameters.message}`).slice(0, 100)],
      ]
    : [
        ['en', measurementNameOf(name)],
        ...Object.entries(parameters).map(([key, value]): [string, string] => [
          `${typeof value === 'number' ? 'epn' : 'ep'}.${measurementNameOf(key)}`,
          String(value).slice(0, 100),
        ]),
      ];

/**
 * Creates a function that sends records to Google Analytics 4, without its script, without cookies, and without the
 * query and hash of the URL.
 */
export const createMeasurementOutlet = ({
  measurementId,
  clientId,
  location,
  language,
  send,
}: MeasurementDeps): TelemetryOutlet => {
  let sentCount = 0;
  return (record) => {
    sentCount += 1;
    const queryParameters = new URLSearchParams([
      ['v', '2'],
      ['tid', measurementId],
      ['cid', clientId],
      ['sid', clientId],
      ['_s', String(sentCount)],
      ['dl', location.origin + location.pathname],
      ['ul', language],
      ...queryParametersOf(record),
    ]);
    send(`${COLLECT_URL}?${queryParameters.toString()}`);
  };
};

/** Creates the function that sends records to Google Analytics 4 with the URL and language of this page. */
export const createPageOutlet = (measurementId: string, clock: Pick<ShellClock, 'now'>): TelemetryOutlet =>
  createMeasurementOutlet({
    measurementId,
    clientId: `${Math.random().toString().slice(2)}.${clock.now()}`,
    location: window.location,
    language: window.navigator.language,
    // The promise isn't awaited: a record that can't be sent is lost.
    send: (url) => void fetch(url, { method: 'POST', mode: 'no-cors', keepalive: true }).catch(() => undefined),
  });
