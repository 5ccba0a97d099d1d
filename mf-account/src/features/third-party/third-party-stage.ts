import { err, ok } from '@mahlzeit/contract';
import type { Account, Result, SignInIntent, ThirdParty } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import type { SignInProof } from './sign-in-proof';
import type { ThirdPartyError } from './third-party-faults';

/** How it ended: the account, or why there is none. */
export type ThirdPartyOutcome = Result<{ readonly account: Account; readonly provider: ThirdParty }, ThirdPartyError>;

/** A sign-in under way. `blocked`: the browser opened no window, but may follow a link. */
export interface Attempt {
  readonly status: 'waiting' | 'blocked' | 'completing';
  readonly provider: ThirdParty;
  /** Where the window begins. */
  readonly address: string;
}

/** How far a sign-in is. `unsupported`: this browser can't prove that it began it. */
export type ThirdPartyStage = Attempt | { readonly status: 'preparing' | 'unsupported' | 'ready' };

/** What is under way, else whether something could begin. */
export const stageOf = (attempt: Attempt | null, proof: SignInProof | 'unsupported' | null): ThirdPartyStage => {
  if (attempt !== null) return attempt;
  if (proof === null) return { status: 'preparing' };
  return { status: proof === 'unsupported' ? proof : 'ready' };
};

/** Whether something is under way, and the screen shows that instead. */
export const isUnderWay = (stage: ThirdPartyStage): stage is Attempt => 'provider' in stage;

/** Whether there is a window to wait for. */
export const isWaiting = (attempt: Attempt | null): attempt is Attempt => attempt !== null && attempt.status !== 'completing';

/** The gateway's answer as the end of a sign-in. */
export const outcomeOf = (answer: Result<Account, Pick<ApiError, 'code' | 'retryAfterMs'>>, asked: { readonly provider: ThirdParty; readonly intent: SignInIntent }): ThirdPartyOutcome =>
  (answer.ok ? ok({ account: answer.value, provider: asked.provider }) : err({ ...asked, code: answer.error.code, retryAfterMs: answer.error.retryAfterMs }));
