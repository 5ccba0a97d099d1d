import { err, ok } from '@mahlzeit/contract';
import type { Credentials, Registration, Result } from '@mahlzeit/contract';
import { judgeEmail, judgePassword } from '@mahlzeit/contract/rules';
import { randomKey } from '../../platform';
import type { CallerSession, Clock, RateLimiter, Refusal, WorkSlots } from '../../platform';
import { newConnectionCode } from './connection-code';
import type { IdentityRows, IdentityStore, IdentityWrite } from './identity-store';
import { tooManyAttempts } from './login-attempts';
import type { LoginAttempts } from './login-attempts';
import { userLogName } from './me-topic';
import type { PasswordHasher } from './password-hasher';
import type { OpenedSession, SessionService } from './session-service';
import type { StoredUser } from './stored-user';
import { presentUser } from './user-presenter';
import { anonymousUser, judgeRegistration, registeredUser } from './user-rules';
import type { JudgedRegistration, RegistrationFault } from './user-rules';

/** What accounts are made with. */
export interface AccountServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  readonly hasher: PasswordHasher;
  readonly slots: WorkSlots;
  readonly attempts: LoginAttempts;
  /** Anonymous sessions by address. */
  readonly visitors: RateLimiter;
  readonly clock: Clock;
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
}

type RegistrationRefusal = RegistrationFault | 'notAllowed' | 'ErrorEmailTaken';
type LoginRefusal = 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorPasswordInvalid' | 'ErrorNoAccount' | 'ErrorPasswordIncorrect' | 'ErrorAuthDisabled' | Refusal;

/** Ways into the product: as a visitor, by registration, by login. */
export interface AccountService {
  startAnonymous(address: string): Promise<Result<OpenedSession, Refusal>>;
  register(typed: Registration, caller: CallerSession | null): Promise<Result<OpenedSession, RegistrationRefusal>>;
  login(typed: Credentials, from: { readonly address: string; readonly cookie: string | null }): Promise<Result<OpenedSession, LoginRefusal>>;
  /** The caller's own row; null when it was erased meanwhile. */
  find(uid: string): Promise<StoredUser | null>;
}

const freeConnectionCode = async (rows: IdentityRows): Promise<string> => {
  for (;;) {
    const code = newConnectionCode();
    if (!(await rows.users.isConnectionCodeTaken(code))) return code;
  }
};

const recordUser = (rows: IdentityWrite, user: StoredUser): void =>
  rows.record(userLogName(user.uid), { kind: 'put', collection: 'user', key: user.uid, value: presentUser(user) });

/** Finds the visitor who registers, or makes the user of a registration that comes without a session. */
const applicantOf = async (rows: IdentityWrite, caller: CallerSession | null, now: number): Promise<StoredUser | null> => {
  if (caller !== null) return rows.users.find(caller.uid);
  const user = anonymousUser(randomKey(), now);
  await rows.users.insert(user);
  return user;
};

/** The accounts of this gateway. */
export const createAccountService = (deps: AccountServiceDeps): AccountService => {
  const { store, sessions, hasher, slots, attempts, visitors, clock, policyVersion } = deps;

  const enrol = async (rows: IdentityWrite, judged: JudgedRegistration, facts: { caller: CallerSession | null; passwordHash: string; policyVersion: number }) => {
    if ((await rows.users.findByEmail(judged.email)) !== null) return err('ErrorEmailTaken' as const);
    const now = clock.now();
    const applicant = await applicantOf(rows, facts.caller, now);
    if (applicant === null || !applicant.isAnonymous) return err('notAllowed' as const);
    const user = registeredUser(applicant, { ...judged, ...facts, connectionCode: await freeConnectionCode(rows), now });
    await rows.users.update(user);
    recordUser(rows, user);
    // Whoever knew the visitor's tokens must not find himself in the account.
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(await sessions.open(rows, user));
  };

  const check = async (email: string, password: string): Promise<Result<StoredUser, LoginRefusal>> => {
    const user = await store.read((rows) => rows.users.findByEmail(email));
    const isRight = await hasher.verify(password, user?.passwordHash ?? null);
    if (user === null) return err('ErrorNoAccount');
    // An account of a third party has no password to sign in with.
    if (user.passwordHash === null) return err('ErrorAuthDisabled');
    return isRight ? ok(user) : err('ErrorPasswordIncorrect');
  };

  return {
    find: (uid) => store.read((rows) => rows.users.find(uid)),

    async startAnonymous(address) {
      const verdict = await visitors.consume(address);
      if (!verdict.ok) return err(tooManyAttempts(verdict.retryAfterMs));
      const held = await store.write(async (rows) => {
        const user = anonymousUser(randomKey(), clock.now());
        await rows.users.insert(user);
        recordUser(rows, user);
        return sessions.open(rows, user);
      });
      return ok(await sessions.answer(held));
    },

    async register(typed, caller) {
      if (caller !== null && !caller.isAnonymous) return err('notAllowed');
      const judged = judgeRegistration(typed);
      if (!judged.ok) return judged;
      const isTaken = await store.read(async (rows) => (await rows.users.findByEmail(judged.value.email)) !== null);
      if (isTaken) return err('ErrorEmailTaken');
      const facts = { caller, passwordHash: await slots.run(() => hasher.hash(judged.value.password)), policyVersion: await policyVersion() };
      const enrolled = await store.write((rows) => enrol(rows, judged.value, facts));
      return enrolled.ok ? ok(await sessions.answer(enrolled.value)) : enrolled;
    },

    async login(typed, { address, cookie }) {
      const email = judgeEmail(typed.email);
      if (!email.ok) return email;
      const password = judgePassword(typed.password);
      if (!password.ok) return password;
      const checked = await attempts.guard({ email: email.value, address }, () => check(email.value, password.value));
      if (!checked.ok) return checked;
      // The browser changes hands: what it held before must not come back.
      if (cookie !== null) await sessions.end(cookie);
      return ok(await sessions.answer(await store.write((rows) => sessions.open(rows, checked.value))));
    },
  };
};
