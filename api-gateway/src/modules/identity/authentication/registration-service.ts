import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import { consumeAttempt, createKeyedMutex, randomKey } from '../../../platform';
import type { CallerSession, Clock, LivePort, RateLimiter, RouteError } from '../../../platform';
import type { HashNewPassword, SendCode, VerificationService } from '../credentials';
import type { IssuedSession, OpenedSession, SessionService } from '../session';
import type { IdentityRows, IdentityStore, IdentityTransaction, SessionDevice, StoredUser } from '../store';
import {
  anonymousUser,
  drawFreeConnectionCode,
  isEmailTaken,
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
  readonly verification: Pick<VerificationService, 'sendCode'>;
  /** Limits the registrations from one IP address. */
  readonly limiter: RateLimiter;
  /** Returns the present version of the privacy policy, which users accept when they register. */
  readonly policyVersion: () => Promise<number>;
}

type RegistrationError = RegistrationInputError | 'notAllowed' | 'ErrorEmailTaken' | 'ErrorPasswordWeak';

/** Service of registrations by e-mail address and password. */
export interface RegistrationService {
  /** Counts a registration from this IP address, successful or not. Fails if the address has reached its limit. */
  admitAddress(ipAddress: string): Promise<Result<void, RouteError>>;
  /**
   * Registers a visitor. Two registrations of the same visitor run one after the other, so that a double click creates
   * one account and hashes one password. Rejects if too many registrations are waiting, or if `abortSignal` aborts
   * while this one waits.
   */
  register(
    registration: Registration,
    callerSession: CallerSession | null,
    registrationOptions?: RegistrationOptions,
  ): Promise<Result<OpenedSession, RegistrationError>>;
}

interface RegistrationOptions {
  /** Description of the browser that registers. */
  readonly device?: SessionDevice;
  readonly abortSignal?: AbortSignal | undefined;
}

interface RegistrationEnrolment extends ValidRegistration, Pick<RegistrationOptions, 'device'> {
  readonly caller: CallerSession | null;
  readonly passwordHash: string;
  readonly policyVersion: number;
  readonly sendCode: SendCode;
}

/** Returns the visitor who registers, or a new user if the request has no session; null for an unknown uid. */
const findApplicant = async (
  identityRows: IdentityRows,
  callerSession: CallerSession | null,
  now: number,
): Promise<StoredUser | null> =>
  callerSession === null ? anonymousUser(randomKey(), now) : identityRows.users.find(callerSession.uid);

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
  const emailMutex = createKeyedMutex();

  const storeRegistration = async (
    identityRows: IdentityTransaction,
    enrolment: RegistrationEnrolment,
  ): Promise<Result<IssuedSession, RegistrationError>> => {
    // Checks again inside the transaction, because another registration may have taken the e-mail address meanwhile.
    if (await isEmailTaken(identityRows, enrolment.email, { uid: null, now: clock.now() }))
      return err('ErrorEmailTaken');
    const registeringVisitor = await findApplicant(identityRows, enrolment.caller, clock.now());
    if (registeringVisitor === null || !mayRegister(registeringVisitor)) return err('notAllowed');
    const user = registeredUser(registeringVisitor, {
      ...enrolment,
      connectionCode: await drawFreeConnectionCode(identityRows),
      now: clock.now(),
    });
    // Closes the visitor's live connections: other people may know the visitor's tokens, which must not give access to
    // the account.
    live.sessionReplaced(identityRows, user.uid);
    await saveUser(identityRows, user, { isNew: enrolment.caller === null });
    await enrolment.sendCode(identityRows, user);
    // Ends the visitor's sessions, so that other people who know the visitor's tokens can't use them in requests.
    await identityRows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(await sessions.open(identityRows, user, enrolment.device));
  };

  const hashPasswordAndRegister = async (
    validRegistration: ValidRegistration,
    callerSession: CallerSession | null,
    { abortSignal, ...browser }: RegistrationOptions,
  ): Promise<Result<OpenedSession, RegistrationError>> => {
    // Checks the visitor before the slow hashing of the password, because an earlier click may already have registered
    // the visitor.
    const registeringVisitor =
      callerSession === null ? null : await store.read((identityRows) => identityRows.users.find(callerSession.uid));
    if (registeringVisitor !== null && !mayRegister(registeringVisitor)) return err('notAllowed');
    const emailClaim = { uid: null, now: clock.now() };
    if (await store.read((identityRows) => isEmailTaken(identityRows, validRegistration.email, emailClaim)))
      return err('ErrorEmailTaken');
    const passwordHash = await hashNewPassword(validRegistration, abortSignal);
    if (!passwordHash.ok) return passwordHash;
    const enrolment = {
      ...validRegistration,
      ...browser,
      caller: callerSession,
      passwordHash: passwordHash.value,
      policyVersion: await policyVersion(),
      sendCode: verification.sendCode,
    };
    const sessionResult = await store.write((identityRows) => storeRegistration(identityRows, enrolment));
    return sessionResult.ok ? ok(await sessions.presentOpened(sessionResult.value)) : sessionResult;
  };

  return {
    admitAddress: (ipAddress) => consumeAttempt(limiter, ipAddress),

    async register(registration, callerSession, registrationOptions = {}) {
      if (callerSession !== null && !mayRegister(callerSession)) return err('notAllowed');
      const validationResult = validateRegistration(registration);
      if (!validationResult.ok) return validationResult;
      const registerAndOpen = (): Promise<Result<OpenedSession, RegistrationError>> =>
        hashPasswordAndRegister(validationResult.value, callerSession, registrationOptions);
      return callerSession === null ? registerAndOpen() : emailMutex.run(callerSession.uid, registerAndOpen);
    },
  };
};
