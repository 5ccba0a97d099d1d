import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { SandboxState } from '../platform';

/** What a provider of payments holds. */
export type PaymentObjectKind =
  | 'user'
  | 'wallet'
  | 'cardRegistration'
  | 'card'
  | 'preauthorization'
  | 'payin'
  | 'refund'
  | 'hook'
  | 'paypalOrder'
  | 'capture'
  | 'paypalRefund'
  | 'webhook'
  | 'webhookEvent';

/** A movement of money, or one that was tried. */
export interface LedgerEntry {
  readonly id: string;
  readonly provider: 'mangopay' | 'paypal';
  readonly kind: 'payin' | 'capture' | 'refund';
  readonly status: 'CREATED' | 'SUCCEEDED' | 'FAILED';
  /** Cents. */
  readonly amount: number;
  /** What the product calls it: the key of its order. */
  readonly reference: string;
  readonly payInId: string;
  readonly createdAt: number;
}

/** An answer that was given under a key of the client's. */
export interface GivenAnswer {
  readonly status: number;
  readonly url: string;
  readonly body: unknown;
  readonly at: number;
}

/** Where an object stands: its kind, its key, and whose it is. */
interface ObjectPlace {
  readonly kind: PaymentObjectKind;
  readonly id: string;
  /** Whose it is, by key; null: nobody's. */
  readonly owner: string | null;
}

/** What providers of payments remember, over restarts. */
export interface PaymentStore {
  /** A key that nobody guesses. */
  newId(prefix: string): string;
  /** The object; null where there is none of the kind. What it holds is parsed by its schema. */
  find<T>(schema: z.ZodMiniType<T>, kind: PaymentObjectKind, id: string): T | null;
  /** Of one owner, or of everybody; the first made first. */
  list<T>(schema: z.ZodMiniType<T>, kind: PaymentObjectKind, owner?: string): T[];
  /** Writes an object, new or instead of what is there. */
  put(place: ObjectPlace, value: object): void;
  findAnswer(provider: string, key: string): GivenAnswer | null;
  keepAnswer(provider: string, key: string, answer: GivenAnswer): void;
  /** All of it or nothing. */
  atOnce<T>(work: () => T): T;
}

const ObjectRow = z.object({ value: z.string() });
const AnswerRow = z.object({ status: z.number(), url: z.string(), value: z.string(), at: z.number() });

/** Payments in the sandbox's file. */
export const createPaymentStore = (state: SandboxState, now: () => number): PaymentStore => {
  const find = state.prepare('select value from payment_object where id = ? and kind = ?');
  const listAll = state.prepare('select value from payment_object where kind = ? order by created_at, rowid');
  const listOf = state.prepare(
    'select value from payment_object where kind = ? and owner = ? order by created_at, rowid',
  );
  const put = state.prepare(
    'insert into payment_object (id, kind, owner, value, created_at) values (@id, @kind, @owner, @value, @now) on conflict (id) do update set value = excluded.value, owner = excluded.owner',
  );
  const findAnswer = state.prepare('select status, url, value, at from payment_answer where provider = ? and key = ?');
  const keepAnswer = state.prepare(
    'insert or ignore into payment_answer (provider, key, status, url, value, at) values (?, ?, ?, ?, ?, ?)',
  );
  const valueOf = <T>(schema: z.ZodMiniType<T>, row: unknown): T =>
    schema.parse(JSON.parse(ObjectRow.parse(row).value));

  return {
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    find(schema, kind, id) {
      const row = find.get(id, kind);
      return row === undefined ? null : valueOf(schema, row);
    },
    list: (schema, kind, owner) =>
      (owner === undefined ? listAll.all(kind) : listOf.all(kind, owner)).map((row) => valueOf(schema, row)),
    put: (place, value) => void put.run({ ...place, value: JSON.stringify(value), now: now() }),
    findAnswer(provider, key) {
      const row = z.nullable(AnswerRow).parse(findAnswer.get(provider, key) ?? null);
      return row === null ? null : { status: row.status, url: row.url, body: JSON.parse(row.value), at: row.at };
    },
    keepAnswer: (provider, key, { status, url, body, at }) =>
      void keepAnswer.run(provider, key, status, url, JSON.stringify(body), at),
    atOnce: (work) => state.transaction(work)(),
  };
};
