import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';

/** How many digits a code has (S1§5). */
export const CODE_LENGTH = 6;

/** A new code is to be had once in this time. */
export const RESEND_PAUSE_MS = 30_000;

/** What is wrong with a code; each is the key of its German text. */
export type CodeFault = 'CodeIncomplete' | 'ErrorVerificationCodeIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'ErrorUnknown';

const faults: ReadonlyMap<string, CodeFault> = new Map([
  ['invalidRequest', 'ErrorVerificationCodeIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/** Judges the field: six digits, as text, because a leading zero counts (A02). */
export const codeFault = (code: string): CodeFault | null => (/^\d{6}$/.test(code) ? null : 'CodeIncomplete');

/** What a refusal of the gateway says about the code. */
export const codeFaultOf = ({ code }: Pick<GatewayFailure, 'code'>): CodeFault => faults.get(code) ?? 'ErrorUnknown';
