import type { Consent, EventLog, EventParameters, ShellClock } from '@mahlzeit/shared-ui/platform';
import type { TelemetryOutlet, TelemetryRecord } from './telemetry-record';
import { purposeOf } from './telemetry-record';
import type { ErrorWindow } from './watch-errors';
import { watchErrors } from './watch-errors';

export interface TelemetryDeps {
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly browser: ErrorWindow;
  readonly clock: Pick<ShellClock, 'now'>;
  readonly consent: Pick<Consent, 'get'>;
  /** Stays in the page: the structured log. */
  readonly log: TelemetryOutlet;
  /** Leads out of the page; loaded when the first record may leave. */
  loadOutlet(): Promise<TelemetryOutlet>;
}

/** Writes events and uncaught errors to the structured log; what the diner allows leaves the page as well. Returns an unsubscribe function. */
export const startTelemetry = ({ eventLog, browser, clock, consent, log, loadOutlet }: TelemetryDeps): (() => void) => {
  let outlet: Promise<TelemetryOutlet> | null = null;

  const forward = (record: TelemetryRecord): void => {
    outlet ??= loadOutlet();
    outlet.then((send) => send(record)).catch(() => {
      // Nothing else fails with it; the next record tries again.
      outlet = null;
    });
  };
  const take = (kind: TelemetryRecord['kind'], name: string, parameters: EventParameters): void => {
    const record = { kind, name, parameters, at: clock.now() };
    log(record);
    if (consent.get()?.includes(purposeOf(record)) === true) forward(record);
  };

  const stops = [
    eventLog.subscribe((name, parameters) => take('event', name, parameters)),
    watchErrors(browser, (name, parameters) => take('error', name, parameters)),
  ];
  return () => stops.forEach((stop) => stop());
};
