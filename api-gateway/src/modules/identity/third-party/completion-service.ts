import { err, ok } from '@mahlzeit/contract';
import type { Result, Session, ThirdParty, ThirdPartyCompletion } from '@mahlzeit/contract';
import type { CallerSession, Clock, LivePort } from '../../../platform';
import type { AvatarService } from '../avatar/avatar-service';
import { freeConnectionCode } from '../free-connection-code';
import type { HeldSession } from '../refresh-chain';
import type { OpenedSession, SessionService } from '../session-service';
import type { StoredUser } from '../stored-user';
import { saveUser } from '../user-log';
import type { FetchPortrait } from './fetch-portrait';
import { sha256 } from './sign-in-attempt';
import type { ConfirmedAttempt } from './sign-in-attempt';
import { foreignUser } from './third-party-rules';
import type { ThirdPartyStore, ThirdPartyWrite } from './third-party-store';

export interface CompletionServiceDeps {
  readonly store: ThirdPartyStore;
  readonly sessions: SessionService;
  readonly avatars: Pick<AvatarService, 'keep'>;
  readonly fetchPortrait: FetchPortrait;
  readonly clock: Clock;
  readonly live: LivePort;
}

type CompletionError = 'notAllowed' | 'ErrorEmailTaken' | 'signInCodeInvalid' | 'unauthenticated';

/** A session that was opened, or the caller's own with a fresh proof; only the first changes the cookie. */
export type Completed = { readonly kind: 'opened'; readonly opened: OpenedSession } | { readonly kind: 'proved'; readonly session: Session };

/** Somebody who has come back from a third party and asks for what they went for. */
export interface Completer {
  readonly provider: ThirdParty;
  readonly caller: CallerSession;
}

/** The last step of a sign-in at a third party. */
export interface CompletionService {
  complete(completion: ThirdPartyCompletion, completer: Completer): Promise<Result<Completed, CompletionError>>;
}

interface Entrance {
  readonly held: HeldSession;
  readonly isNew: boolean;
}

/** Completes sign-ins: opens a session, or proves once more who is there. */
export const createCompletionService = ({ store, sessions, avatars, fetchPortrait, clock, live }: CompletionServiceDeps): CompletionService => {
  const enrol = async (rows: ThirdPartyWrite, { provider, person }: ConfirmedAttempt, visitor: StoredUser): Promise<Result<StoredUser, CompletionError>> => {
    // Never tied to an account of the same address: whoever has it elsewhere need not be the same person.
    if (person.email !== null && (await rows.users.findByEmail(person.email)) !== null) return err('ErrorEmailTaken');
    const user = foreignUser(visitor, { provider, person, connectionCode: await freeConnectionCode(rows) });
    // Whoever knew the visitor's tokens must not get into the account: neither by a socket that is open already
    live.sessionReplaced(user.uid);
    await saveUser(rows, user, { isNew: false });
    await rows.thirdParties.link(user.uid, provider, person.subject);
    // nor by a request.
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    return ok(user);
  };

  /** Users of third parties may have hidden their address before, and can never add it in any other way (S1§6). */
  const addressed = async (rows: ThirdPartyWrite, user: StoredUser, { email, isEmailVerified }: ConfirmedAttempt['person']): Promise<StoredUser> => {
    if (user.email !== null || email === null || (await rows.users.findByEmail(email)) !== null) return user;
    const reachable = { ...user, email, isEmailVerified };
    await saveUser(rows, reachable, { isNew: false });
    return reachable;
  };

  const enter = (attempt: ConfirmedAttempt, caller: CallerSession): Promise<Result<Entrance, CompletionError>> =>
    store.write(async (rows) => {
      if (!(await rows.thirdParties.remove(attempt.stateHash))) return err('signInCodeInvalid');
      const visitor = await rows.users.find(caller.uid);
      if (visitor === null || !visitor.isAnonymous) return err('notAllowed');
      const uid = await rows.thirdParties.findUid(attempt.provider, attempt.person.subject);
      const known = uid === null ? null : await rows.users.find(uid);
      const user = known === null ? await enrol(rows, attempt, visitor) : ok(await addressed(rows, known, attempt.person));
      if (!user.ok) return user;
      await rows.sessions.end(caller.sessionId, clock.realNow());
      return ok({ held: await sessions.open(rows, user.value), isNew: known === null });
    });

  const signIn = async (attempt: ConfirmedAttempt, caller: CallerSession): Promise<Result<Completed, CompletionError>> => {
    const entered = await enter(attempt, caller);
    if (!entered.ok) return entered;
    const { held, isNew } = entered.value;
    if (!isNew) live.rightsChanged(caller.uid);
    const photoURL = isNew ? await savePortrait(held.user.uid, attempt.person.pictureUrl) : null;
    return ok({ kind: 'opened', opened: await sessions.answer(photoURL === null ? held : { ...held, user: { ...held.user, photoURL } }) });
  };

  const savePortrait = async (uid: string, url: string | null): Promise<string | null> => {
    const bytes = url === null ? null : await fetchPortrait(url);
    const kept = bytes === null ? null : await avatars.keep(uid, bytes);
    return kept?.ok === true ? kept.value.photoURL : null;
  };

  const prove = async (attempt: ConfirmedAttempt, caller: CallerSession): Promise<Result<Completed, CompletionError>> => {
    const user = await store.write(async (rows): Promise<Result<StoredUser, CompletionError>> => {
      if (!(await rows.thirdParties.remove(attempt.stateHash))) return err('signInCodeInvalid');
      const uid = await rows.thirdParties.findUid(attempt.provider, attempt.person.subject);
      const found = uid === caller.uid ? await rows.users.find(uid) : null;
      return found === null ? err('notAllowed') : ok(found);
    });
    if (!user.ok) return user;
    const proved = await sessions.renewProof(user.value, caller.sessionId);
    return proved.ok ? ok({ kind: 'proved', session: proved.value }) : proved;
  };

  return {
    async complete({ code, verifier }, { provider, caller }) {
      const attempt = await store.read(({ thirdParties }) => thirdParties.findConfirmed(sha256(code)));
      if (attempt === null || attempt.provider !== provider || attempt.expiresAt <= clock.realNow()) return err('signInCodeInvalid');
      // The code stays valid: whoever can't prove that they began must not be able to spoil it for the one who did.
      if (sha256(verifier) !== attempt.challenge) return err('notAllowed');
      return attempt.intent === 'reauthenticate' ? prove(attempt, caller) : signIn(attempt, caller);
    },
  };
};
