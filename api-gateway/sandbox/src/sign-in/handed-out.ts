import { createHash, randomBytes } from 'node:crypto';
import type { SandboxState } from '../state';

/** Codes and tokens that the sign-in pages have issued, each for a while. */
export interface IssuedTokens {
  /** Issues a new one for that many real milliseconds. */
  issue(kind: 'code' | 'accessToken', value: object, lifeMs: number): string;
  /** What it stands for; undefined where it is unknown or over. */
  find(kind: 'code' | 'accessToken', token: string): unknown;
  /** The same, and deletes it: it works once. */
  redeem(kind: 'code' | 'accessToken', token: string): unknown;
}

interface Row {
  readonly value: string;
}

const fingerprint = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Issued tokens in the sandbox's file. */
export const createIssuedTokens = (state: SandboxState, realNow: () => number): IssuedTokens => {
  const insert = state.prepare('insert into handed_out (token, kind, expires_at, value) values (?, ?, ?, ?)');
  const prune = state.prepare('delete from handed_out where expires_at <= ?');
  const find = state.prepare<[string, string, number], Row>('select value from handed_out where token = ? and kind = ? and expires_at > ?');
  const remove = state.prepare<[string, string, number], Row>('delete from handed_out where token = ? and kind = ? and expires_at > ? returning value');
  const valueOf = (row: Row | undefined): unknown => (row === undefined ? undefined : JSON.parse(row.value));

  return {
    issue(kind, value, lifeMs) {
      const token = randomBytes(32).toString('base64url');
      prune.run(realNow());
      insert.run(fingerprint(token), kind, realNow() + lifeMs, JSON.stringify(value));
      return token;
    },
    find: (kind, token) => valueOf(find.get(fingerprint(token), kind, realNow())),
    redeem: (kind, token) => valueOf(remove.get(fingerprint(token), kind, realNow())),
  };
};
