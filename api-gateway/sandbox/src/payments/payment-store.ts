import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { SandboxDatabase } from '../platform';

/** Kinds of objects that the two payment providers store. */
export type PaymentObjectKind =
  | 'user'
  | 'wallet'
  | 'cardRegistration'
  | 'card'
  | 'preauthorization'
  | 'payin'
  | 'refund'
  | 'hook'
  | 'event'
  | 'paypalOrder'
  | 'capture'
  | 'paypalRefund'
  | 'webhook'
  | 'webhookEvent';

/** A payment or refund, successful or not, as the sandbox's home page lists it. */
export interface LedgerEntry {
  readonly id: string;
  readonly provider: 'mangopay' | 'paypal';
  readonly kind: 'payin' | 'capture' | 'refund';
  readonly status: 'CREATED' | 'SUCCEEDED' | 'FAILED';
  /** Amount of the payment or refund in cents. */
  readonly amount: number;
  /** Key of the product's order, which the product sent as a reference. */
  readonly reference: string;
  readonly payInId: string;
  readonly createdAt: number;
}

/** Response to a request with an idempotency key, stored for repeated requests. */
export interface RecordedAnswer {
  readonly status: number;
  readonly url: string;
  readonly body: unknown;
  readonly recordedAt: number;
}

/** Kind, id and owner by which a payment object is stored and found. */
interface ObjectIdentity {
  readonly kind: PaymentObjectKind;
  readonly id: string;
  /** Id of the object's owner; null for an object without an owner. */
  readonly owner: string | null;
}

/** Store of the imitated payment providers. It survives restarts. */
export interface PaymentStore {
  /** Creates an object id that nobody can guess. */
  newId(prefix: string): string;
  /** Finds a payment object and parses it by its schema; null if it doesn't exist. */
  find<T>(schema: z.ZodMiniType<T>, kind: PaymentObjectKind, id: string): T | null;
  /** Lists the payment objects of one owner, or of all owners without `owner`; the oldest first. */
  list<T>(schema: z.ZodMiniType<T>, kind: PaymentObjectKind, owner?: string): T[];
  /** Adds a payment object, or replaces the one with the same id. */
  put(identity: ObjectIdentity, value: object): void;
  findAnswer(provider: string, idempotencyKey: string): RecordedAnswer | null;
  storeAnswer(provider: string, idempotencyKey: string, answer: RecordedAnswer): void;
  /** Runs `work` in one database transaction. */
  inTransaction<T>(work: () => T): T;
}

const ObjectRow = z.object({ value: z.string() });
const AnswerRow = z.object({ status: z.number(), url: z.string(), value: z.string(), at: z.number() });

/** Creates the store of the imitated payment providers' objects in the sandbox's database. */
export const createPaymentStore = (database: SandboxDatabase, now: () => number): PaymentStore => {
  const selectObject = database.prepare('select value from payment_object where id = ? and kind = ?');
  const selectObjects = database.prepare('select value from payment_object where kind = ? order by created_at, rowid');
  const selectObjectsOfOwner = database.prepare(
    'select value from payment_object where kind = ? and owner = ? order by created_at, rowid',
  );
  const insertObject = database.prepare(
    'insert into payment_object (id, kind, owner, value, created_at) values (@id, @kind, @owner, @value, @now) on conflict (id) do update set value = excluded.value, owner = excluded.owner',
  );
  const findAnswer = database.prepare(
    'select status, url, value, at from payment_answer where provider = ? and key = ?',
  );
  const insertAnswer = database.prepare(
    'insert or ignore into payment_answer (provider, key, status, url, value, at) values (?, ?, ?, ?, ?, ?)',
  );
  const parseObject = <T>(schema: z.ZodMiniType<T>, row: unknown): T =>
    schema.parse(JSON.parse(ObjectRow.parse(row).value));

  return {
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    find(schema, kind, id) {
      const row = selectObject.get(id, kind);
      return row === undefined ? null : parseObject(schema, row);
    },
    list: (schema, kind, owner) =>
      (owner === undefined ? selectObjects.all(kind) : selectObjectsOfOwner.all(kind, owner)).map((row) =>
        parseObject(schema, row),
      ),
    put: (identity, value) => void insertObject.run({ ...identity, value: JSON.stringify(value), now: now() }),
    findAnswer(provider, idempotencyKey) {
      const row = z.nullable(AnswerRow).parse(findAnswer.get(provider, idempotencyKey) ?? null);
      return row === null
        ? null
        : { status: row.status, url: row.url, body: JSON.parse(row.value), recordedAt: row.at };
    },
    storeAnswer: (provider, idempotencyKey, { status, url, body, recordedAt }) =>
      void insertAnswer.run(provider, idempotencyKey, status, url, JSON.stringify(body), recordedAt),
    inTransaction: (work) => database.transaction(work)(),
  };
};
