import { err, ok } from '@mahlzeit/contract';
import type { Result, VerificationOutcome } from '@mahlzeit/contract';
import type { Clock, RouteError } from '../../../platform';
import type { IdentitySecrets } from '../identity-secrets';
import type { IdentityStore, IdentityWrite } from '../identity-store';
import { tooManyAttempts } from '../login-attempts';
import type { StoredUser } from '../stored-user';
import { saveUser } from '../user-log';
import { RESEND_PAUSE_MS } from './verification-limits';
import type { VerificationLimits } from './verification-limits';
import { CODE_LIFETIME_MS, codeHashOf, checkCode, newCode } from './verification-rules';

export interface VerificationServiceDeps {
  readonly store: IdentityStore;
  readonly secrets: Pick<IdentitySecrets, 'codeKey'>;
  readonly limits: VerificationLimits;
  readonly clock: Clock;
  /** Wrong tries after which a code is void. */
  readonly maxWrongTries: number;
}

/** Mails a user a new code, inside the write that made it necessary. */
export type SendCode = (rows: IdentityWrite, user: StoredUser) => Promise<void>;

/** Verifies e-mail addresses by codes of six digits. */
export interface VerificationService {
  /** Fetches what `SendCode` needs, before the write. */
  prepare(): Promise<SendCode>;
  verify(uid: string, code: string): Promise<Result<VerificationOutcome, 'unauthenticated' | RouteError>>;
  /** Mails another code, unless the address is verified already; refused where there is none. */
  resend(uid: string): Promise<Result<Record<never, never>, 'unauthenticated' | 'notAllowed' | RouteError>>;
}

/** Verification of this gateway. */
export const createVerificationService = ({ store, secrets, limits, clock, maxWrongTries }: VerificationServiceDeps): VerificationService => {
  const prepare = async (): Promise<SendCode> => {
    const key = await secrets.codeKey();
    return async (rows, { uid, email }) => {
      if (email === null) throw new Error('a code is mailed to nobody');
      const code = newCode();
      await rows.codes.put({ uid, email, codeHash: codeHashOf(key, { uid, email, code }), expiresAt: clock.now() + CODE_LIFETIME_MS, wrongTries: 0 });
      await rows.mail({ kind: 'verificationCode', to: email, code });
    };
  };

  const check = async (rows: IdentityWrite, uid: string, codeHash: (email: string) => string): Promise<'right' | 'wrong' | 'spent' | 'nobody'> => {
    const user = await rows.users.find(uid);
    if (user === null) return 'nobody';
    // A third party may have hidden the address: then no code was ever sent.
    if (user.email === null) return 'wrong';
    const verdict = checkCode(await rows.codes.find(uid), { email: user.email, codeHash: codeHash(user.email), now: clock.now(), maxWrongTries });
    if (verdict === 'wrong') await rows.codes.countWrong(uid);
    // The code stays until it expires: a second tab that sends it, too, gets the same answer.
    if (verdict === 'right' && !user.isEmailVerified) await saveUser(rows, { ...user, isEmailVerified: true }, { isNew: false });
    return verdict;
  };

  return {
    prepare,

    async verify(uid, code) {
      const taken = await limits.try(uid);
      if (!taken.ok) return taken;
      const key = await secrets.codeKey();
      const verdict = await store.write((rows) => check(rows, uid, (email) => codeHashOf(key, { uid, email, code })));
      if (verdict === 'nobody') return err('unauthenticated');
      if (verdict !== 'wrong') await taken.value.giveBack();
      // Only another code helps.
      return verdict === 'spent' ? err(tooManyAttempts(RESEND_PAUSE_MS)) : ok({ success: verdict === 'right' });
    },

    async resend(uid) {
      const user = await store.read((rows) => rows.users.find(uid));
      if (user === null) return err('unauthenticated');
      if (user.isEmailVerified) return ok({});
      if (user.email === null) return err('notAllowed');
      const may = await limits.resend(uid);
      if (!may.ok) return may;
      const send = await prepare();
      return store.write(async (rows) => {
        const current = await rows.users.find(uid);
        if (current === null) return err('unauthenticated');
        await send(rows, current);
        return ok({});
      });
    },
  };
};
