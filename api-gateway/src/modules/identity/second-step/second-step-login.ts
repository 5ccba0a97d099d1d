import { err, ok } from '@mahlzeit/contract';
import type { Result, SecondStepLogin, SecondStepRequiredDetails } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import type { Clock, RouteError } from '../../../platform';
import type { IssuedSession, OpenedSession, SessionService, SignInBrowser, SignInNotices } from '../session';
import { sha256Base64Url } from '../store';
import type { IdentityStore, IdentityTransaction, StoredTicket, StoredUser } from '../store';
import { isErasureDue } from '../user';
import type { CodeAttempts, TakeCode } from './code-check';

/** Time in which the code has to come, in milliseconds of real time. */
const TICKET_LIFETIME_MS = 5 * 60_000;

/** Number of wrong codes for one ticket, after which the password has to be typed again. */
const MAX_WRONG_TRIES = 5;

type SecondStepLoginError = 'secondStepCodeIncorrect' | 'secondStepTicketInvalid' | 'ErrorAuthDisabled' | RouteError;

/** Browser of a login with a second step. */
export interface SecondStepClient {
  /** The browser's refresh token from before the login; the session of that token ends. */
  readonly cookie: string | null;
  readonly browser: SignInBrowser;
}

/** The part of a login between a right password and the session of an account with a second step. */
export interface SecondStepLogins {
  /** Returns the ticket of a login whose password is right; null for an account without a second step. */
  requireCode(user: StoredUser): Promise<SecondStepRequiredDetails | null>;
  /**
   * Opens a session for a ticket and a code. The owner gets an e-mail unless the browser has signed in to this account
   * before.
   */
  complete(login: SecondStepLogin, client: SecondStepClient): Promise<Result<OpenedSession, SecondStepLoginError>>;
}

export interface SecondStepLoginsDeps {
  readonly store: IdentityStore;
  readonly sessions: Pick<SessionService, 'open' | 'presentOpened' | 'end'>;
  readonly signInNotices: SignInNotices;
  readonly clock: Clock;
  readonly takeCode: TakeCode;
  readonly attempts: CodeAttempts;
}

const passwordFingerprintOf = ({ passwordHash }: StoredUser): string => sha256Base64Url(passwordHash ?? '');

/** Creates the logins with a second step. Any gateway can complete a login that another one has begun. */
export const createSecondStepLogins = ({
  store,
  sessions,
  signInNotices,
  clock,
  takeCode,
  attempts,
}: SecondStepLoginsDeps): SecondStepLogins => {
  const isTicketGood = ({ expiresAt, wrongTries, passwordFingerprint }: StoredTicket, user: StoredUser): boolean =>
    expiresAt > clock.realNow() &&
    wrongTries < MAX_WRONG_TRIES &&
    passwordFingerprint === passwordFingerprintOf(user) &&
    !isErasureDue(user.deletedAt, clock.now());

  const takeTicket = async (
    identityRows: IdentityTransaction,
    { ticket, code }: SecondStepLogin,
  ): Promise<Result<StoredUser, SecondStepLoginError>> => {
    const storedTicket = await identityRows.secondSteps.findTicket(sha256Base64Url(ticket));
    const user = storedTicket === null ? null : await identityRows.users.find(storedTicket.uid);
    if (storedTicket === null || user === null || !isTicketGood(storedTicket, user))
      return err('secondStepTicketInvalid');
    if (user.disabledAt !== null) return err('ErrorAuthDisabled');
    const codeResult = await takeCode(identityRows, user.uid, code);
    if (codeResult.ok) {
      await identityRows.secondSteps.removeTicket(storedTicket.ticketHash);
      return ok(user);
    }
    await identityRows.secondSteps.countWrongTry(storedTicket.ticketHash);
    // The second step was turned off elsewhere: the password alone now opens a session.
    return err(codeResult.error === 'notFound' ? 'secondStepTicketInvalid' : codeResult.error);
  };

  const openSession = async (
    provedUser: StoredUser,
    browser: SignInBrowser,
  ): Promise<Result<IssuedSession, SecondStepLoginError>> => {
    const tellOwner = await signInNotices.prepare(provedUser, browser);
    return store.write(async (identityRows) => {
      const user = await identityRows.users.find(provedUser.uid);
      // The owner may meanwhile have set a new password, which has ended all sessions.
      if (user === null || user.passwordHash !== provedUser.passwordHash) return err('secondStepTicketInvalid');
      if (user.disabledAt !== null) return err('ErrorAuthDisabled');
      await tellOwner(identityRows);
      return ok(await sessions.open(identityRows, user, browser.device));
    });
  };

  return {
    async requireCode(user) {
      const secondStep = await store.read(({ secondSteps }) => secondSteps.find(user.uid));
      if (secondStep === null || secondStep.confirmedAt === null) return null;
      const ticket = randomKey();
      await store.write(({ secondSteps }) =>
        secondSteps.insertTicket({
          ticketHash: sha256Base64Url(ticket),
          uid: user.uid,
          passwordFingerprint: passwordFingerprintOf(user),
          wrongTries: 0,
          expiresAt: clock.realNow() + TICKET_LIFETIME_MS,
        }),
      );
      return { ticket };
    },

    async complete(login, { cookie, browser }) {
      const storedTicket = await store.read(({ secondSteps }) => secondSteps.findTicket(sha256Base64Url(login.ticket)));
      if (storedTicket === null) return err('secondStepTicketInvalid');
      const userResult = await attempts.guard(storedTicket.uid, () =>
        store.write((identityRows) => takeTicket(identityRows, login)),
      );
      const sessionResult = userResult.ok ? await openSession(userResult.value, browser) : userResult;
      if (!sessionResult.ok) return sessionResult;
      // The browser may now belong to another user, so its previous session ends.
      if (cookie !== null) await sessions.end(cookie);
      return ok(await sessions.presentOpened(sessionResult.value));
    },
  };
};
