import { BrowserInfo, CardBrand, CardType } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/**
 * How far it has come. REQUESTED: the provider is being asked, or didn't answer. PENDING: it waits for the diner's
 * bank. The others are final.
 */
const State = z.enum(['REQUESTED', 'PENDING', 'SUCCEEDED', 'FAILED']);

/** What the provider is asked with, again and again the same. */
const Request = z.object({
  payerId: z.string(),
  cardType: CardType,
  returnUrl: z.string(),
  browserInfo: z.nullable(BrowserInfo),
  userAgent: z.string(),
  ipAddress: z.string(),
  isReleaseForced: z._default(z.boolean(), false),
});

/** The one pre-authorisation that makes sure of a card. */
export interface StoredPreAuthorization {
  /** What the provider knows it by: 16 to 36 letters, digits and dashes. */
  readonly key: string;
  readonly uid: string;
  readonly cardId: string;
  /** Its brand as the diner's browser recognised it; null where the provider names one. */
  readonly brand: CardBrand | null;
  readonly state: z.infer<typeof State>;
  /** null until the provider has said it. */
  readonly providerId: string | null;
  /** The bank's page; null where nobody is asked. */
  readonly redirectUrl: string | null;
  readonly returnUrl: string | null;
  /** Why it failed, in the provider's words or ours. */
  readonly code: string | null;
  /** null once nobody asks any more. */
  readonly request: z.infer<typeof Request> | null;
  /** Whether its diner has taken the card away. */
  readonly isRemoved: boolean;
  /** Real time. */
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

// As long as the column, which PostgreSQL keeps to.
const CODE_LENGTH = 100;

const codeColumn = (code: string | null): string | null => code?.slice(0, CODE_LENGTH) ?? null;

/** States in which the provider has not had its last word. */
const OPEN: readonly StoredPreAuthorization['state'][] = ['REQUESTED', 'PENDING'];

/** Whether the provider has not had its last word. */
export const isOpen = ({ state }: Pick<StoredPreAuthorization, 'state'>): boolean => OPEN.includes(state);

/** Whether its card was made sure of and is its owner's to pay with. */
export const isKept = ({ state, isRemoved }: Pick<StoredPreAuthorization, 'state' | 'isRemoved'>): boolean =>
  state === 'SUCCEEDED' && !isRemoved;

/** Pre-authorisations of cards in the database. */
export const createPreAuthorizationRepository = (connection: Connection) => {
  const rows = () => knexOf(connection)<Row>('card_pre_authorization');
  const findBy = async (where: Partial<Row>): Promise<StoredPreAuthorization | null> => {
    const row = await rows().where(where).first();
    return row === undefined ? null : valueOf(row);
  };
  return {
    find: (key: string) => findBy({ key }),
    findByProviderId: (providerId: string) => findBy({ provider_id: providerId }),
    findOfCard: (cardId: string) => findBy({ card_id: cardId }),

    /** All of somebody's, the first one first. */
    listOf: async (uid: string): Promise<StoredPreAuthorization[]> =>
      (await rows().where({ uid }).orderBy('begun_at')).map(valueOf),

    /** Whether one of somebody's, begun since then in real time, has failed with such a code. */
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

    /** Writes what the provider has said, where it has not had its last word yet; whether it was so. */
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

    /** Remembers that a card was taken away. */
    async markRemoved(cardId: string): Promise<void> {
      await rows().where({ card_id: cardId }).update({ is_removed: true });
    },

    async forget(uid: string): Promise<void> {
      await rows().where({ uid }).delete();
    },
  };
};

/** A card as its diner gets it: the provider's word on its brand counts, the browser's where it has none. */
const withBrand = (card: Card, brand: CardBrand | null): Card => ({
  ...card,
  data: { typeAlias: card.data.typeAlias ?? brand },
});

/**
 * Those of somebody's cards that were made sure of, with their brand: one whose registration was never finished is
 * none.
 */
export const findProvenCards = async (knex: Connection, uid: string, cards: readonly Card[]): Promise<Card[]> => {
  const known = new Map((await createPreAuthorizationRepository(knex).listOf(uid)).map((row) => [row.cardId, row]));
  return cards.flatMap((card) => {
    const row = known.get(card.mangoPayData.Id);
    const isProven = row === undefined ? card.mangoPayData.Validity === 'VALID' : isKept(row);
    return isProven ? [withBrand(card, row?.brand ?? null)] : [];
  });
};
