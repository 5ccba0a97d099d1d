import type { MealType, Restaurant } from '@mahlzeit/contract';
import { endOfShownMinute, isLunchMealType, lunchStateAt, orderTakingErrorOf } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { Banner, LinkButton } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { text as listText } from '../../discovery-texts';
import { lunchTimeLabelOf, orderHintOf } from './hours-labels';
import { MenuContent, MenuPartView, MenuTabs, registerPartHeading } from './menu-part-view';
import { menuPartsOf, sortServedPartsFirst } from './menu-parts';
import type { MenuPart } from './menu-parts';
import { scrollContainerOf } from './menu-scroll';
import { useTexts } from './page-texts';
import type { PlaceOnly } from './place-facts';

interface MenuViewProps {
  readonly restaurant: Restaurant;
  /** Restaurant without its menu. The object stays the same while only dishes change. */
  readonly place: PlaceOnly;
  readonly deals: DiscountsAtInstant;
  /** Shown in place of the order buttons if the remote mf-ordering can't be loaded; `retry` loads the remote again. */
  readonly orderingFallback: (retry: () => void) => ReactNode;
}

interface MenuPartsProps extends MenuViewProps {
  readonly parts: readonly MenuPart[];
  /** Headings of the menu's parts, by the key of the part. This component adds and removes them. */
  readonly headings: Map<string, HTMLElement>;
}

/**
 * All parts of the menu (meal types), one below the other. A reason why dishes of several parts can't be ordered is
 * shown only above the first of these parts.
 */
const MenuParts = ({ parts, headings, restaurant, place, deals, orderingFallback }: MenuPartsProps) => {
  const { now } = deals;
  const lunchState = lunchStateAt(restaurant, now);
  const hintByPart = parts.map(({ baseName }) =>
    restaurant.hasOrderableMeals ? orderHintOf(restaurant, baseName, endOfShownMinute(now)) : null,
  );
  return parts.map((menuPart, partIndex) => {
    const hint = hintByPart[partIndex] ?? null;
    const isLunchPart = isLunchMealType(menuPart.baseName);
    // After lunch, no reason is shown above the lunch dishes, because the head of the page already says that lunch is
    // over.
    const showsHintAtPart =
      hint !== null && hintByPart.indexOf(hint) === partIndex && !(lunchState.kind === 'over' && isLunchPart);
    return (
      <MenuPartView
        key={menuPart.key}
        part={menuPart}
        place={place}
        deals={deals}
        lunchTime={isLunchPart ? lunchTimeLabelOf(lunchState) : undefined}
        isOrdered={place.hasOrderableMeals}
        hint={hint}
        showsHint={showsHintAtPart}
        titleRef={registerPartHeading(headings, menuPart.key)}
        orderingFallback={orderingFallback}
      />
    );
  });
};

/**
 * Tells the menu that the order buttons can't be loaded, and passes the function that loads them again. Renders
 * nothing.
 */
const MissingOrderingReporter = ({
  retry,
  onMissing,
}: {
  readonly retry: () => void;
  readonly onMissing: (retry: () => void) => void;
}) => {
  useEffect(() => onMissing(retry), [retry, onMissing]);
  return null;
};

interface OrderingNoticeProps {
  readonly restaurant: Pick<Restaurant, 'hasPayment' | 'hasOrderableMeals' | 'canReceiveOrders' | 'ordersPausedUntil'>;
  readonly now: number;
  readonly isMissing: boolean;
  readonly onRetry: () => void;
}

const OrderingNotice = ({ restaurant, now, isMissing, onRetry }: OrderingNoticeProps) => {
  const t = useTexts();
  if (!restaurant.hasPayment) return <Banner tone="neutral">{t('OrderingNotOffered')}</Banner>;
  switch (orderTakingErrorOf(restaurant, now)) {
    case 'restaurantUnreachable':
      return <Banner tone="neutral">{t('OrderingUnreachable')}</Banner>;
    case 'ordersPaused':
      return (
        <Banner tone="warn">{t('OrderingPaused', { time: formatTime(restaurant.ordersPausedUntil ?? now) })}</Banner>
      );
    case null:
      break;
  }
  if (!restaurant.hasOrderableMeals || !isMissing) return null;
  return (
    <Banner tone="warn" action={<LinkButton onClick={onRetry}>{listText('TryAgain')}</LinkButton>}>
      {t('OrderingUnavailable')}
    </Banner>
  );
};

// Doesn't subscribe to anything, because no event announces a change of the value. It is read on each render instead,
// at least once a minute.
const subscribeToNothing = (): (() => void) => () => undefined;
const isMenuAtTop = (menuElement: HTMLElement | null): boolean =>
  menuElement === null || (scrollContainerOf(menuElement)?.scrollTop ?? 0) < 1;

/**
 * Returns whether lunch comes last in the menu. The order doesn't change while the page is scrolled down, so that the
 * part that the user reads doesn't move away.
 */
const useIsLunchPartLast = (menuElement: HTMLElement | null, isLunchOver: boolean): boolean => {
  const [isLunchAtEnd, setIsLunchAtEnd] = useState(isLunchOver);
  // The scroll position is read only when the order would change, because reading it forces a layout.
  const shouldMoveLunch = useSyncExternalStore(
    subscribeToNothing,
    () => isLunchAtEnd !== isLunchOver && isMenuAtTop(menuElement),
  );
  if (shouldMoveLunch) setIsLunchAtEnd(isLunchOver);
  return isLunchAtEnd;
};

interface RestaurantMenuProps extends Pick<MenuPartsProps, 'restaurant' | 'place' | 'deals' | 'headings'> {
  readonly mealTypes: readonly MealType[];
}

/** Today's menu, divided into parts by meal type. */
export const RestaurantMenu = ({ restaurant, place, mealTypes, deals, headings }: RestaurantMenuProps) => {
  const [menuElement, setMenuElement] = useState<HTMLElement | null>(null);
  const isLunchLast = useIsLunchPartLast(menuElement, lunchStateAt(restaurant, deals.now).kind === 'over');
  const sortedParts = sortServedPartsFirst(menuPartsOf(restaurant.offers, mealTypes), isLunchLast);
  const [retryMissingOrdering, setRetryMissingOrdering] = useState<(() => void) | null>(null);
  const [orderingFallback] = useState(() => {
    const reportMissingOrdering = (retryOrdering: () => void): void => setRetryMissingOrdering(() => retryOrdering);
    return (retryOrdering: () => void) => (
      <MissingOrderingReporter retry={retryOrdering} onMissing={reportMissingOrdering} />
    );
  });
  const retry = (): void => {
    setRetryMissingOrdering(null);
    retryMissingOrdering?.();
  };
  return (
    // The menu has a container element of its own, so that the sticky buttons stay visible as long as the menu does.
    <div ref={setMenuElement}>
      {sortedParts.length > 1 && <MenuTabs parts={sortedParts} headings={headings} />}
      <MenuContent>
        <OrderingNotice
          restaurant={restaurant}
          now={deals.now}
          isMissing={retryMissingOrdering !== null}
          onRetry={retry}
        />
        <MenuParts
          parts={sortedParts}
          headings={headings}
          restaurant={restaurant}
          place={place}
          deals={deals}
          orderingFallback={orderingFallback}
        />
      </MenuContent>
    </div>
  );
};
