import * as z from 'zod/mini';
import type { PaymentObjectKind, PaymentStore } from './payment-store';

/** Amount of money in Mangopay's JSON: integer cents. */
export const Money = z.object({ Currency: z.literal('EUR'), Amount: z.int().check(z.gte(0)) });
export type Money = z.infer<typeof Money>;

const baseFields = { Id: z.string(), Tag: z.nullable(z.string()), CreationDate: z.number() };

/** Mangopay's account of a person or company that pays or receives money. */
export const MangopayUser = z.object({
  ...baseFields,
  PersonType: z.string(),
  UserCategory: z.string(),
  KYCLevel: z.string(),
  UserStatus: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Email: z.string(),
  TermsAndConditionsAccepted: z.boolean(),
});
export type MangopayUser = z.infer<typeof MangopayUser>;

/** Mangopay's account that receives payments. */
export const Wallet = z.object({
  ...baseFields,
  Owners: z.array(z.string()),
  Currency: z.literal('EUR'),
  Description: z.string(),
  Balance: Money,
  FundsType: z.literal('DEFAULT'),
});
export type Wallet = z.infer<typeof Wallet>;

/** A registered card, without its complete number. */
export const MangopayCard = z.object({
  ...baseFields,
  UserId: z.string(),
  CardType: z.string(),
  CardProvider: z.string(),
  Alias: z.string(),
  ExpirationDate: z.string(),
  Country: z.string(),
  Active: z.boolean(),
  Currency: z.literal('EUR'),
  Validity: z.enum(['UNKNOWN', 'VALID', 'INVALID']),
  Fingerprint: z.string(),
  /** Reaction of the bank to payments with this card. The provider's JSON doesn't contain it. */
  behaviour: z.enum(['frictionless', 'challenge', 'refused']),
});
export type MangopayCard = z.infer<typeof MangopayCard>;

/** Mangopay's registration of a card: the data with which the browser sends the card, and the result. */
export const CardRegistration = z.object({
  ...baseFields,
  UserId: z.string(),
  Currency: z.literal('EUR'),
  CardType: z.string(),
  AccessKey: z.string(),
  PreregistrationData: z.string(),
  CardRegistrationURL: z.string(),
  RegistrationData: z.nullable(z.string()),
  CardId: z.nullable(z.string()),
  ResultCode: z.nullable(z.string()),
  ResultMessage: z.nullable(z.string()),
  Status: z.enum(['CREATED', 'VALIDATED', 'ERROR']),
});
export type CardRegistration = z.infer<typeof CardRegistration>;

const outcomeFieldSchemas = {
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  ResultCode: z.nullable(z.string()),
  ResultMessage: z.nullable(z.string()),
  ExecutionDate: z.nullable(z.number()),
};

/** Mangopay's payment by card: directly, or from a pre-authorisation. */
export const PayInObject = z.object({
  ...baseFields,
  ...outcomeFieldSchemas,
  Type: z.literal('PAYIN'),
  Nature: z.literal('REGULAR'),
  PaymentType: z.enum(['CARD', 'PREAUTHORIZED']),
  ExecutionType: z.literal('DIRECT'),
  AuthorId: z.string(),
  CreditedUserId: z.nullable(z.string()),
  CreditedWalletId: z.string(),
  DebitedWalletId: z.null(),
  DebitedFunds: Money,
  CreditedFunds: Money,
  Fees: Money,
  SecureMode: z.string(),
  SecureModeNeeded: z.boolean(),
  SecureModeRedirectURL: z.nullable(z.string()),
  SecureModeReturnURL: z.string(),
  CardId: z.string(),
  StatementDescriptor: z.nullable(z.string()),
});
export type PayInObject = z.infer<typeof PayInObject>;

