import type { ConsentPurpose, EventParameters } from '@mahlzeit/shared-ui/platform';

/** Something worth knowing for who runs the app: an event of the log, or an error nobody caught. */
export interface TelemetryRecord {
  readonly kind: 'event' | 'error';
  readonly name: string;
  readonly parameters: EventParameters;
  /** Epoch milliseconds of the server's clock. */
  readonly at: number;
}

/** Takes records out of the page. */
export type TelemetryOutlet = (record: TelemetryRecord) => void;

/** What a record needs consent for, to leave the page. */
export const purposeOf = ({ kind }: TelemetryRecord): ConsentPurpose => (kind === 'error' ? 'errorReports' : 'analytics');
