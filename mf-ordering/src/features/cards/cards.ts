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
  useRetryOnline,
  useSession,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { AppStore } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import de from './locales/de.json';

/** German texts about payment cards. */
export const { useTexts, text } = defineTexts('ordering-cards', de);

/**
 * Storage key (under `userStorageKey`) for the ids of cards that their owner has discarded and whose removal the
 * gateway has not confirmed yet.
 */
export const DISCARDED_CARDS_STORAGE_NAME = 'discardedCards';

/** Brand names as users know them. */
export const brandNameByCardBrand: Readonly<Record<CardBrand, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  LUNCHIT: 'Lunchit',
  PAYPAL: 'PayPal',
};

/** Payment card that the user can see; inactive cards and cards without a brand stay hidden (S2§3). */
export interface VisibleCard {
  readonly id: string;
  readonly brand: CardBrand;
  /** Last four digits of the card number. */
  readonly digits: string;
  /** Expiry of the card, `MM/JJ` (month and year); the card is valid until the end of that month (C21). */
  readonly until: string;
  /** `good`: payments can use the card; `invalid`: the bank no longer accepts the card, even if it hasn't expired. */
  readonly state: 'good' | 'expired' | 'invalid';
  /**
   * Name of the month in which the card expires, if it is the current month or one of the next two. Null when the card
   * is valid for longer or has expired.
   */
  readonly lastMonth: string | null;
}

/** Number of months, the current one included, in which the app warns that a card expires. */
const MAX_MONTHS_EXPIRING_SOON = 3;

const monthNumberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

const monthNameOf = (month: string): string =>
  new Intl.DateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

/** Returns the name of the month in which a card expires, if that is soon; otherwise null. */
const expiringMonthName = (month: string, currentMonth: string): string | null => {
  const monthsLeft = monthNumberOf(month) - monthNumberOf(currentMonth);
  return monthsLeft >= 0 && monthsLeft < MAX_MONTHS_EXPIRING_SOON ? monthNameOf(month) : null;
};

/** Converts a card's expiry from `MMYY` to a form that can be sorted, `2028-08`. */
const expiryMonthOf = (expirationMmyy: string): string =>
  `20${expirationMmyy.slice(2, 4)}-${expirationMmyy.slice(0, 2)}`;

const cardStateOf = (cardValidity: string, isExpired: boolean): VisibleCard['state'] => {
  if (isExpired) return 'expired';
  return cardValidity === 'INVALID' ? 'invalid' : 'good';
};

/** Returns the cards that the user can see, in the order of `cards`. */
export const visibleCardsOf = (cards: readonly Card[], now: number): readonly VisibleCard[] =>
  cards.flatMap(({ mangoPayData, data }) => {
    if (data.typeAlias === null || !mangoPayData.Active) return [];
    const { Id, Alias, ExpirationDate, Validity } = mangoPayData;
    const [month, currentMonth] = [expiryMonthOf(ExpirationDate), berlinDay(now).slice(0, 7)];
    return [
      {
        id: Id,
        brand: data.typeAlias,
        digits: Alias.slice(-4),
        until: `${ExpirationDate.slice(0, 2)}/${ExpirationDate.slice(2, 4)}`,
        state: cardStateOf(Validity, month < currentMonth),
        lastMonth: expiringMonthName(month, currentMonth),
      },
    ];
  });

const cardsApi = api.enhanceEndpoints({ addTagTypes: ['cards'] }).injectEndpoints({
  endpoints: (build) => ({
    /** All registered cards of the user; `visibleCardsOf` leaves out those that the user doesn't see. */
    cards: build.query<Card[], void>({ ...apiQuery(getCards, () => ({})), providesTags: ['cards'] }),
    /** Data that the provider of card payments has about the user; null when there is none. */
    paymentUser: build.query<PaymentUser | null, void>({
      ...apiQuery(getPaymentUser, () => ({})),
      providesTags: ['cards'],
    }),
  }),
});
export const { useCardsQuery } = cardsApi;
const { usePaymentUserQuery } = cardsApi;

/**
 * Loads the cards and the default card again if a mounted component shows them. Resolves when the responses have
 * arrived or the requests have failed.
 */