/** Mangopay's pre-authorisation: an amount that the bank reserves on a card. */
export const PreAuthorizationObject = z.object({
  ...baseFields,
  Status: outcomeFieldSchemas.Status,
  ResultCode: outcomeFieldSchemas.ResultCode,
  ResultMessage: outcomeFieldSchemas.ResultMessage,
  PaymentStatus: z.enum(['WAITING', 'CANCELED', 'EXPIRED', 'VALIDATED']),
  PaymentType: z.literal('CARD'),
  ExecutionType: z.literal('DIRECT'),
  AuthorId: z.string(),
  CardId: z.string(),
  DebitedFunds: Money,
  RemainingFunds: Money,
  AuthorizationDate: z.nullable(z.number()),
  ExpirationDate: z.number(),
  PayInId: z.nullable(z.string()),
  SecureMode: z.string(),
  SecureModeNeeded: z.boolean(),
  SecureModeRedirectURL: z.nullable(z.string()),
  SecureModeReturnURL: z.string(),
  StatementDescriptor: z.nullable(z.string()),
});
export type PreAuthorizationObject = z.infer<typeof PreAuthorizationObject>;

/** Mangopay's refund of a payment, complete or partial. */
export const RefundObject = z.object({
  ...baseFields,
  ...outcomeFieldSchemas,
  Type: z.literal('PAYOUT'),
  Nature: z.literal('REFUND'),
  InitialTransactionId: z.string(),
  InitialTransactionType: z.literal('PAYIN'),
  AuthorId: z.string(),
  DebitedFunds: Money,
  CreditedFunds: Money,
  /** Refunded fees as a negative amount, in cents. */
  Fees: z.object({ Currency: z.literal('EUR'), Amount: z.int() }),
  RefundReason: z.object({ RefundReasonType: z.string(), RefundReasonMessage: z.nullable(z.string()) }),
});
export type RefundObject = z.infer<typeof RefundObject>;

/** Mangopay's webhook: a subscription of the product, for which events of one type are sent to a URL. */
export const HookObject = z.object({
  ...baseFields,
  Url: z.string(),
  EventType: z.string(),
  Status: z.enum(['ENABLED', 'DISABLED']),
  Validity: z.string(),
});
export type HookObject = z.infer<typeof HookObject>;

/** Change of an object, which hooks report at once and which can be listed later. */
export const EventObject = z.object({
  /** Id of the changed object. Hooks call it `RessourceId`. */
  ResourceId: z.string(),
  EventType: z.string(),
  /** Instant in seconds. */
  Date: z.number(),
});
export type EventObject = z.infer<typeof EventObject>;

/** Messages by result code, in English as in Mangopay's own responses. */
export const RESULT_MESSAGES: Readonly<Record<string, string>> = {
  '000000': 'Success',
  '001013': 'Invalid amount',
  '001030': 'User has not been redirected',
  '001401': 'Transaction has already been successfully refunded',
  '005403': 'The refund cannot exceed initial transaction amount',
  '005407': 'The same amount may be refunded only once a day',
  '008002': 'Counterfeit card',
  '008003': 'Lost card',
  '008005': 'Card bin not authorized',
  '008006': 'Security violation',
  '009103': 'PSP configuration error',
  '009199': 'PSP technical error',
  '009499': 'Bank technical error',
  '009999': 'Technical error',
  '01902': 'This card is not active',
  '02624': 'Card expired',
  '101002': 'The transaction has been cancelled by the user',
  '101101': 'Transaction refused by the bank (Do not honor)',
  '101102': 'Transaction refused by the bank (Amount limit)',
  '101103': 'Transaction refused by the terminal',
  '101104': 'Transaction refused by the bank (card limit reached)',
  '101105': 'The card has expired',
  '101111': 'Maximum number of attempts reached',
  '101115': 'Debit limit exceeded',
  '101301': 'Secure mode: 3DSecure authentication has failed',
  '101304': 'Secure mode: 3DSecure session has expired',
  '101410': 'The card is not active',
  '105101': 'Invalid card number',
  '105103': 'Invalid PIN code',
};

