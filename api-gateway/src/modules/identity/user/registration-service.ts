import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import type { CallerSession, Clock, LivePort, Semaphore } from '../../../platform';
import type { PasswordHasher } from '../credentials/password';
import type { SendCode, VerificationService } from '../credentials/verification-service';
import type { IdentityRows, IdentityStore, IdentityWrite } from '../identity-store';
import type { HeldSession } from '../session/refresh-token';
import type { OpenedSession, SessionService } from '../session/session-service';
import { freeConnectionCode, saveUser } from './user-document';
import type { StoredUser } from './user-repository';
import { anonymousUser, registeredUser, validateRegistration } from './user-rules';
import type { RegistrationInputError, ValidRegistration } from './user-rules';

export interface RegistrationServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  readonly hasher: PasswordHasher;
  readonly semaphore: Semaphore;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'sessionReplaced'>;
  readonly verification: Pick<VerificationService, 'prepare'>;
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
}

type RegistrationError = RegistrationInputError | 'notAllowed' | 'ErrorEmailTaken';

/** The way to an account of one's own. */
export interface RegistrationService {
  register(typed: Registration, caller: CallerSession | null): Promise<Result<OpenedSession, RegistrationError>>;
}

interface Enrolment extends ValidRegistration {
  readonly caller: CallerSession | null;
  readonly passwordHash: string;
  readonly policyVersion: number;
  readonly sendCode: SendCode;
}

const isEmailTaken = async (rows: IdentityRows, email: string): Promise<boolean> => (await rows.users.findByEmail(email)) !== null;

/** The visitor who registers, or the new user of a registration that comes without a session. */
const applicantOf = async (rows: IdentityRows, caller: CallerSession | null, now: number): Promise<StoredUser | null> =>
  caller === null ? anonymousUser(randomKey(), now) : rows.users.find(caller.uid);

/** Registrations by e-mail and password. */
export const createRegistrationService = ({ store, sessions, hasher, semaphore, clock, live, verification, policyVersion }: RegistrationServiceDeps): RegistrationService => {
  const enrol = async (rows: IdentityWrite, enrolment: Enrolment): Promise<Result<HeldSession, RegistrationError>> => {
    // Asked again, now that nobody else writes: another registration may have been faster.
    if (await isEmailTaken(rows, enrolment.email)) return err('ErrorEmailTaken');
    const applicant = await applicantOf(rows, enrolment.caller, clock.now());
    if (applicant === null || !applicant.isAnonymous) return err('notAllowed');
    const user = registeredUser(applicant, { ...enrolment, connectionCode: await freeConnectionCode(rows), now: clock.now() });
    // Whoever knew the visitor's tokens must not get into the account: neither by a socket that is open already
    live.sessionReplaced(user.uid);
    await saveUser(rows, user, { isNew: enrolment.caller === null });
    await enrolment.sendCode(rows, user);
    // nor by a request.
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(await sessions.open(rows, user));
  };

  return {
    async register(typed, caller) {
      if (caller !== null && !caller.isAnonymous) return err('notAllowed');
      const valid = validateRegistration(typed);
      if (!valid.ok) return valid;
      const { email, password } = valid.value;
      if (await store.read((rows) => isEmailTaken(rows, email))) return err('ErrorEmailTaken');
      const passwordHash = await semaphore.run(() => hasher.hash(password));
      const enrolment = { ...valid.value, caller, passwordHash, policyVersion: await policyVersion(), sendCode: await verification.prepare() };
      const enrolled = await store.write((rows) => enrol(rows, enrolment));
      return enrolled.ok ? ok(await sessions.answer(enrolled.value)) : enrolled;
    },
  };
};
