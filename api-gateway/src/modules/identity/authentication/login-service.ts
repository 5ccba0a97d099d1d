import { err, ok } from '@mahlzeit/contract';
import type { Credentials, Result } from '@mahlzeit/contract';
import { validateEmail, validatePassword } from '@mahlzeit/contract/rules';
import type { Clock, RouteError } from '../../../platform';
import type { EnumerationGuard, LoginAttempts, PasswordHasher } from '../credentials';
import type { SecondStepLogins } from '../second-step';
import type {
  IssuedSession,
  KnownDevices,
  OpenedSession,
  SessionService,
  SignInBrowser,
  SignInNotices,
} from '../session';
import type { IdentityStore, StoredUser } from '../store';
import { isErasureDue } from '../user';

export interface LoginServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  readonly knownDevices: Pick<KnownDevices, 'deviceIdOf'>;
  readonly signInNotices: SignInNotices;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
  readonly enumeration: EnumerationGuard;
  readonly secondSteps: Pick<SecondStepLogins, 'requireCode'>;
  readonly clock: Clock;
}

type LoginError =
  | 'ErrorEmailEmpty'
  | 'ErrorEmailInvalid'
  | 'ErrorPasswordInvalid'
  | 'ErrorNoAccount'
  | 'ErrorPasswordIncorrect'
  | 'ErrorAuthDisabled'
  | RouteError;

/** Service of logins by e-mail address and password. */
export interface LoginService {
  /**
   * Logs a user in by opening a session. `cookie` is the refresh token that the browser had before; its session ends.
   * The owner gets an e-mail unless the browser has signed in to this account before. Fails with `secondStepRequired`
   * and a ticket for an account with a second step.
   */
  login(
    credentials: Credentials,
    loginClient: { readonly address: string; readonly cookie: string | null; readonly browser: SignInBrowser },
  ): Promise<Result<OpenedSession, LoginError>>;
}

/** Creates the login service. It limits failed logins by account and by IP address. */
export const createLoginService = ({
  store,
  sessions,
  knownDevices,
  signInNotices,
  hasher,
  attempts,
  enumeration,
  secondSteps,
  clock,
}: LoginServiceDeps): LoginService => {
  const checkPassword = async (email: string, password: string): Promise<Result<StoredUser, LoginError>> => {
    const user = await store.read((identityRows) => identityRows.users.findByEmail(email));
    const isPasswordCorrect = await hasher.verify(password, user?.passwordHash ?? null);
    // Treats a user who deleted the account more than 30 days ago as erased, even if the erasure job has not run yet.
    if (user === null || isErasureDue(user.deletedAt, clock.now())) return err('ErrorNoAccount');
    // Refuses a user who registered with a third party and so has no password.
    if (user.passwordHash === null) return err('ErrorAuthDisabled');
    if (!isPasswordCorrect) return err('ErrorPasswordIncorrect');
    return user.disabledAt === null ? ok(user) : err('ErrorAuthDisabled');
  };

  const openCheckedSession = async (
    checkedUser: StoredUser,
    browser: SignInBrowser,
  ): Promise<Result<IssuedSession, LoginError>> => {
    const details = await secondSteps.requireCode(checkedUser);
    if (details !== null) return err({ code: 'secondStepRequired', details });
    const tellOwner = await signInNotices.prepare(checkedUser, browser);
    return store.write(async (identityRows) => {
      const user = await identityRows.users.find(checkedUser.uid);
      // Checks the password hash again: the password may have been reset while the old one was verified. The reset has
      // ended all sessions, so the old password must not open a new one.
      if (user === null || user.passwordHash !== checkedUser.passwordHash) return err('ErrorPasswordIncorrect');
      if (user.disabledAt !== null) return err('ErrorAuthDisabled');
      await tellOwner(identityRows);
      return ok(await sessions.open(identityRows, user, browser.device));
    });
  };

  return {
    async login(credentials, { address, cookie, browser }) {
      const email = validateEmail(credentials.email);
      if (!email.ok) return email;
      const password = validatePassword(credentials.password);
      if (!password.ok) return password;
      const deviceId = knownDevices.deviceIdOf(browser.deviceToken, email.value);
      const question = { address, email: email.value };
      const userResult = await enumeration.guardLogin(
        question,
        () => attempts.guardAttempt({ ...question, deviceId }, () => checkPassword(email.value, password.value)),
        (result) => !result.ok && result.error === 'ErrorNoAccount',
      );
      if (!userResult.ok) return userResult;
      const sessionResult = await openCheckedSession(userResult.value, browser);
      if (!sessionResult.ok) return sessionResult;
      // Ends the browser's previous session, because the browser may now belong to another user.
      if (cookie !== null) await sessions.end(cookie);
      return ok(await sessions.presentOpened(sessionResult.value));
    },
  };
};
