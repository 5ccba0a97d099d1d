import { MAIL_TOKEN_COLUMN, SECOND_STEP_SECRET_COLUMN } from './modules/identity';
import { REPORT_COLUMNS } from './modules/reports';
import type { SealedColumn } from './platform/secrets';

/**
 * All database columns with encrypted texts. A rotated key is removed when no text in these columns is encrypted with
 * it.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  MAIL_TOKEN_COLUMN,
  SECOND_STEP_SECRET_COLUMN,
  ...Object.values(REPORT_COLUMNS),
];