/** Amounts in cents for which a payment at the sandbox fails, with the result codes (A.11). */
const RESULT_CODE_BY_AMOUNT: Readonly<Record<number, string>> = {
  33313: '001013',
  33314: '105101',
  33355: '105103',
  33305: '101101',
  33351: '101102',
  33358: '101103',
  33360: '101104',
  33338: '101111',
  33361: '101115',
  33312: '01902',
  33333: '02624',
  33341: '008002',
  33343: '008003',
  33363: '008005',
  33334: '008006',
  33303: '009103',
  33394: '009199',
  33391: '009499',
  33357: '009999',
};

/** Returns the result code of a card that can't be charged with an amount; null if it can. */
export const refusalCodeOf = (card: MangopayCard, amount: number, currentMonth: string): string | null => {
  if (!card.Active) return '101410';
  if (isCardExpired(card.ExpirationDate, currentMonth)) return '101105';
  if (card.behaviour === 'refused') return '101101';
  return RESULT_CODE_BY_AMOUNT[amount] ?? null;
};

/** Returns whether a card with the expiry `MMYY` has expired in the month `YYMM`. */
const isCardExpired = (expiration: string, currentMonth: string): boolean =>
  `${expiration.slice(2)}${expiration.slice(0, 2)}` < currentMonth;

/** Returns the UTC month of an instant, as `YYMM`. */
export const utcMonthOf = (ms: number): string => new Date(ms).toISOString().slice(2, 7).replace('-', '');

/** Mangopay's result code of a successful operation. */
export const SUCCESS_CODE = '000000';

/** Builds the fields of Mangopay's JSON that describe the result of an operation. */
export const outcomeFieldsOf = (
  status: 'CREATED' | 'SUCCEEDED' | 'FAILED',
  { code, instant: now }: { readonly code: string | null; readonly instant: number },
) => ({
  Status: status,
  ResultCode: code,
  ResultMessage: code === null ? null : (RESULT_MESSAGES[code] ?? 'Error'),
  ExecutionDate: status === 'CREATED' ? null : toSeconds(now),
});

