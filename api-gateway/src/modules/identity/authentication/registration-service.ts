import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import { consumeAttempt, createKeyedMutex, randomKey } from '../../../platform';
import type { CallerSession, Clock, LivePort, RateLimiter, RouteError } from '../../../platform';
import type { HashNewPassword, SendCode, VerificationService } from '../credentials';
import type { IssuedSession, OpenedSession, SessionService } from '../session';
import type { IdentityRows, IdentityStore, IdentityWrite, StoredUser } from '../store';
import {
  anonymousUser,
  freeConnectionCode,
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
  /** Limits registrations by address. */
  readonly limiter: RateLimiter;
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
}

type RegistrationError = RegistrationInputError | 'notAllowed' | 'ErrorEmailTaken';

/** Registrations by e-mail and password. */
export interface RegistrationService {
  /** Counts a registration from that address, successful or not. */
  admit(address: string): Promise<Result<void, RouteError>>;
  /**
   * Registers a visitor. Two registrations of one visitor run one after the other, so that a double click creates one
   * account and hashes one password. Rejects if too many registrations wait, or if `signal` aborts before its turn.
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

/** Returns the registering visitor, or a new user for a registration without a session. */
const applicantOf = async (
  rows: IdentityRows,
  caller: CallerSession | null,
  now: number,
): Promise<StoredUser | null> => (caller === null ? anonymousUser(randomKey(), now) : rows.users.find(caller.uid));

/** Creates the registration service. */
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

  const enrol = async (
    rows: IdentityWrite,
    enrolment: Enrolment,
  ): Promise<Result<IssuedSession, RegistrationError>> => {
    // Checked again inside the transaction: another registration may have been faster.
    if (await isEmailTaken(rows, enrolment.email)) return err('ErrorEmailTaken');
    const applicant = await applicantOf(rows, enrolment.caller, clock.now());
    if (applicant === null || !mayRegister(applicant)) return err('notAllowed');
    const user = registeredUser(applicant, {
      ...enrolment,
      connectionCode: await freeConnectionCode(rows),
      now: clock.now(),
    });
    // The visitor's tokens may be known to others. They must not open the account: neither by an open socket
    live.sessionReplaced(rows, user.uid);
    await saveUser(rows, user, { isNew: enrolment.caller === null });
    await enrolment.sendCode(rows, user);
    // nor by a request.
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(await sessions.open(rows, user));
  };

  const hashAndEnrol = async (
    valid: ValidRegistration,
    caller: CallerSession | null,
    signal: AbortSignal | undefined,
  ): Promise<Result<OpenedSession, RegistrationError>> => {
    // Checked before the password is hashed: an earlier click may have been faster.
    const applicant = caller === null ? null : await store.read((rows) => rows.users.find(caller.uid));
    if (applicant !== null && !mayRegister(applicant)) return err('notAllowed');
    if (await store.read((rows) => isEmailTaken(rows, valid.email))) return err('ErrorEmailTaken');
    const passwordHash = await hashNewPassword(valid.password, signal);
    const enrolment = {
      ...valid,
      caller,
      passwordHash,
      policyVersion: await policyVersion(),
      sendCode: await verification.prepare(),
    };
    const sessionResult = await store.write((rows) => enrol(rows, enrolment));
    return sessionResult.ok ? ok(await sessions.answer(sessionResult.value)) : sessionResult;
  };

  return {
    admit: (address) => consumeAttempt(limiter, address),

    async register(registration, caller, signal) {
      if (caller !== null && !mayRegister(caller)) return err('notAllowed');
      const valid = validateRegistration(registration);
      if (!valid.ok) return valid;
      const registerAndOpen = (): Promise<Result<OpenedSession, RegistrationError>> =>
        hashAndEnrol(valid.value, caller, signal);
      return caller === null ? registerAndOpen() : mutex.run(caller.uid, registerAndOpen);
    },
  };
};
