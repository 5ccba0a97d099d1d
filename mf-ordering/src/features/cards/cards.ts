import { getCards, getPaymentUser } from '@mahlzeit/contract';
import type { Card, CardBrand, PaymentUser } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { api, apiQuery, skipToken, useNow, useRetryWhenBack, useSession } from '@mahlzeit/shared-ui/platform';

/** How people call a brand. */
export const brandNames: Readonly<Record<CardBrand, string>> = { VISA: 'Visa', MASTERCARD: 'Mastercard', MAESTRO: 'Maestro', LUNCHIT: 'Lunchit', PAYPAL: 'PayPal' };

/** A card that shows what it is; others are hidden (S2§3). */
export interface VisibleCard {
  readonly id: string;
  readonly brand: CardBrand;
  /** The last four digits. */
  readonly digits: string;
  /** `MM/JJ`; good until that month ends (C21). */
  readonly until: string;
  readonly isExpired: boolean;
}

/** `MMYY` as a month that sorts. */
const monthOf = (expiration: string): string => `20${expiration.slice(2, 4)}-${expiration.slice(0, 2)}`;

/** The cards that a diner sees, in their order. */
export const visibleCards = (cards: readonly Card[], now: number): readonly VisibleCard[] => cards.flatMap(({ mangoPayData, data }) => {
  if (data.typeAlias === null || !mangoPayData.Active) return [];
  const { Id, Alias, ExpirationDate } = mangoPayData;
  return [{ id: Id, brand: data.typeAlias, digits: Alias.slice(-4), until: `${ExpirationDate.slice(0, 2)}/${ExpirationDate.slice(2, 4)}`, isExpired: monthOf(ExpirationDate) < berlinDay(now).slice(0, 7) }];
});

export const { useCardsQuery, usePaymentUserQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The reader's registered cards. */
    cards: build.query<Card[], void>(apiQuery(getCards, () => ({}))),
    /** The reader as the provider of card payments knows them. */
    paymentUser: build.query<PaymentUser | null, void>(apiQuery(getPaymentUser, () => ({}))),
  }),
});

/** The diner's cards as far as they are known. */
interface KnownCards {
  /** Null: not known yet, or not to be had. */
  readonly cards: readonly VisibleCard[] | null;
  readonly defaultCardId: string | null;
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** The diner's cards, the default one first. Who isn't verified can't have any. */
export const useCards = (): KnownCards => {
  const session = useSession();
  const now = useNow();
  const arg = session.status === 'known' && session.account.verified ? undefined : skipToken;
  const cards = useCardsQuery(arg);
  const user = usePaymentUserQuery(arg);
  const hasFailed = cards.error !== undefined && cards.data === undefined;
  const retry = (): void => {
    void cards.refetch();
    if (user.error !== undefined) void user.refetch();
  };
  useRetryWhenBack(hasFailed, retry);
  if (arg === skipToken) return { cards: [], defaultCardId: null, hasFailed: false, isLoading: false, retry };
  const defaultCardId = user.data?.mangoPayData.defaultCardId ?? null;
  // Without its user the default is unknown; any good card is better than none.
  const isKnown = cards.data !== undefined && (user.data !== undefined || user.error !== undefined);
  const known = visibleCards(cards.data ?? [], now);
  return { cards: isKnown ? [...known.filter(({ id }) => id === defaultCardId), ...known.filter(({ id }) => id !== defaultCardId)] : null, defaultCardId, hasFailed, isLoading: !isKnown && (!hasFailed || cards.isFetching), retry };
};

/** A card as people know it: `Visa •••• 8183`. */
export const cardLabel = (name: string, digits: string): string => `${name} •••• ${digits}`;
