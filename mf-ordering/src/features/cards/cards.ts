import { getCards, getPaymentUser } from '@mahlzeit/contract';
import type { Card, CardBrand, PaymentUser } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  defineTexts,
  errorCode,
  isApiError,
  isObject,
  skipToken,
  useNow,
  useRetryWhenBack,
  useSession,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { AppStore } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import de from './locales/de.json';

/** German texts of cards. */
export const { useTexts, text } = defineTexts('ordering-cards', de);

/** Where, under `userStorageKey`, the cards wait that their owner has let go of and the gateway hasn't heard of yet. */
export const DISCARDED_CARDS = 'discardedCards';

/** How people call a brand. */
export const brandNames: Readonly<Record<CardBrand, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  LUNCHIT: 'Lunchit',
  PAYPAL: 'PayPal',
};

/** A card that shows what it is; others are hidden (S2§3). */
export interface VisibleCard {
  readonly id: string;
  readonly brand: CardBrand;
  /** The last four digits. */
  readonly digits: string;
  /** `MM/JJ`; good until that month ends (C21). */
  readonly until: string;
  /** Only a good one can be paid with; `invalid`: its bank takes it no more, whatever its date says. */
  readonly state: 'good' | 'expired' | 'invalid';
  /** The month in words where it is one of the next three; null: good for longer, or over. */
  readonly lastMonth: string | null;
}

/** How many months before its end a card is said to end. */
const SOON_MONTHS = 3;

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

const monthName = (month: string): string =>
  new Intl.DateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

/** The month in which a card ends soon, in words. */
const lastMonthOf = (month: string, present: string): string | null => {
  const left = monthNumber(month) - monthNumber(present);
  return left >= 0 && left < SOON_MONTHS ? monthName(month) : null;
};

/** `MMYY` as a month that sorts. */
const monthOf = (expiration: string): string => `20${expiration.slice(2, 4)}-${expiration.slice(0, 2)}`;

const stateOf = (validity: string, isExpired: boolean): VisibleCard['state'] => {
  if (isExpired) return 'expired';
  return validity === 'INVALID' ? 'invalid' : 'good';
};

/** The cards that a diner sees, in their order. */
export const visibleCards = (cards: readonly Card[], now: number): readonly VisibleCard[] =>
  cards.flatMap(({ mangoPayData, data }) => {
    if (data.typeAlias === null || !mangoPayData.Active) return [];
    const { Id, Alias, ExpirationDate, Validity } = mangoPayData;
    const [month, present] = [monthOf(ExpirationDate), berlinDay(now).slice(0, 7)];
    return [
      {
        id: Id,
        brand: data.typeAlias,
        digits: Alias.slice(-4),
        until: `${ExpirationDate.slice(0, 2)}/${ExpirationDate.slice(2, 4)}`,
        state: stateOf(Validity, month < present),
        lastMonth: lastMonthOf(month, present),
      },
    ];
  });

const cardsApi = api.enhanceEndpoints({ addTagTypes: ['cards'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The reader's registered cards. */
    cards: build.query<Card[], void>({ ...apiQuery(getCards, () => ({})), providesTags: ['cards'] }),
    /** The reader as the provider of card payments knows them. */
    paymentUser: build.query<PaymentUser | null, void>({
      ...apiQuery(getPaymentUser, () => ({})),
      providesTags: ['cards'],
    }),
  }),
});
export const { useCardsQuery } = cardsApi;
const { usePaymentUserQuery } = cardsApi;

/**
 * Asks anew for the cards and which of them is the default, where somebody wants to know. Resolves once the answers are
 * there, or won't come.
 */
export const refreshCards = async (store: Pick<AppStore, 'dispatch'>): Promise<void> => {
  store.dispatch(cardsApi.util.invalidateTags(['cards']));
  await Promise.all(store.dispatch(cardsApi.util.getRunningQueriesThunk()));
};

/** The diner's cards as far as they are known. */
interface KnownCards {
  /** Null: not known yet, or not to be had. */
  readonly cards: readonly VisibleCard[] | null;
  readonly defaultCardId: string | null;
  /** The names that the provider has; null: none, or nobody knows. */
  readonly payer: PaymentUser | null;
  /** They couldn't be had. */
  readonly hasFailed: boolean;
  /** … and it is none of the failures that are only logged (S2§8). */
  readonly isFailureShown: boolean;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

const knownStatuses = new Set([0, 400, 401, 403, 404, 429, 503]);
const unknownCodes = new Set(['invalidAnswer', 'httpError']);

/** S2§8: a failed listing is shown only where it is of no class that anybody expects. */
const isOfKnownClass = (error: unknown): boolean =>
  isApiError(error) && knownStatuses.has(error.status) && !unknownCodes.has(error.code);

const loggedFailures = new WeakSet<object>();

/** Logs each failure once, however many parts of the page are told of it. */
const useLoggedFailure = (error: unknown): void => {
  const { logEvent } = useShell();
  useEffect(() => {
    if (!isObject(error) || loggedFailures.has(error)) return;
    loggedFailures.add(error);
    logEvent('card_listing_failed', { code: errorCode(error) });
  }, [error, logEvent]);
};

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
  useLoggedFailure(hasFailed ? cards.error : undefined);
  if (arg === skipToken)
    return {
      cards: [],
      defaultCardId: null,
      payer: null,
      hasFailed: false,
      isFailureShown: false,
      isLoading: false,
      retry,
    };
  const defaultCardId = user.data?.mangoPayData.defaultCardId ?? null;
  // Without its user the default is unknown; any good card is better than none.
  const isKnown = cards.data !== undefined && (user.data !== undefined || user.error !== undefined);
  const known = visibleCards(cards.data ?? [], now);
  return {
    cards: isKnown
      ? [...known.filter(({ id }) => id === defaultCardId), ...known.filter(({ id }) => id !== defaultCardId)]
      : null,
    defaultCardId,
    payer: user.data ?? null,
    hasFailed,
    isFailureShown: hasFailed && !isOfKnownClass(cards.error),
    isLoading: !isKnown && (!hasFailed || cards.isFetching),
    retry,
  };
};

/** A card as people know it: `Visa •••• 8183`. */
export const cardLabel = (name: string, digits: string): string => `${name} •••• ${digits}`;

/** How long a card is good, in words, and how much it matters. */
export const cardStatus = ({
  until,
  state,
  lastMonth,
}: Pick<VisibleCard, 'until' | 'state' | 'lastMonth'>): {
  readonly text: string;
  readonly tone: 'quiet' | 'warn' | 'err';
} => {
  if (state !== 'good')
    return { text: state === 'expired' ? text('CardExpired', { until }) : text('CardInvalid'), tone: 'err' };
  return lastMonth === null
    ? { text: text('CardValid', { until }), tone: 'quiet' }
    : { text: text('CardEnding', { month: lastMonth }), tone: 'warn' };
};
