import { AVATAR_MAX_BYTES, err, ok } from '@mahlzeit/contract';
import type { Result, Session, ThirdParty, ThirdPartyCompletion } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { CallerSession, Clock, LivePort } from '../../../platform';
import type { SendCode, VerificationService } from '../credentials';
import type { IssuedSession, OpenedSession, SessionService } from '../session';
import { sha256 } from '../store';
import type { ConfirmedAttempt, ForeignPerson, StoredUser, ThirdPartyStore, ThirdPartyWrite } from '../store';
import { displayNameOf, drawFreeConnectionCode, mayRegister, saveUser, displayableName } from '../user';
import type { AvatarService } from '../user';

/** Facts that turn an anonymous user into a registered user of a third party. */
export interface ForeignFacts {
  readonly provider: ThirdParty;
  readonly person: ForeignPerson;
  readonly connectionCode: string;
}

const foreignNameOf = ({ name, email }: ForeignPerson): string | null =>
  displayableName(name ?? '') ?? (email === null ? null : displayNameOf(email));

/**
 * Returns the user with an account of a third party. The user has not accepted the privacy policy yet, so the policy
 * dialog appears (A04), and the user stays invisible until they decide about their visibility.
 */
const foreignUser = (user: StoredUser, { provider, person, connectionCode }: ForeignFacts): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: person.email,
  isEmailVerified: person.email !== null && person.isEmailVerified,
  displayName: foreignNameOf(person),
  thirdParty: provider,
  connectionCode,
});

const PORTRAIT_TIMEOUT_MS = 4_000;

/**
 * Fetches a person's profile picture from a URL. Returns null after a failure, because an account without a picture is
 * fine (S1§8).
 */
type FetchPortrait = (url: string) => Promise<Uint8Array | null>;

