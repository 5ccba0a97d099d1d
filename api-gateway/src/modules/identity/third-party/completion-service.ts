import { AVATAR_MAX_BYTES, err, ok } from '@mahlzeit/contract';
import type { Result, Session, ThirdParty, ThirdPartyCompletion } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { CallerSession, Clock, LivePort } from '../../../platform';
import type { SendCode, VerificationService } from '../credentials';
import type { IssuedSession, OpenedSession, SessionService, SignInBrowser, SignInNotices, TellOwner } from '../session';
import { sha256Base64Url } from '../store';
import type { ConfirmedAttempt, ForeignPerson, StoredUser, ThirdPartyStore, ThirdPartyWrite } from '../store';
import { displayNameOf, drawFreeConnectionCode, mayRegister, saveUser, displayableName } from '../user';
import type { AvatarService } from '../user';

/** Data with which an anonymous user becomes a registered user of a third party. */
export interface ForeignAccountFields {
  readonly provider: ThirdParty;
  readonly person: ForeignPerson;
  readonly connectionCode: string;
}

/**
 * Returns the name of a person at a third party. Null without one, and for the text before the @, which some third
 * parties send of people without a name: others would see a part of the address.
 */
const nameOfForeignPerson = ({ name, email }: ForeignPerson): string | null => {
  const displayName = displayableName(name ?? '');
  return email !== null && displayName === displayNameOf(email) ? null : displayName;
};

/**
 * Returns the user with an account of a third party. The user has not accepted the privacy policy yet, so the policy
 * dialog appears (A04), and the user stays invisible until they decide about their visibility.
 */
const applyForeignAccount = (
  user: StoredUser,
  { provider, person, connectionCode }: ForeignAccountFields,
): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: person.email,
  isEmailVerified: person.email !== null && person.isEmailVerified,
  displayName: nameOfForeignPerson(person),
  thirdParty: provider,
  connectionCode,
});

const PORTRAIT_TIMEOUT_MS = 4_000;

/**
 * Fetches a person's profile picture from a URL. Returns null after a failure, because an account without a picture is
 * fine (S1§8).
 */
type FetchPortraitPicture = (url: string) => Promise<Uint8Array | null>;

const readBodyUpTo = async (body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const bodyChunks: Uint8Array[] = [];
  const bodyReader = body.getReader();
  let byteCount = 0;
  for (;;) {
    const { value, done: isBodyRead } = await bodyReader.read();
    if (isBodyRead) return Buffer.concat(bodyChunks);
    byteCount += value.byteLength;
    if (byteCount > maxBytes) {
      await bodyReader.cancel();
      throw new Error(`The picture has more than ${maxBytes} bytes`);
    }
    bodyChunks.push(value);
  }
};

/**
 * Creates the function that fetches profile pictures: by HTTPS, or by plain HTTP from the origins of the sign-in
 * providers, because the sandbox uses plain HTTP.
 */
export const createFetchPortrait =
  (trustedOrigins: readonly string[], log: Logger): FetchPortraitPicture =>
  async (url) => {
    try {
      const { protocol, origin } = new URL(url);
      if (protocol !== 'https:' && !trustedOrigins.includes(origin))
        throw new Error(`Pictures are not fetched by ${protocol}`);
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PORTRAIT_TIMEOUT_MS) });
      if (!response.ok || response.body === null)
        throw new Error(`The picture's server answered with status ${response.status}`);
      return await readBodyUpTo(response.body, AVATAR_MAX_BYTES);
    } catch (fetchError) {
      log.warn({ err: fetchError }, 'the picture of a third party could not be fetched');
      return null;
    }
  };

export interface CompletionServiceDeps {
  readonly store: ThirdPartyStore;
  readonly sessions: SessionService;
  readonly signInNotices: SignInNotices;
  readonly avatars: Pick<AvatarService, 'storePicture'>;
  readonly verification: Pick<VerificationService, 'prepare'>;
  readonly fetchPortrait: FetchPortraitPicture;
  readonly clock: Clock;
  readonly live: LivePort;
}

type SignInCompletionError =
  'notAllowed' | 'ErrorAuthDisabled' | 'ErrorEmailTaken' | 'signInCodeInvalid' | 'unauthenticated';

