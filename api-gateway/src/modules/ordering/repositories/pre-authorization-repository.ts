import { BrowserInfo, CardBrand, CardType } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { cutToColumn, fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/**
 * States of a pre-authorisation. REQUESTED: the request to the provider is running, or the provider didn't respond.
 * PENDING: the bank or the owner has to decide. SUCCEEDED and FAILED are final.
 */
const PreAuthorizationState = z.enum(['REQUESTED', 'PENDING', 'SUCCEEDED', 'FAILED']);

/** Request that begins a pre-authorisation, stored so that repeated attempts send the same request. */
const PreAuthorizationRequest = z.object({
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
  /** Key with which the provider begins the pre-authorisation: 16 to 36 letters, digits and dashes. */
  readonly key: string;
  readonly uid: string;
  readonly cardId: string;
  /** Card brand that the owner's browser recognised; null if the provider returns the brand. */
  readonly brand: CardBrand | null;
  readonly state: z.infer<typeof PreAuthorizationState>;
  /** Id of the pre-authorisation at the provider; null until the provider has responded. */
  readonly providerId: string | null;
  /** URL of the bank's page for the confirmation; null if the bank requests none. */
  readonly redirectUrl: string | null;
  readonly returnUrl: string | null;
  /** Reason of the failed pre-authorisation: a code of the provider or of `own-reasons.ts`; null without a failure. */
  readonly code: string | null;
  /** Stored request that begins the pre-authorisation; null when the pre-authorisation is final. */
  readonly request: z.infer<typeof PreAuthorizationRequest> | null;
  /** Whether the card is removed, by its owner or because the owner has the same card under another id. */
  readonly isRemoved: boolean;
  /** Real time in epoch milliseconds at which the pre-authorisation was begun. */
  readonly begunAt: number;
}

interface PreAuthorizationRow {
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

const preAuthorizationOf = (preAuthorizationRow: PreAuthorizationRow): StoredPreAuthorization => ({
  key: preAuthorizationRow.key,
  uid: preAuthorizationRow.uid,
  cardId: preAuthorizationRow.card_id,
  brand: preAuthorizationRow.brand === null ? null : CardBrand.parse(preAuthorizationRow.brand),
  state: PreAuthorizationState.parse(preAuthorizationRow.state),
  providerId: preAuthorizationRow.provider_id,
  redirectUrl: preAuthorizationRow.redirect_url,
  returnUrl: preAuthorizationRow.return_url,
  code: preAuthorizationRow.code,
  request:
    preAuthorizationRow.request === null
      ? null
      : (PreAuthorizationRequest.safeParse(fromJsonColumn(preAuthorizationRow.request)).data ?? null),
  isRemoved: Boolean(preAuthorizationRow.is_removed),
  begunAt: Number(preAuthorizationRow.begun_at),
});

// Maximum length of a code in its database column, which PostgreSQL enforces; longer codes are cut.
const MAX_CODE_LENGTH = 100;

const codeColumnOf = (failureCode: string | null): string | null => cutToColumn(failureCode, MAX_CODE_LENGTH);

/** States of a pre-authorisation in which the provider hasn't decided yet. */
const OPEN_STATES: readonly StoredPreAuthorization['state'][] = ['REQUESTED', 'PENDING'];

/** Checks whether the provider hasn't decided on a pre-authorisation yet. */
export const isUndecided = ({ state }: Pick<StoredPreAuthorization, 'state'>): boolean => OPEN_STATES.includes(state);

/** Checks whether a card is confirmed and not removed, so that its owner can pay with it. */
export const isUsableCard = ({ state, isRemoved }: Pick<StoredPreAuthorization, 'state' | 'isRemoved'>): boolean =>
  state === 'SUCCEEDED' && !isRemoved;

/** Creates the repository of pre-authorisations on a connection or in a transaction. */
export const createPreAuthorizationRepository = (connection: Connection) => {
  const preAuthorizationRows = () => knexOf(connection)<PreAuthorizationRow>('card_pre_authorization');
  const findPreAuthorizationBy = async (
    rowConditions: Partial<PreAuthorizationRow>,
  ): Promise<StoredPreAuthorization | null> => {
    const preAuthorizationRow = await preAuthorizationRows().where(rowConditions).first();
    return preAuthorizationRow === undefined ? null : preAuthorizationOf(preAuthorizationRow);
  };
  return {
    find: (preAuthorizationKey: string) => findPreAuthorizationBy({ key: preAuthorizationKey }),
    findByProviderId: (providerId: string) => findPreAuthorizationBy({ provider_id: providerId }),
    findOfCard: (cardId: string) => findPreAuthorizationBy({ card_id: cardId }),

    /** Lists all pre-authorisations of a user, in the order in which they were begun. */
    listOf: async (uid: string): Promise<StoredPreAuthorization[]> =>
      (await preAuthorizationRows().where({ uid }).orderBy('begun_at')).map(preAuthorizationOf),

    /**
     * Checks whether a pre-authorisation of this user that was begun after `since`, a real time, has failed with one of
     * these codes.
     */
    isAnyRefused: async (
      uid: string,
      { codes, since }: { readonly codes: readonly string[]; readonly since: number },
    ): Promise<boolean> =>
      (await preAuthorizationRows()
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
      await preAuthorizationRows().insert({
        key,
        uid,
        card_id: cardId,
        brand,
        state,
        provider_id: providerId,
        redirect_url: redirectUrl,
        return_url: returnUrl,
        code: codeColumnOf(code),
        request: request === null ? null : JSON.stringify(request),
        is_removed: isRemoved,
        begun_at: begunAt,
      });
    },

    /** Stores the provider's status unless the stored state is already final. Returns whether the status was stored. */
    async settle(
      preAuthorizationKey: string,
      {
        state,
        providerId,
        redirectUrl,
        returnUrl,
        code,
      }: Pick<StoredPreAuthorization, 'state' | 'providerId' | 'redirectUrl' | 'returnUrl' | 'code'>,
    ): Promise<boolean> {
      const request = isUndecided({ state }) ? {} : { request: null };
      return (
        (await preAuthorizationRows()
          .where({ key: preAuthorizationKey })
          .whereIn('state', [...OPEN_STATES])
          .update({
            state,
            provider_id: providerId,
            redirect_url: redirectUrl,
            return_url: returnUrl,
            code: codeColumnOf(code),
            ...request,
          })) === 1
      );
    },

    /** Marks a card as removed; its pre-authorisation stays stored. */
    async markRemoved(cardId: string): Promise<void> {
      await preAuthorizationRows().where({ card_id: cardId }).update({ is_removed: true });
    },

    async forgetPerson(uid: string): Promise<void> {
      await preAuthorizationRows().where({ uid }).delete();
    },
  };
};

/** Adds the brand to a card: the brand from the provider, or else the one from the browser. */
const withCardBrand = (card: Card, cardBrand: CardBrand | null): Card => ({
  ...card,
  data: { typeAlias: card.data.typeAlias ?? cardBrand },
});

/**
 * Returns those of a user's cards that are confirmed, with their brands. A card whose registration was not finished
 * isn't confirmed.
 */
export const filterConfirmedCards = async (knex: Connection, uid: string, cards: readonly Card[]): Promise<Card[]> => {
  const rowByCardId = new Map(
    (await createPreAuthorizationRepository(knex).listOf(uid)).map((preAuthorizationRow) => [
      preAuthorizationRow.cardId,
      preAuthorizationRow,
    ]),
  );
  return cards.flatMap((card) => {
    const preAuthorizationRow = rowByCardId.get(card.mangoPayData.Id);
    const isConfirmed =
      preAuthorizationRow === undefined ? card.mangoPayData.Validity === 'VALID' : isUsableCard(preAuthorizationRow);
    return isConfirmed ? [withCardBrand(card, preAuthorizationRow?.brand ?? null)] : [];
  });
};
