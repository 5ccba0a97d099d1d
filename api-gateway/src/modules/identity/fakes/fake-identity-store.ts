import type { EmailMessage } from '../../mail';
import type { IdentityStore, IdentityWrite } from '../identity-store';
import type { SecretRepository } from '../secret-repository';
import type { SessionRepository, StoredCaller, StoredRefreshToken, StoredSession } from '../session-repository';
import type { StoredUser } from '../stored-user';
import type { UserRepository } from '../user-repository';
import { fakeAvatars, fakeCodes, fakeResets } from './fake-proof-rows';

const without = <T>(map: Map<string, T>, isGone: (value: T) => boolean): string[] => {
  const gone = [...map].filter(([, value]) => isGone(value)).map(([key]) => key);
  for (const key of gone) map.delete(key);
  return gone;
};

const fakeUsers = (users: Map<string, StoredUser>, sessions: Map<string, StoredSession>): UserRepository => ({
  find: async (uid) => users.get(uid) ?? null,
  findByEmail: async (email) => [...users.values()].find((user) => user.email === email) ?? null,
  isConnectionCodeTaken: async (code) => [...users.values()].some((user) => user.connectionCode === code),
  insert: async (user) => void users.set(user.uid, user),
  update: async (user) => void users.set(user.uid, user),
  findDeletedBefore: async (before, limit) =>
    [...users.values()].filter(({ deletedAt }) => deletedAt !== null && deletedAt <= before).sort((one, other) => (one.deletedAt ?? 0) - (other.deletedAt ?? 0)).slice(0, limit),
  remove: async (uid) => void users.delete(uid),
  async removeLostVisitors(limit) {
    const atHome = new Set([...sessions.values()].map((session) => session.uid));
    const lost = [...users.values()].filter((user) => user.isAnonymous && !atHome.has(user.uid)).slice(0, limit);
    const uids = new Set(lost.map((user) => user.uid));
    return without(users, (user) => uids.has(user.uid));
  },
});

interface FakeRows {
  readonly users: Map<string, StoredUser>;
  readonly sessions: Map<string, StoredSession>;
  readonly tokens: Map<string, StoredRefreshToken>;
}

const callerIn = ({ users, sessions }: FakeRows, id: string): StoredCaller | null => {
  const session = sessions.get(id);
  const user = users.get(session?.uid ?? '');
  return session === undefined || user === undefined ? null : { session, isAnonymous: user.isAnonymous, isVerified: user.isEmailVerified, isDeleted: user.deletedAt !== null };
};

const fakeSessions = ({ users, sessions, tokens }: FakeRows): SessionRepository => {
  const change = (id: string, changes: Partial<StoredSession>): void => {
    const session = sessions.get(id);
    if (session !== undefined) sessions.set(id, { ...session, ...changes });
  };
  const endIfOpen = (session: StoredSession | undefined, endedAt: number): void => {
    if (session?.endedAt === null) change(session.id, { endedAt });
  };
  return {
    find: async (id) => sessions.get(id) ?? null,
    findCaller: async (id) => callerIn({ users, sessions, tokens }, id),
    insert: async (session) => void sessions.set(session.id, session),
    listOf: async (uid) => [...sessions.values()].filter((session) => session.uid === uid).sort((one, other) => one.authTime - other.authTime),
    prove: async (id, authTime) => change(id, { authTime }),
    prolong: async (id, expiresAt) => change(id, { expiresAt }),
    end: async (id, endedAt) => endIfOpen(sessions.get(id), endedAt),
    async endAllOf(uid, endedAt) {
      for (const session of sessions.values()) if (session.uid === uid) endIfOpen(session, endedAt);
    },
    findToken: async (secretHash) => tokens.get(secretHash) ?? null,
    insertToken: async (token) => void tokens.set(token.secretHash, token),
    async markRotated(secretHash, rotatedAt) {
      const token = tokens.get(secretHash);
      if (token !== undefined) tokens.set(secretHash, { ...token, rotatedAt });
    },
    forgetTokens: async (sessionId, before) =>
      void without(tokens, (token) => token.sessionId === sessionId && token.rotatedAt !== null && token.rotatedAt < before),
    async removeOver(realNow, limit) {
      const over = [...sessions.values()].filter((session) => session.endedAt !== null || session.expiresAt <= realNow).slice(0, limit);
      const ids = new Set(over.map((session) => session.id));
      without(sessions, (session) => ids.has(session.id));
      without(tokens, (token) => ids.has(token.sessionId));
    },
  };
};

const fakeSecrets = (secrets: Map<string, unknown>): SecretRepository => ({
  find: async (name) => secrets.get(name),
  async keep(name, value) {
    if (!secrets.has(name)) secrets.set(name, value);
    return secrets.get(name);
  },
});

/** What a fake store recorded for the live socket. */
export type RecordedOps = Parameters<IdentityWrite['record']>[];

/** Identity's rows in memory; writes run one after the other like those of the database. */
export const createFakeIdentityStore = (): IdentityStore & { readonly recorded: RecordedOps; readonly messages: readonly EmailMessage[] } => {
  const [users, sessions] = [new Map<string, StoredUser>(), new Map<string, StoredSession>()];
  const rows = {
    users: fakeUsers(users, sessions),
    sessions: fakeSessions({ users, sessions, tokens: new Map() }),
    secrets: fakeSecrets(new Map()),
    codes: fakeCodes(),
    resets: fakeResets(),
    avatars: fakeAvatars(),
  };
  const messages: EmailMessage[] = [];
  const recorded: RecordedOps = [];
  let tail: Promise<unknown> = Promise.resolve();
  return {
    recorded,
    messages,
    read: (work) => work(rows),
    findCaller: (sessionId) => rows.sessions.findCaller(sessionId),
    write(work) {
      const turn = tail.then(() => work({ ...rows, record: (...op) => void recorded.push(op), mail: async (message) => void messages.push(message) }));
      tail = turn.catch(() => undefined);
      return turn;
    },
  };
};