/**
 * Result of a completed sign-in: `opened` is a new session, which changes the cookie; `proved` is the caller's session
 * with a fresh proof of identity and the same cookie.
 */
export type SignInCompletionResult =
  { readonly kind: 'opened'; readonly opened: OpenedSession } | { readonly kind: 'proved'; readonly session: Session };

/** A visitor or user who has come back from a third party's sign-in page. */
export interface ReturningCaller {
  readonly provider: ThirdParty;
  readonly caller: CallerSession;
  readonly browser: SignInBrowser;
}

/** Last step of a sign-in at a third party: the app trades the sign-in's code for a session. */
export interface CompletionService {
  complete(
    signInCompletion: ThirdPartyCompletion,
    returningCaller: ReturningCaller,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>>;
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
  signInNotices,
  avatars,
  verification,
  fetchPortrait,
  clock,
  live,
}: CompletionServiceDeps): CompletionService => {
  /** E-mails a verification code to a user whose e-mail address the third party doesn't guarantee. */
  const requestEmailProof = async (
    thirdPartyRows: ThirdPartyWrite,
    user: StoredUser,
    sendCode: SendCode,
  ): Promise<void> => {
    if (user.email !== null && !user.isEmailVerified) await sendCode(thirdPartyRows, user);
  };

  const registerByThirdParty = async (
    thirdPartyRows: ThirdPartyWrite,
    { provider, person }: ConfirmedAttempt,
    { visitor, sendCode }: RegisteringVisitor,
  ): Promise<Result<StoredUser, SignInCompletionError>> => {
    // A third-party person is never linked to an existing account with the same e-mail address, because the address may
    // belong to somebody else at the third party.
    if (person.email !== null && (await thirdPartyRows.users.findByEmail(person.email)) !== null)
      return err('ErrorEmailTaken');
    const user = applyForeignAccount(visitor, {
      provider,
      person,
      connectionCode: await drawFreeConnectionCode(thirdPartyRows),
    });
    // Other people may know the visitor's tokens, which must not give access to the new account. `sessionReplaced` cuts
    // the visitor's open sockets off from it.
    live.sessionReplaced(thirdPartyRows, user.uid);
    await saveUser(thirdPartyRows, user, { isNew: false });
    await thirdPartyRows.thirdParties.link(user.uid, provider, person.subject);
    await requestEmailProof(thirdPartyRows, user, sendCode);
    // `endAllOf` ends the visitor's sessions, so that requests with the visitor's tokens have no access to the new
    // account either.
    await thirdPartyRows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(user);
  };

  /**
   * Adds an e-mail address to a user who hid it at earlier sign-ins: users of third parties can't add one in any other
   * way (S1§6).
   */
  const addMissingEmail = async (
    thirdPartyRows: ThirdPartyWrite,
    user: StoredUser,
    { person: { email, isEmailVerified }, sendCode }: IdentifiedPerson,
  ): Promise<StoredUser> => {
    if (user.email !== null || email === null || (await thirdPartyRows.users.findByEmail(email)) !== null) return user;
    const reachableUser = { ...user, email, isEmailVerified };
    await saveUser(thirdPartyRows, reachableUser, { isNew: false });
    await requestEmailProof(thirdPartyRows, reachableUser, sendCode);
    return reachableUser;
  };

  /** Prepares the e-mail about a sign-in to an existing account. A new account has no earlier browser. */
  const prepareNotice = async (
    { provider, person: { subject } }: ConfirmedAttempt,
    browser: SignInBrowser,
  ): Promise<TellOwner> => {
    const linkedUser = await store.read(async ({ thirdParties, users }) => {
      const linkedUid = await thirdParties.findUid(provider, subject);
      return linkedUid === null ? null : users.find(linkedUid);
    });
    return linkedUser === null ? async () => {} : signInNotices.prepare(linkedUser, browser);
  };

  const signInByThirdParty = async (
    confirmedAttempt: ConfirmedAttempt,
    { caller: callerSession, browser }: ReturningCaller,
  ): Promise<Result<SignInOutcome, SignInCompletionError>> => {
    const sendCode = await verification.prepare();
    const tellOwner = await prepareNotice(confirmedAttempt, browser);
    return store.write(async (thirdPartyRows) => {
      if (!(await thirdPartyRows.thirdParties.remove(confirmedAttempt.stateHash))) return err('signInCodeInvalid');
      const storedVisitor = await thirdPartyRows.users.find(callerSession.uid);
      if (storedVisitor === null || !mayRegister(storedVisitor)) return err('notAllowed');
      const linkedUid = await thirdPartyRows.thirdParties.findUid(
        confirmedAttempt.provider,
        confirmedAttempt.person.subject,
      );
      const existingUser = linkedUid === null ? null : await thirdPartyRows.users.find(linkedUid);
      if (existingUser !== null && existingUser.disabledAt !== null) return err('ErrorAuthDisabled');
      const user =
        existingUser === null
          ? await registerByThirdParty(thirdPartyRows, confirmedAttempt, { visitor: storedVisitor, sendCode })
          : ok(await addMissingEmail(thirdPartyRows, existingUser, { person: confirmedAttempt.person, sendCode }));
      if (!user.ok) return user;
      await thirdPartyRows.sessions.end(callerSession.sessionId, clock.realNow());
      // The tokens of the visitor's session are invalid from now on.
      live.rightsChanged(thirdPartyRows, callerSession.uid);
      await tellOwner(thirdPartyRows);
      const openSession = await sessions.open(thirdPartyRows, user.value, browser.device);
      return ok({ openSession, isNew: existingUser === null });
    });
  };

  const storePortrait = async (uid: string, url: string | null): Promise<string | null> => {
    const pictureBytes = url === null ? null : await fetchPortrait(url);
    const storedPicture = pictureBytes === null ? null : await avatars.storePicture(uid, pictureBytes);
    return storedPicture?.ok === true ? storedPicture.value.photoURL : null;
  };

  const signInWithAttempt = async (
    confirmedAttempt: ConfirmedAttempt,
    returningCaller: ReturningCaller,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>> => {
    const signInResult = await signInByThirdParty(confirmedAttempt, returningCaller);
    if (!signInResult.ok) return signInResult;
    const { openSession, isNew } = signInResult.value;
    const photoURL = isNew ? await storePortrait(openSession.user.uid, confirmedAttempt.person.pictureUrl) : null;
    return ok({
      kind: 'opened',
      opened: await sessions.presentOpened(
        photoURL === null ? openSession : { ...openSession, user: { ...openSession.user, photoURL } },
      ),
    });
  };

  const proveIdentity = async (
    confirmedAttempt: ConfirmedAttempt,
    callerSession: CallerSession,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>> => {
    const user = await store.write(async (thirdPartyRows): Promise<Result<StoredUser, SignInCompletionError>> => {
      if (!(await thirdPartyRows.thirdParties.remove(confirmedAttempt.stateHash))) return err('signInCodeInvalid');
      const linkedUid = await thirdPartyRows.thirdParties.findUid(
        confirmedAttempt.provider,
        confirmedAttempt.person.subject,
      );
      const identityOwner = linkedUid === callerSession.uid ? await thirdPartyRows.users.find(linkedUid) : null;
      return identityOwner === null ? err('notAllowed') : ok(identityOwner);
    });
    if (!user.ok) return user;
    const proofResult = await sessions.renewProof(user.value, callerSession.sessionId);
    return proofResult.ok ? ok({ kind: 'proved', session: proofResult.value }) : proofResult;
  };

  return {
    async complete({ code, verifier }, returningCaller) {
      const { provider, caller } = returningCaller;
      const confirmedAttempt = await store.read(({ thirdParties }) =>
        thirdParties.findConfirmed(sha256Base64Url(code)),
      );
      if (
        confirmedAttempt === null ||
        confirmedAttempt.provider !== provider ||
        confirmedAttempt.expiresAt <= clock.realNow()
      )
        return err('signInCodeInvalid');
      // A wrong verifier leaves the code valid: somebody who stole the code but lacks the verifier must not be able to
      // invalidate it for the real user.
      if (sha256Base64Url(verifier) !== confirmedAttempt.challenge) return err('notAllowed');
      return confirmedAttempt.intent === 'reauthenticate'
        ? proveIdentity(confirmedAttempt, caller)
        : signInWithAttempt(confirmedAttempt, returningCaller);
    },
  };
};