export const refreshCards = async (store: Pick<AppStore, 'dispatch'>): Promise<void> => {
  store.dispatch(cardsApi.util.invalidateTags(['cards']));
  await Promise.all(store.dispatch(cardsApi.util.getRunningQueriesThunk()));
};

/** Payment cards of the user, as far as they are loaded. */
interface UserCards {
  /** Null when the cards aren't loaded yet or loading has failed. */
  readonly cards: readonly VisibleCard[] | null;
  readonly defaultCardId: string | null;
  /** Names of the user that the provider has stored; null when there are none or they are unknown. */
  readonly payer: PaymentUser | null;
  /** Whether the cards could not be loaded; a failure to load the default card doesn't count. */
  readonly hasFailed: boolean;
  /**
   * Whether the user sees an error message. Failures with an expected status (`KNOWN_ERROR_STATUSES`) are only logged
   * (S2§8).
   */
  readonly isFailureShown: boolean;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

const KNOWN_ERROR_STATUSES = new Set([0, 400, 401, 403, 404, 429, 503]);
const UNKNOWN_ERROR_CODES = new Set(['invalidAnswer', 'httpError']);

/**
 * Returns whether an error belongs to a known class: its HTTP status is in `KNOWN_ERROR_STATUSES`, and its code isn't
 * in `UNKNOWN_ERROR_CODES`. S2§8: the user sees a failed list only for errors of other classes.
 */
const isErrorOfKnownClass = (error: unknown): boolean =>
  isApiError(error) && KNOWN_ERROR_STATUSES.has(error.status) && !UNKNOWN_ERROR_CODES.has(error.code);

const loggedErrorObjects = new WeakSet<object>();

/** Logs each failure to load the cards only once, even if several components show it. */
const useLoggedFailure = (error: unknown): void => {
  const { logEvent } = useShell();
  useEffect(() => {
    if (!isObject(error) || loggedErrorObjects.has(error)) return;
    loggedErrorObjects.add(error);
    logEvent('card_listing_failed', { code: errorCode(error) });
  }, [error, logEvent]);
};

/** Loads the user's cards, the default card first. For a user who isn't verified the list is empty. */
export const useCards = (): UserCards => {
  const session = useSession();
  const now = useNow();
  const cardsQueryArgument = session.status === 'known' && session.account.verified ? undefined : skipToken;
  const cards = useCardsQuery(cardsQueryArgument);
  const paymentUserQuery = usePaymentUserQuery(cardsQueryArgument);
  const hasFailed = cards.error !== undefined && cards.data === undefined;
  const retry = (): void => {
    void cards.refetch();
    if (paymentUserQuery.error !== undefined) void paymentUserQuery.refetch();
  };
  useRetryOnline(hasFailed, retry);
  useLoggedFailure(hasFailed ? cards.error : undefined);
  if (cardsQueryArgument === skipToken)
    return {
      cards: [],
      defaultCardId: null,
      payer: null,
      hasFailed: false,
      isFailureShown: false,
      isLoading: false,
      retry,
    };
  const defaultCardId = paymentUserQuery.data?.mangoPayData.defaultCardId ?? null;
  // Cards are shown even when loading the user's data has failed: then the default card is unknown, but any usable card
  // is better than none.
  const isLoaded =
    cards.data !== undefined && (paymentUserQuery.data !== undefined || paymentUserQuery.error !== undefined);
  const shownCards = visibleCardsOf(cards.data ?? [], now);
  return {
    cards: isLoaded
      ? [...shownCards.filter(({ id }) => id === defaultCardId), ...shownCards.filter(({ id }) => id !== defaultCardId)]
      : null,
    defaultCardId,
    payer: paymentUserQuery.data ?? null,
    hasFailed,
    isFailureShown: hasFailed && !isErrorOfKnownClass(cards.error),
    isLoading: !isLoaded && (!hasFailed || cards.isFetching),
    retry,
  };
};

/** Formats a card as its brand with the last digits: `Visa •••• 8183`. */
export const cardLabel = (brandName: string, digits: string): string => `${brandName} •••• ${digits}`;

/** Returns the text about a card's validity, and a tone that shows its urgency. */
export const cardStatusText = ({
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