/** Converts epoch milliseconds to the seconds that Mangopay's JSON uses. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000);

// Pattern of ids of users, wallets and cards that the sandbox creates on first use, so that seed data can refer to a
// paying user.
const FIXTURE_ID_PATTERN = /^demo-(payer|wallet|card)-([a-z0-9-]+)$/;
// Pattern of ids of payments that the sandbox creates on first use. Such an id contains the payer and the amount in
// cents.
const PAYIN_FIXTURE_ID_PATTERN = /^demo-payin-([a-z]+)-(\d{1,9})-[a-z0-9-]+$/;

interface FixtureDeps {
  readonly store: PaymentStore;
  readonly now: () => number;
}

const createDemoFixture = ({ store, now }: FixtureDeps, id: string): void => {
  const [, fixtureKind, name = ''] = FIXTURE_ID_PATTERN.exec(id) ?? [];
  const commonFields = { Id: id, Tag: null, CreationDate: toSeconds(now()) };
  if (fixtureKind === 'payer') {
    const user: MangopayUser = {
      ...commonFields,
      PersonType: 'NATURAL',
      UserCategory: 'PAYER',
      KYCLevel: 'LIGHT',
      UserStatus: 'ACTIVE',
      FirstName: name,
      LastName: name,
      Email: `${name}@mahlzeit.test`,
      TermsAndConditionsAccepted: true,
    };
    store.put({ kind: 'user', id, owner: null }, user);
    for (const cardBehaviour of ['frictionless', 'challenge'] as const) {
      const cardId = `demo-card-${name}-${cardBehaviour}`;
      const card: MangopayCard = {
        ...commonFields,
        Id: cardId,
        UserId: id,
        CardType: 'CB_VISA_MASTERCARD',
        CardProvider: 'VISA',
        Alias: cardBehaviour === 'challenge' ? '497010XXXXXX8183' : '497010XXXXXX1119',
        ExpirationDate: '1235',
        Country: 'DEU',
        Active: true,
        Currency: 'EUR',
        Validity: 'VALID',
        Fingerprint: cardId,
        behaviour: cardBehaviour,
      };
      store.put({ kind: 'card', id: cardId, owner: id }, card);
    }
  }
  if (fixtureKind === 'wallet') {
    const wallet: Wallet = {
      ...commonFields,
      Owners: [`demo-legal-${name}`],
      Currency: 'EUR',
      Description: name,
      Balance: { Currency: 'EUR', Amount: 0 },
      FundsType: 'DEFAULT',
    };
    store.put({ kind: 'wallet', id, owner: null }, wallet);
  }
};

const createPayInFixture = ({ store, now }: FixtureDeps, id: string): void => {
  const [, name = '', amount = ''] = PAYIN_FIXTURE_ID_PATTERN.exec(id) ?? [];
  const [authorId, funds, zeroAmount]: [string, Money, Money] = [
    `demo-payer-${name}`,
    { Currency: 'EUR', Amount: Number(amount) },
    { Currency: 'EUR', Amount: 0 },
  ];
  const payIn: PayInObject = {
    Id: id,
    Tag: id.slice(`demo-payin-${name}-${amount}-`.length),
    CreationDate: toSeconds(now()),
    ...outcomeFieldsOf('SUCCEEDED', { code: '000000', instant: now() }),
    Type: 'PAYIN',
    Nature: 'REGULAR',
    PaymentType: 'CARD',
    ExecutionType: 'DIRECT',
    AuthorId: authorId,
    CreditedUserId: null,
    CreditedWalletId: 'demo-wallet',
    DebitedWalletId: null,
    DebitedFunds: funds,
    CreditedFunds: funds,
    Fees: zeroAmount,
    SecureMode: 'DEFAULT',
    SecureModeNeeded: false,
    SecureModeRedirectURL: null,
    SecureModeReturnURL: '',
    CardId: `demo-card-${name}-frictionless`,
    StatementDescriptor: null,
  };
  store.put({ kind: 'payin', id, owner: authorId }, payIn);
};

/** Sets the validity of a new card by the result of its first use. */
export const markCardUsed = (
  fixtureDeps: FixtureDeps,
  { CardId, Status }: Pick<PayInObject, 'CardId' | 'Status'>,
): void => {
  const card = createObjectFinder(fixtureDeps)(MangopayCard, 'card', CardId);
  if (card?.Validity !== 'UNKNOWN' || Status === 'CREATED') return;
  const usedCard: MangopayCard = { ...card, Validity: Status === 'SUCCEEDED' ? 'VALID' : 'INVALID' };
  fixtureDeps.store.put({ kind: 'card', id: card.Id, owner: card.UserId }, usedCard);
};

/**
 * Creates the function that finds stored payment objects. An object whose id begins with `demo-payer-`, `demo-wallet-`,
 * `demo-card-` or `demo-payin-` is created when it is first requested.
 */
export const createObjectFinder =
  (fixtureDeps: FixtureDeps) =>
  <T>(schema: z.ZodMiniType<T>, objectKind: PaymentObjectKind, id: string): T | null => {
    const storedObject = fixtureDeps.store.find(schema, objectKind, id);
    if (storedObject !== null) return storedObject;
    if (objectKind === 'payin' && PAYIN_FIXTURE_ID_PATTERN.test(id)) {
      createPayInFixture(fixtureDeps, id);
      return fixtureDeps.store.find(schema, objectKind, id);
    }
    const [, fixtureKind, name = ''] = FIXTURE_ID_PATTERN.exec(id) ?? [];
    if (fixtureKind === undefined) return null;
    createDemoFixture(
      fixtureDeps,
      fixtureKind === 'card' ? `demo-payer-${name.replace(/-(?:frictionless|challenge)$/, '')}` : id,
    );
    return fixtureDeps.store.find(schema, objectKind, id);
  };
