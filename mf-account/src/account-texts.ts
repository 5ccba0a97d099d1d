import type { Account } from '@mahlzeit/contract';
import { defineTexts } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of mf-account: as a hook, and as a function outside of components. */
export const { useTexts, text } = defineTexts('account', de);

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Formats a waiting time, rounded up: `30 Sekunden`, `1 Minute`, `2 Stunden`. */
export const formatWaitTime = (waitMs: number): string => {
  if (waitMs <= MINUTE_MS - SECOND_MS)
    return text('WaitSeconds', { count: Math.max(1, Math.ceil(waitMs / SECOND_MS)) });
  if (waitMs <= HOUR_MS - MINUTE_MS) return text('WaitMinutes', { count: Math.ceil(waitMs / MINUTE_MS) });
  return text('WaitHours', { count: Math.ceil(waitMs / HOUR_MS) });
};

/** Returns the text of `ErrorTooManyAttempts`. `retryAfterMs` is null when the gateway sent no time. */
export const tooManyAttemptsText = (retryAfterMs: number | null): string =>
  retryAfterMs === null
    ? text('ErrorTooManyAttempts')
    : text('TooManyAttemptsWait', { wait: formatWaitTime(retryAfterMs) });

type ErrorKey = Extract<keyof typeof de, `Error${string}` | `${string}Fail`>;

/** Returns the German text of an error key. If the user has tried too often, the text contains the waiting time. */
export const fieldErrorText = (errorKey: ErrorKey, { retryAfterMs }: Pick<ApiError, 'retryAfterMs'>): string =>
  errorKey === 'ErrorTooManyAttempts' ? tooManyAttemptsText(retryAfterMs) : text(errorKey);

/** Returns the name that the user has chosen; null until then. */
export const chosenNameOf = ({ displayName, named }: Pick<Account, 'displayName' | 'named'>): string | null =>
  named ? displayName : null;

/** Returns the greeting after a login or registration. A third party may have sent neither name nor e-mail address. */
export const greetingOf = ({ displayName, email }: Pick<Account, 'displayName' | 'email'>, isNew: boolean): string => {
  const accountName = displayName ?? email;
  if (accountName === null) return text(isNew ? 'WelcomeNewNameless' : 'WelcomeBackNameless');
  return text(isNew ? 'WelcomeNew' : 'WelcomeBack', { name: accountName });
};
