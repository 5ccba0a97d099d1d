import type { Account } from '@mahlzeit/contract';
import { defineTexts } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of account. */
export const { useTexts, text } = defineTexts('account', de);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait, rounded up: `30 Sekunden`, `1 Minute`, `2 Stunden`. */
export const waitText = (ms: number): string => {
  if (ms <= MINUTE - SECOND) return text('WaitSeconds', { count: Math.max(1, Math.ceil(ms / SECOND)) });
  if (ms <= HOUR - MINUTE) return text('WaitMinutes', { count: Math.ceil(ms / MINUTE) });
  return text('WaitHours', { count: Math.ceil(ms / HOUR) });
};

/** What to say to who has tried too often (`ErrorTooManyAttempts`); null: the gateway gave no time. */
export const tooManyAttempts = (retryAfterMs: number | null): string =>
  retryAfterMs === null ? text('ErrorTooManyAttempts') : text('TooManyAttemptsWait', { wait: waitText(retryAfterMs) });

type ErrorKey = Extract<keyof typeof de, `Error${string}` | `${string}Fail`>;

/** The text of an error that is named by its key; too many attempts say how long to wait. */
export const fieldErrorText = (error: ErrorKey, { retryAfterMs }: Pick<ApiError, 'retryAfterMs'>): string =>
  error === 'ErrorTooManyAttempts' ? tooManyAttempts(retryAfterMs) : text(error);

/** What to say to who has just come in; a third party may have told neither name nor address. */
export const greetingOf = ({ displayName, email }: Pick<Account, 'displayName' | 'email'>, isNew: boolean): string => {
  const name = displayName ?? email;
  if (name === null) return text(isNew ? 'WelcomeNewNameless' : 'WelcomeBackNameless');
  return text(isNew ? 'WelcomeNew' : 'WelcomeBack', { name });
};
