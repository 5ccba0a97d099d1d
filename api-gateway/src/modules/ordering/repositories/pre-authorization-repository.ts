import { BrowserInfo, CardBrand, CardType } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/**
 * States of a pre-authorisation. REQUESTED: the provider is being asked, or didn't answer. PENDING: the owner's bank
 * has to decide. The others are final.
 */
const State = z.enum(['REQUESTED', 'PENDING', 'SUCCEEDED', 'FAILED']);

/** Request to the provider; repeats use the same one. */
const Request = z.object({
  payerId: z.string(),
  cardType: CardType,
  returnUrl: z.string(),
  browserInfo: z.nullable(BrowserInfo),
  userAgent: z.string(),
  ipAddress: z.string(),
  isReleaseForced: z._default(z.boolean(), false),
});

/** Pre-authorisation that confirms a card; each card has one. */
export interface StoredPreAuthorization {
  /** Key under which the provider begins it: 16 to 36 letters, digits and dashes. */
  readonly key: string;
  readonly uid: string;
  readonly cardId: string;
  /** Brand that the owner's browser recognised; null where the provider names one. */
  readonly brand: CardBrand | null;
  readonly state: z.infer<typeof State>;
  /** Provider's id; null until the provider has answered. */
  readonly providerId: string | null;
  /** Page of the bank; null: the bank doesn't ask. */
  readonly redirectUrl: string | null;
  readonly returnUrl: string | null;
  /** Reason of the failure: a code of the provider, or one of `own-reasons.ts`. */
  readonly code: string | null;
  /** null once it is final. */
  readonly request: z.infer<typeof Request> | null;
  /** Whether the owner has removed the card. */
  readonly isRemoved: boolean;
  /** Instant of the real clock. */
  readonly begunAt: number;
}

interface Row {
  readonly key: string;
  readonly uid: string;
  readonly card_id: string;
  readonly brand: string | null;
  readonly state: string;
  readonly provider_id: string | null;
  readonly redirect_url: string | null;
  readonly return_url: string | null;
  readonly code: string | null;
  readonly request: string | object | null;
  readonly is_removed: boolean | number;
  readonly begun_at: number | string;
}

const valueOf = (row: Row): StoredPreAuthorization => ({
  key: row.key,
  uid: row.uid,
  cardId: row.card_id,
  brand: row.brand === null ? null : CardBrand.parse(row.brand),
  state: State.parse(row.state),
  providerId: row.provider_id,
  redirectUrl: row.redirect_url,
  returnUrl: row.return_url,
  code: row.code,
  request: row.request === null ? null : (Request.safeParse(fromJsonColumn(row.request)).data ?? null),
  isRemoved: Boolean(row.is_removed),
  begunAt: Number(row.begun_at),
});

// Length of the column, which PostgreSQL enforces.
const CODE_LENGTH = 100;

const codeColumn = (code: string | null): string | null => code?.slice(0, CODE_LENGTH) ?? null;

/** States that aren't final. */
const OPEN: readonly StoredPreAuthorization['state'][] = ['REQUESTED', 'PENDING'];

/** Whether a pre-authorisation isn't final. */
export const isOpen = ({ state }: Pick<StoredPreAuthorization, 'state'>): boolean => OPEN.includes(state);

/** Whether the card is confirmed and its owner can pay with it. */
export const isKept = ({ state, isRemoved }: Pick<StoredPreAuthorization, 'state' | 'isRemoved'>): boolean =>
  state === 'SUCCEEDED' && !isRemoved;

/** Creates the pre-authorisations of a connection. */
export const createPreAuthorizationRepository = (connection: Connection) => {
  const rows = () => knexOf(connection)<Row>('card_pre_authorization');
  const findBy = async (conditions: Partial<Row>): Promise<StoredPreAuthorization | null> => {
    const row = await rows().where(conditions).first();
    return row === undefined ? null : valueOf(row);
  };
  return {
    find: (key: string) => findBy({ key }),
    findByProviderId: (providerId: string) => findBy({ provider_id: providerId }),
    findOfCard: (cardId: string) => findBy({ card_id: cardId }),

    /** Lists all of a user, the first begun first. */
    listOf: async (uid: string): Promise<StoredPreAuthorization[]> =>
      (await rows().where({ uid }).orderBy('begun_at')).map(valueOf),

    /** Whether one of a user has failed with one of the codes since an instant of the real clock. */
    isAnyRefused: async (
      uid: string,
      { codes, since }: { readonly codes: readonly string[]; readonly since: number },
    ): Promise<boolean> =>
      (await rows()
        .where({ uid, state: 'FAILED' })
        .where('begun_at', '>', since)
        .whereIn('code', [...codes])
        .first('key')) !== undefined,

    async insert({
      key,
      uid,
      cardId,
      brand,
      state,
      providerId,
      redirectUrl,
      returnUrl,
      code,
      request,
      isRemoved,
      begunAt,
    }: StoredPreAuthorization): Promise<void> {
      await rows().insert({
        key,
        uid,
        card_id: cardId,
        brand,
        state,
        provider_id: providerId,
        redirect_url: redirectUrl,
        return_url: returnUrl,
        code: codeColumn(code),
        request: request === null ? null : JSON.stringify(request),
        is_removed: isRemoved,
        begun_at: begunAt,
      });
    },

    /** Stores the provider's status unless the state is final already. Returns whether it was stored. */
    async settle(
      key: string,
      {
        state,
        providerId,
        redirectUrl,
        returnUrl,
        code,
      }: Pick<StoredPreAuthorization, 'state' | 'providerId' | 'redirectUrl' | 'returnUrl' | 'code'>,
    ): Promise<boolean> {
      const request = isOpen({ state }) ? {} : { request: null };
      return (
        (await rows()
          .where({ key })
          .whereIn('state', [...OPEN])
          .update({
            state,
            provider_id: providerId,
            redirect_url: redirectUrl,
            return_url: returnUrl,
            code: codeColumn(code),
            ...request,
          })) === 1
      );
    },

    /** Marks a card as removed. */
    async markRemoved(cardId: string): Promise<void> {
      await rows().where({ card_id: cardId }).update({ is_removed: true });
    },

    async forgetPerson(uid: string): Promise<void> {
      await rows().where({ uid }).delete();
    },
  };
};

/** Presents a card with its brand: the provider's, or else the browser's. */
const withBrand = (card: Card, brand: CardBrand | null): Card => ({
  ...card,
  data: { typeAlias: card.data.typeAlias ?? brand },
});

/**
 * Filters a user's cards to the confirmed ones, with their brand. A card without a finished registration isn't
 * confirmed.
 */
export const findProvenCards = async (knex: Connection, uid: string, cards: readonly Card[]): Promise<Card[]> => {
  const rows = new Map((await createPreAuthorizationRepository(knex).listOf(uid)).map((row) => [row.cardId, row]));
  return cards.flatMap((card) => {
    const row = rows.get(card.mangoPayData.Id);
    const isProven = row === undefined ? card.mangoPayData.Validity === 'VALID' : isKept(row);
    return isProven ? [withBrand(card, row?.brand ?? null)] : [];
  });
};
