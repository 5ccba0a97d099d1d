import { err, ok } from '@mahlzeit/contract';
import type { PasswordChange, Result } from '@mahlzeit/contract';
import { validateNewPassword } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { CallerSession, Clock, CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import type { IdentityStore } from '../store';
import { setPassword } from './new-password';
import type { HashNewPassword, ProvePassword } from './password';

export interface PasswordChangeServiceDeps {
  readonly store: IdentityStore;
  readonly provePassword: ProvePassword;
  readonly hashNewPassword: HashNewPassword;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly createRateLimiter: CreateRateLimiter;
}

type PasswordChangeError =
  | 'passwordRequired'
  | 'ErrorPasswordInvalid'
  | 'ErrorPasswordWeak'
  | 'ErrorPasswordIncorrect'
  | 'thirdPartyAccount'
  | 'unauthenticated'
  | RouteError;

/** Session and IP address of a user who changes their password. */
export interface PasswordChanger {
  readonly session: Pick<CallerSession, 'uid' | 'sessionId'>;
  readonly address: string;
  readonly abortSignal?: AbortSignal;
}

/** Service of password changes by users who know their present password. */
export interface PasswordChangeService {
  /**
   * Stores the new password, ends all other sessions of the user and informs the user by e-mail. Rejects if too many
   * new passwords are waiting, or if `abortSignal` aborts while this one waits.
   */
  change(
    passwordChanger: PasswordChanger,
    passwordChange: PasswordChange,
  ): Promise<Result<Record<never, never>, PasswordChangeError>>;
}

/** Creates the service of password changes. It limits them to few a day, because each change sends an e-mail. */
export const createPasswordChangeService = ({
  store,
  provePassword,
  hashNewPassword,
  clock,
  live,
  createRateLimiter,
}: PasswordChangeServiceDeps): PasswordChangeService => {
  const changeLimiter = createRateLimiter('password-change', { points: 10, durationMs: 24 * 60 * 60_000 });

  return {
    async change({ session: { uid, sessionId }, address, abortSignal }, { password, newPassword }) {
      if (password === '') return err('passwordRequired');
      const validPassword = validateNewPassword(newPassword);
      if (!validPassword.ok) return validPassword;
      const passwordProof = await provePassword({ uid, sessionId, address }, password);
      if (!passwordProof.ok) return passwordProof;
      const limitAdmission = await consumeAttempt(changeLimiter, uid);
      if (!limitAdmission.ok) return limitAdmission;
      const passwordHash = await hashNewPassword(
        { password: validPassword.value, email: passwordProof.value.email },
        abortSignal,
      );
      if (!passwordHash.ok) return passwordHash;
      return store.write(async (identityRows): ReturnType<PasswordChangeService['change']> => {
        const user = await identityRows.users.find(uid);
        if (user === null) return err('unauthenticated');
        // Refuses when the owner has meanwhile set another password, to lock out somebody who knows this one.
        if (user.passwordHash !== passwordProof.value.passwordHash) return err('ErrorPasswordIncorrect');
        await setPassword(identityRows, user, { passwordHash: passwordHash.value, now: clock.now() });
        await identityRows.sessions.endAllOf(uid, clock.realNow(), sessionId);
        live.rightsChanged(identityRows, uid);
        return ok({});
      });
    },
  };
};
