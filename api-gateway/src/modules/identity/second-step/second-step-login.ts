import { err, ok } from '@mahlzeit/contract';
import type { Result, SecondStepLogin, SecondStepRequiredDetails } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import type { Clock, RouteError } from '../../../platform';
import type { IssuedSession, OpenedSession, SessionService, SignInBrowser, SignInNotices } from '../session';
import { sha256Base64Url } from '../store';
import type { IdentityStore, IdentityTransaction, StoredTicket, StoredUser } from '../store';
import { isErasureDue } from '../user';
import type { CodeAttempts, TakeCode } from './code-check';

/** Time in milliseconds of real time within which the code must follow the password. */
const TICKET_LIFETIME_MS = 5 * 60_000;

/** Number of wrong codes after which the password has to be typed again. */
const MAX_WRONG_TRIES = 5;

type SecondStepLoginError = 'secondStepCodeIncorrect' | 'secondStepTicketInvalid' | 'ErrorAuthDisabled' | RouteError;

/** Browser that logs in with a second step. */
export interface SecondStepClient {
  /** Refresh token that the browser had before the login; its session ends. */
  readonly cookie: string | null;
  readonly browser: SignInBrowser;
}

/** Service for the second half of a login: after the right password, the code of the second step opens the session. */
export interface SecondStepLogins {
  /**
   * Returns the ticket of a login whose password is right; null if the account has no second step, so that no code is
   * needed.
   */
  requireCode(user: StoredUser): Promise<SecondStepRequiredDetails | null>;
  /**
   * Opens a session for a login's ticket and a right code. The owner gets an e-mail unless the browser has signed in to
   * this account before.
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

/**
 * Creates the service that completes logins with a second step. Any gateway can complete a login that another gateway
 * has begun.
 */
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
    // When the second step was turned off meanwhile, the ticket is invalid: the password alone now opens a session.
    return err(codeResult.error === 'notFound' ? 'secondStepTicketInvalid' : codeResult.error);
  };

  const openSession = async (
    provedUser: StoredUser,
    browser: SignInBrowser,
  ): Promise<Result<IssuedSession, SecondStepLoginError>> => {
    const tellOwner = await signInNotices.prepare(provedUser, browser);
    return store.write(async (identityRows) => {
      const user = await identityRows.users.find(provedUser.uid);
      // Refuses when the owner has meanwhile set a new password, which has ended all sessions.
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
      // Ends the browser's previous session, because the browser may now belong to another user.
      if (cookie !== null) await sessions.end(cookie);
      return ok(await sessions.presentOpened(sessionResult.value));
    },
  };
};
