import { err, ok } from '@mahlzeit/contract';
import type { Result, Session, ThirdParty, ThirdPartyCompletion } from '@mahlzeit/contract';
import type { CallerSession, Clock, LivePort } from '../../../platform';
import type { SendCode, VerificationService } from '../credentials';
import type { IssuedSession, OpenedSession, SessionService, SignInBrowser, SignInNotices, TellOwner } from '../session';
import { sha256Base64Url } from '../store';
import type { ConfirmedAttempt, StoredUser, ThirdPartyRows, ThirdPartyStore, ThirdPartyWrite } from '../store';
import { isErasureDue, mayRegister } from '../user';
import type { AvatarService } from '../user';
import type { ForeignAccounts } from './foreign-account';
import type { LinkService } from './link-service';
import type { FetchPortraitPicture } from './portrait';

export interface CompletionServiceDeps {
  readonly store: ThirdPartyStore;
  readonly sessions: SessionService;
  readonly signInNotices: SignInNotices;
  readonly foreignAccounts: ForeignAccounts;
  readonly links: Pick<LinkService, 'linkAccount'>;
  readonly avatars: Pick<AvatarService, 'storePicture'>;
  readonly verification: Pick<VerificationService, 'sendCode'>;
  readonly fetchPortrait: FetchPortraitPicture;
  readonly clock: Clock;
  readonly live: LivePort;
}

type SignInCompletionError =
  | 'notAllowed'
  | 'ErrorAuthDisabled'
  | 'ErrorEmailTaken'
  | 'ErrorNoAccount'
  | 'providerTaken'
  | 'reauthenticationRequired'
  | 'signInCodeInvalid'
  | 'unauthenticated';

/**
 * Result of a completed sign-in: `opened` is a new session, which changes the cookie; `continued` is the caller's
 * session with the same cookie, after a proof of identity or a new link.
 */
type SignInCompletionResult =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | { readonly kind: 'continued'; readonly session: Session };

/** A visitor or user who has come back from a third party's sign-in page. */
interface ReturningCaller {
  readonly provider: ThirdParty;
  readonly caller: CallerSession;
  readonly browser: SignInBrowser;
}