const readAtMost = async (body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let byteCount = 0;
  for (;;) {
    const { value, done: isDone } = await reader.read();
    if (isDone) return Buffer.concat(chunks);
    byteCount += value.byteLength;
    if (byteCount > maxBytes) {
      await reader.cancel();
      throw new Error(`The picture has more than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
};

/**
 * Creates the function that fetches profile pictures: by HTTPS, or by plain HTTP from the origins of the sign-in
 * providers, because the sandbox uses plain HTTP.
 */
export const createFetchPortrait =
  (trustedOrigins: readonly string[], log: Logger): FetchPortrait =>
  async (url) => {
    try {
      const { protocol, origin } = new URL(url);
      if (protocol !== 'https:' && !trustedOrigins.includes(origin))
        throw new Error(`Pictures are not fetched by ${protocol}`);
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PORTRAIT_TIMEOUT_MS) });
      if (!response.ok || response.body === null)
        throw new Error(`The picture's server answered with status ${response.status}`);
      return await readAtMost(response.body, AVATAR_MAX_BYTES);
    } catch (cause) {
      log.warn({ err: cause }, 'the picture of a third party could not be fetched');
      return null;
    }
  };

export interface CompletionServiceDeps {
  readonly store: ThirdPartyStore;
  readonly sessions: SessionService;
  readonly avatars: Pick<AvatarService, 'storePicture'>;
  readonly verification: Pick<VerificationService, 'prepare'>;
  readonly fetchPortrait: FetchPortrait;
  readonly clock: Clock;
  readonly live: LivePort;
}

type CompletionError = 'notAllowed' | 'ErrorAuthDisabled' | 'ErrorEmailTaken' | 'signInCodeInvalid' | 'unauthenticated';

/**
 * Result of a completed sign-in: `opened` is a new session, which changes the cookie; `proved` is the caller's session
 * with a fresh proof of identity and the same cookie.
 */
export type CompletionResult =
  { readonly kind: 'opened'; readonly opened: OpenedSession } | { readonly kind: 'proved'; readonly session: Session };

/** A visitor or user who has come back from a third party's sign-in page. */
export interface ReturningCaller {
  readonly provider: ThirdParty;
  readonly caller: CallerSession;
}

/** Last step of a sign-in at a third party: the app trades the sign-in's code for a session. */
export interface CompletionService {
  complete(
    completion: ThirdPartyCompletion,
    returningCaller: ReturningCaller,
  ): Promise<Result<CompletionResult, CompletionError>>;
}

/** A visitor who registers with an account of a third party. */
interface RegisteringVisitor {
  readonly visitor: StoredUser;
  readonly sendCode: SendCode;
}

/** A person whom the third party has identified, and the function that e-mails verification codes. */
interface IdentifiedPerson {
  readonly person: ForeignPerson;
  readonly sendCode: SendCode;
}

interface SignInOutcome {
  readonly openSession: IssuedSession;
  readonly isNew: boolean;
}

/** Creates the service. Completing a sign-in opens a session, or proves the caller's identity again. */
export const createCompletionService = ({
  store,
  sessions,
  avatars,
  verification,
  fetchPortrait,
  clock,
  live,
}: CompletionServiceDeps): CompletionService => {
  /** E-mails a verification code to a user whose e-mail address the third party doesn't guarantee. */
  const requestProof = async (rows: ThirdPartyWrite, user: StoredUser, sendCode: SendCode): Promise<void> => {
    if (user.email !== null && !user.isEmailVerified) await sendCode(rows, user);
  };

  const registerByThirdParty = async (
    rows: ThirdPartyWrite,
    { provider, person }: ConfirmedAttempt,
    { visitor, sendCode }: RegisteringVisitor,
  ): Promise<Result<StoredUser, CompletionError>> => {
    // A third-party person is never linked to an existing account with the same e-mail address, because the address may
    // belong to somebody else at the third party.
    if (person.email !== null && (await rows.users.findByEmail(person.email)) !== null) return err('ErrorEmailTaken');
    const user = foreignUser(visitor, { provider, person, connectionCode: await drawFreeConnectionCode(rows) });
    // Other people may know the visitor's tokens, which must not give access to the new account. `sessionReplaced` cuts
    // the visitor's open sockets off from it.
    live.sessionReplaced(rows, user.uid);
    await saveUser(rows, user, { isNew: false });
    await rows.thirdParties.link(user.uid, provider, person.subject);
    await requestProof(rows, user, sendCode);
    // `endAllOf` ends the visitor's sessions, so that requests with the visitor's tokens have no access to the new
    // account either.
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(user);
  };

  /**
   * Adds an e-mail address to a user who hid it at earlier sign-ins: users of third parties can't add one in any other
   * way (S1§6).
   */
  const addMissingEmail = async (
    rows: ThirdPartyWrite,
    user: StoredUser,
    { person: { email, isEmailVerified }, sendCode }: IdentifiedPerson,
  ): Promise<StoredUser> => {
    if (user.email !== null || email === null || (await rows.users.findByEmail(email)) !== null) return user;
    const reachableUser = { ...user, email, isEmailVerified };
    await saveUser(rows, reachableUser, { isNew: false });
    await requestProof(rows, reachableUser, sendCode);
    return reachableUser;
  };

  const signInByThirdParty = async (
    attempt: ConfirmedAttempt,
    caller: CallerSession,
  ): Promise<Result<SignInOutcome, CompletionError>> => {
    const sendCode = await verification.prepare();
    return store.write(async (rows) => {
      if (!(await rows.thirdParties.remove(attempt.stateHash))) return err('signInCodeInvalid');
      const visitor = await rows.users.find(caller.uid);
      if (visitor === null || !mayRegister(visitor)) return err('notAllowed');
      const uid = await rows.thirdParties.findUid(attempt.provider, attempt.person.subject);
      const existingUser = uid === null ? null : await rows.users.find(uid);
      if (existingUser !== null && existingUser.disabledAt !== null) return err('ErrorAuthDisabled');
      const user =
        existingUser === null
          ? await registerByThirdParty(rows, attempt, { visitor, sendCode })
          : ok(await addMissingEmail(rows, existingUser, { person: attempt.person, sendCode }));
      if (!user.ok) return user;
      await rows.sessions.end(caller.sessionId, clock.realNow());
      // The tokens of the visitor's session are invalid from now on.
      live.rightsChanged(rows, caller.uid);
      return ok({ openSession: await sessions.open(rows, user.value), isNew: existingUser === null });
    });
  };

  const savePortrait = async (uid: string, url: string | null): Promise<string | null> => {
    const bytes = url === null ? null : await fetchPortrait(url);
    const storedPicture = bytes === null ? null : await avatars.storePicture(uid, bytes);
    return storedPicture?.ok === true ? storedPicture.value.photoURL : null;
  };

  const signIn = async (
    attempt: ConfirmedAttempt,
    caller: CallerSession,
  ): Promise<Result<CompletionResult, CompletionError>> => {
    const signInResult = await signInByThirdParty(attempt, caller);
    if (!signInResult.ok) return signInResult;
    const { openSession, isNew } = signInResult.value;
    const photoURL = isNew ? await savePortrait(openSession.user.uid, attempt.person.pictureUrl) : null;
    return ok({
      kind: 'opened',
      opened: await sessions.presentOpened(
        photoURL === null ? openSession : { ...openSession, user: { ...openSession.user, photoURL } },
      ),
    });
  };

  const proveIdentity = async (
    attempt: ConfirmedAttempt,
    caller: CallerSession,
  ): Promise<Result<CompletionResult, CompletionError>> => {
    const user = await store.write(async (rows): Promise<Result<StoredUser, CompletionError>> => {
      if (!(await rows.thirdParties.remove(attempt.stateHash))) return err('signInCodeInvalid');
      const uid = await rows.thirdParties.findUid(attempt.provider, attempt.person.subject);
      const owner = uid === caller.uid ? await rows.users.find(uid) : null;
      return owner === null ? err('notAllowed') : ok(owner);
    });
    if (!user.ok) return user;
    const proofResult = await sessions.renewProof(user.value, caller.sessionId);
    return proofResult.ok ? ok({ kind: 'proved', session: proofResult.value }) : proofResult;
  };

  return {
    async complete({ code, verifier }, { provider, caller }) {
      const attempt = await store.read(({ thirdParties }) => thirdParties.findConfirmed(sha256(code)));
      if (attempt === null || attempt.provider !== provider || attempt.expiresAt <= clock.realNow())
        return err('signInCodeInvalid');
      // A wrong verifier leaves the code valid: somebody who stole the code but lacks the verifier must not be able to
      // invalidate it for the real user.
      if (sha256(verifier) !== attempt.challenge) return err('notAllowed');
      return attempt.intent === 'reauthenticate' ? proveIdentity(attempt, caller) : signIn(attempt, caller);
    },
  };
};
