import type { ApiError } from '@mahlzeit/shared-ui/platform';

/** How many digits a code has (S1§5). */
const CODE_LENGTH = 6;

/** A new code is to be had once in this time. */
const RESEND_PAUSE_MS = 30_000;

/** What is wrong with a code; each is the key of its German text. */
type CodeError = 'CodeIncomplete' | 'ErrorVerificationCodeIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'ErrorUnknown';

const errorsByCode: ReadonlyMap<string, CodeError> = new Map([
  ['invalidRequest', 'ErrorVerificationCodeIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/** Validates the field: six digits, as text, because a leading zero counts (A02). */
const codeError = (code: string): CodeError | null => (/^\d{6}$/.test(code) ? null : 'CodeIncomplete');

/** What an error of the gateway says about the code. */
const codeErrorOf = ({ code }: Pick<ApiError, 'code'>): CodeError => errorsByCode.get(code) ?? 'ErrorUnknown';
