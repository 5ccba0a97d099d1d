import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import { consumeAttempt, createKeyedMutex, randomKey } from '../../../platform';
import type { CallerSession, Clock, LivePort, RateLimiter, RouteError } from '../../../platform';
import type { HashNewPassword, SendCode, VerificationService } from '../credentials';
import type { IssuedSession, OpenedSession, SessionService } from '../session';
import type { IdentityRows, IdentityStore, IdentityTransaction, StoredUser } from '../store';
import {
  anonymousUser,
  drawFreeConnectionCode,
  mayRegister,
  registeredUser,
  saveUser,
  validateRegistration,
} from '../user';
import type { RegistrationInputError, ValidRegistration } from '../user';

export interface RegistrationServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  readonly hashNewPassword: HashNewPassword;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'sessionReplaced'>;
  readonly verification: Pick<VerificationService, 'prepare'>;
  /** Limits the registrations from one IP address. */
  readonly limiter: RateLimiter;
  /** Returns the present version of the privacy policy, which a registration accepts. */
  readonly policyVersion: () => Promise<number>;
}

type RegistrationError = RegistrationInputError | 'notAllowed' | 'ErrorEmailTaken';

/** Service of registrations by e-mail address and password. */
export interface RegistrationService {
  /** Counts a registration from this IP address, successful or not. Fails if the address has reached its limit. */
  admitAddress(address: string): Promise<Result<void, RouteError>>;
  /**
   * Registers a visitor. Two registrations of the same visitor run one after the other, so that a double click creates
   * one account and hashes one password. Rejects if too many registrations are waiting, or if `signal` aborts while
   * this one waits.
   */
  register(
    registration: Registration,
    caller: CallerSession | null,
    signal?: AbortSignal,
  ): Promise<Result<OpenedSession, RegistrationError>>;
}

interface Enrolment extends ValidRegistration {
  readonly caller: CallerSession | null;
  readonly passwordHash: string;
  readonly policyVersion: number;
  readonly sendCode: SendCode;
}

const isEmailTaken = async (rows: IdentityRows, email: string): Promise<boolean> =>
  (await rows.users.findByEmail(email)) !== null;

/** Returns the visitor who registers, or a new user if the request has no session; null for an unknown uid. */
const findApplicant = async (
  rows: IdentityRows,
  caller: CallerSession | null,
  now: number,
): Promise<StoredUser | null> => (caller === null ? anonymousUser(randomKey(), now) : rows.users.find(caller.uid));

/**
 * Creates the registration service. A registration sends a verification code and ends the visitor's previous sessions.
 */
export const createRegistrationService = ({
  store,
  sessions,
  hashNewPassword,
  clock,
  live,
  verification,
  limiter,
  policyVersion,
}: RegistrationServiceDeps): RegistrationService => {
  const mutex = createKeyedMutex();

  const storeRegistration = async (
    rows: IdentityTransaction,
    enrolment: Enrolment,
  ): Promise<Result<IssuedSession, RegistrationError>> => {
    // Checks again inside the transaction, because another registration may have taken the e-mail address meanwhile.
    if (await isEmailTaken(rows, enrolment.email)) return err('ErrorEmailTaken');
    const applicant = await findApplicant(rows, enrolment.caller, clock.now());
    if (applicant === null || !mayRegister(applicant)) return err('notAllowed');
    const user = registeredUser(applicant, {
      ...enrolment,
      connectionCode: await drawFreeConnectionCode(rows),
      now: clock.now(),
    });
    // Closes the visitor's live connections: other people may know the visitor's tokens, which must not give access to
    // the account.
    live.sessionReplaced(rows, user.uid);
    await saveUser(rows, user, { isNew: enrolment.caller === null });
    await enrolment.sendCode(rows, user);
    // For the same reason, ends the visitor's sessions, so that their tokens can't be used in requests.
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(await sessions.open(rows, user));
  };

  const hashAndStore = async (
    validRegistration: ValidRegistration,
    caller: CallerSession | null,
    signal: AbortSignal | undefined,
  ): Promise<Result<OpenedSession, RegistrationError>> => {
    // Checks before the slow hashing, because an earlier click may already have registered the visitor.
    const applicant = caller === null ? null : await store.read((rows) => rows.users.find(caller.uid));
    if (applicant !== null && !mayRegister(applicant)) return err('notAllowed');
    if (await store.read((rows) => isEmailTaken(rows, validRegistration.email))) return err('ErrorEmailTaken');
    const passwordHash = await hashNewPassword(validRegistration.password, signal);
    const enrolment = {
      ...validRegistration,
      caller,
      passwordHash,
      policyVersion: await policyVersion(),
      sendCode: await verification.prepare(),
    };
    const sessionResult = await store.write((rows) => storeRegistration(rows, enrolment));
    return sessionResult.ok ? ok(await sessions.presentOpened(sessionResult.value)) : sessionResult;
  };

  return {
    admitAddress: (address) => consumeAttempt(limiter, address),

    async register(registration, caller, signal) {
      if (caller !== null && !mayRegister(caller)) return err('notAllowed');
      const valid = validateRegistration(registration);
      if (!valid.ok) return valid;
      const registerAndOpen = (): Promise<Result<OpenedSession, RegistrationError>> =>
        hashAndStore(valid.value, caller, signal);
      return caller === null ? registerAndOpen() : mutex.run(caller.uid, registerAndOpen);
    },
  };
};