/** Service for the last step of a sign-in at a third party: the app exchanges the sign-in's code for a session. */
export interface CompletionService {
  complete(
    signInCompletion: ThirdPartyCompletion,
    returningCaller: ReturningCaller,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>>;
}

interface SignInOutcome {
  readonly openSession: IssuedSession;
  readonly isNew: boolean;
}

/** Functions that send e-mails in the transaction of a sign-in. */
interface SignInRun {
  readonly sendCode: SendCode;
  readonly tellOwner: TellOwner;
}

const tellNobody: TellOwner = async () => {};

/** Finds the user of the person whom the third party has identified; null for a person without an account. */
const findLinkedUser = async (
  { providerLinks, users }: ThirdPartyRows,
  { provider, person: { subject } }: ConfirmedAttempt,
): Promise<StoredUser | null> => {
  const linkedUid = await providerLinks.findUid(provider, subject);
  return linkedUid === null ? null : users.find(linkedUid);
};

/**
 * Creates the service that completes sign-ins at third parties. A completion opens a session, proves the caller's
 * identity again, or adds a link to the third party.
 */
export const createCompletionService = ({
  store,
  sessions,
  signInNotices,
  foreignAccounts,
  links,
  avatars,
  verification,
  fetchPortrait,
  clock,
  live,
}: CompletionServiceDeps): CompletionService => {
  const enterAccount = async (
    thirdPartyRows: ThirdPartyWrite,
    attempt: ConfirmedAttempt,
    { visitor, sendCode }: { readonly visitor: StoredUser } & Pick<SignInRun, 'sendCode'>,
  ): Promise<Result<{ readonly user: StoredUser; readonly isNew: boolean }, SignInCompletionError>> => {
    const linkedUser = await findLinkedUser(thirdPartyRows, attempt);
    if (linkedUser === null) {
      const registered = await foreignAccounts.register(thirdPartyRows, { user: visitor, attempt, sendCode });
      return registered.ok ? ok({ user: registered.value, isNew: true }) : registered;
    }
    if (linkedUser.disabledAt !== null) return err('ErrorAuthDisabled');
    // Treats a user who deleted the account more than 30 days ago as erased, even if the erasure job has not run yet.
    if (isErasureDue(linkedUser.deletedAt, clock.now())) return err('ErrorNoAccount');
    const user = await foreignAccounts.updateEmail(thirdPartyRows, { user: linkedUser, attempt, sendCode });
    return ok({ user, isNew: false });
  };

  const prepareRun = async (attempt: ConfirmedAttempt, browser: SignInBrowser): Promise<SignInRun> => {
    // Finds the account to decide about an e-mail: a new account has no earlier browser, so nobody is informed about
    // this one.
    const linkedUser = await store.read((thirdPartyRows) => findLinkedUser(thirdPartyRows, attempt));
    return {
      sendCode: verification.sendCode,
      tellOwner: linkedUser === null ? tellNobody : await signInNotices.prepare(linkedUser, browser),
    };
  };

  const openSession = async (
    attempt: ConfirmedAttempt,
    { caller, browser }: ReturningCaller,
  ): Promise<Result<SignInOutcome, SignInCompletionError>> => {
    const { sendCode, tellOwner } = await prepareRun(attempt, browser);
    return store.write(async (thirdPartyRows): Promise<Result<SignInOutcome, SignInCompletionError>> => {
      if (!(await thirdPartyRows.attempts.remove(attempt.stateHash))) return err('signInCodeInvalid');
      const visitor = await thirdPartyRows.users.find(caller.uid);
      if (visitor === null || !mayRegister(visitor)) return err('notAllowed');
      const entry = await enterAccount(thirdPartyRows, attempt, { visitor, sendCode });
      if (!entry.ok) return entry;
      const { user, isNew } = entry.value;
      await thirdPartyRows.sessions.end(caller.sessionId, clock.realNow());
      // Ends the validity of the visitor's former tokens.
      live.rightsChanged(thirdPartyRows, caller.uid);
      await tellOwner(thirdPartyRows);
      return ok({ openSession: await sessions.open(thirdPartyRows, user, browser.device), isNew });
    });
  };

  const storePortrait = async (uid: string, url: string | null): Promise<string | null> => {
    const pictureBytes = url === null ? null : await fetchPortrait(url);
    const storedPicture = pictureBytes === null ? null : await avatars.storePicture(uid, pictureBytes);
    return storedPicture?.ok === true ? storedPicture.value.photoURL : null;
  };

  const signIn = async (
    attempt: ConfirmedAttempt,
    returningCaller: ReturningCaller,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>> => {
    const signInResult = await openSession(attempt, returningCaller);
    if (!signInResult.ok) return signInResult;
    const { openSession: issuedSession, isNew } = signInResult.value;
    // Stores the third party's picture at the registration alone, because a user who has removed it must not get it
    // back.
    const photoURL = isNew ? await storePortrait(issuedSession.user.uid, attempt.person.pictureUrl) : null;
    const user = photoURL === null ? issuedSession.user : { ...issuedSession.user, photoURL };
    return ok({ kind: 'opened', opened: await sessions.presentOpened({ ...issuedSession, user }) });
  };

  const continueWith = (
    session: Result<Session, 'unauthenticated'>,
  ): Result<SignInCompletionResult, SignInCompletionError> =>
    session.ok ? ok({ kind: 'continued', session: session.value }) : session;

  const proveIdentity = async (
    attempt: ConfirmedAttempt,
    caller: CallerSession,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>> => {
    const { sendCode } = verification;
    const user = await store.write(async (thirdPartyRows): Promise<Result<StoredUser, SignInCompletionError>> => {
      if (!(await thirdPartyRows.attempts.remove(attempt.stateHash))) return err('signInCodeInvalid');
      const linkedUser = await findLinkedUser(thirdPartyRows, attempt);
      if (linkedUser === null || linkedUser.uid !== caller.uid) return err('notAllowed');
      return ok(await foreignAccounts.updateEmail(thirdPartyRows, { user: linkedUser, attempt, sendCode }));
    });
    return user.ok ? continueWith(await sessions.renewProof(user.value, caller.sessionId)) : user;
  };

  const link = async (
    attempt: ConfirmedAttempt,
    caller: CallerSession,
  ): Promise<Result<SignInCompletionResult, SignInCompletionError>> => {
    const user = await links.linkAccount(attempt, caller);
    return user.ok ? continueWith(await sessions.presentCurrent(user.value, caller.sessionId)) : user;
  };

  return {
    async complete({ code, verifier }, returningCaller) {
      const { provider, caller } = returningCaller;
      const attempt = await store.read(({ attempts }) => attempts.findConfirmed(sha256Base64Url(code)));
      if (attempt === null || attempt.provider !== provider || attempt.expiresAt <= clock.realNow())
        return err('signInCodeInvalid');
      // Refuses a wrong verifier, but leaves the code valid: somebody who stole the code but lacks the verifier must
      // not be able to invalidate it for the real user.
      if (sha256Base64Url(verifier) !== attempt.challenge) return err('notAllowed');
      if (attempt.intent === 'reauthenticate') return proveIdentity(attempt, caller);
      return attempt.intent === 'link' ? link(attempt, caller) : signIn(attempt, returningCaller);
    },
  };
};
