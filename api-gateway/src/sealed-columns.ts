import { MAIL_TOKEN_COLUMN, SECOND_STEP_SECRET_COLUMN } from './modules/identity';
import { REPORT_COLUMNS } from './modules/reports';
import type { SealedColumn } from './platform/secrets';

/** All columns with encrypted texts. A rotated key is dropped once none of them has a text of this key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  MAIL_TOKEN_COLUMN,
  SECOND_STEP_SECRET_COLUMN,
  ...Object.values(REPORT_COLUMNS),
];
