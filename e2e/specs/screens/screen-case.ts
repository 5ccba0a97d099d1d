import type { Page } from '@playwright/test';
import type { ConsoleErrors } from '../../world/console-errors';

/** What a case may use beside its page. */
export interface CaseHarness {
  readonly consoleErrors: ConsoleErrors;
}

/** One screen in one state, and the way there on a fresh page. */
export interface ScreenCase {
  readonly name: string;
  /** Where the visitor stands instead of the Arcisstraße. */
  readonly at?: { readonly latitude: number; readonly longitude: number };
  /** A member whose address isn't verified yet. */
  readonly isUnverified?: boolean;
  open(page: Page, stage: CaseHarness): Promise<void>;
}
