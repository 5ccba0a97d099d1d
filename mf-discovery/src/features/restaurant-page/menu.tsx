import type { MealType, Offer, Restaurant } from '@mahlzeit/contract';
import { germanName, isLunchMealType, lunchAt } from '@mahlzeit/contract/rules';
import type { DealsNow } from '@mahlzeit/contract/rules';
import { Banner, Gutter, LinkButton, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { TabButton, TabStrip } from '@mahlzeit/shared-ui/ui/dialog';
import { MealList } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { dealPriceLabel } from '../restaurant';
import { lunchTimeLabel, orderHint } from './hours-labels';
import { MealItem } from './meal-item';
import { scrollerOf, useMenuScroll } from './menu-scroll';
import type { PartHeadings } from './menu-scroll';
import { Unseen } from './page-columns';
import { useTexts } from './page-texts';
import type { PlaceOnly } from './place-facts';

/** A part of the menu: a meal type that has dishes today. */
interface MenuPart {
  readonly key: string;
  readonly name: string;
  readonly baseName: string;
  readonly offers: readonly Offer[];
}

const partOf = (
  offers: readonly Offer[],
  { key, baseName, ...type }: Pick<MealType, 'key' | 'name' | 'baseName' | 'translations'>,
): MenuPart => ({
  key,
  name: germanName(type),
  baseName,
  // S1§3: dishes by `order`, descending.
  offers: offers.filter(({ typeKey }) => typeKey === key).sort((a, b) => b.order - a.order),
});

/** Offers of a type that the list of types doesn't have (yet) are not lost: they come last, under their own name. */
const unlistedTypes = (offers: readonly Offer[], types: readonly MealType[]): MealType[] => {
  const listed = new Set(types.map(({ key }) => key));
  const unlisted = new Map(
    offers.filter(({ typeKey }) => !listed.has(typeKey)).map(({ typeKey, baseName }) => [typeKey, baseName]),
  );
  return [...unlisted].map(([key, baseName]) => ({
    key,
    baseName,
    name: baseName,
    translations: { de: baseName },
    order: Infinity,
  }));
};

/** The menu by meal type, types by `order` ascending; types without dishes are left out. */
export const menuParts = (offers: readonly Offer[], types: readonly MealType[]): readonly MenuPart[] =>
  [...types, ...unlistedTypes(offers, types)]
    .sort((a, b) => a.order - b.order)
    .map((type) => partOf(offers, type))
    .filter((part) => part.offers.length > 0);

/** What is to be had comes first: once lunch is over, it stands at the end. */
export const servedFirst = <Part extends Pick<MenuPart, 'baseName'>>(
  parts: readonly Part[],
  isLunchOver: boolean,
): readonly Part[] => {
  if (!isLunchOver) return parts;
  const isLunch = ({ baseName }: Part): boolean => isLunchMealType(baseName);
  return [...parts.filter((part) => !isLunch(part)), ...parts.filter(isLunch)];
};

interface MenuViewProps {
  readonly restaurant: Restaurant;
  /** The same without its menu: one object for as long as dishes alone come and go. */
  readonly place: PlaceOnly;
  readonly deals: DealsNow;
  /** Stands behind each dish where ordering can't be had; gets the way to try again. */
  readonly orderingMissing: (retry: () => void) => ReactNode;
}

interface MenuPartViewProps extends Pick<MenuViewProps, 'place' | 'deals' | 'orderingMissing'> {
  readonly part: MenuPart;
  /** When there is lunch; undefined above other dishes. */
  readonly lunchTime: string | undefined;
  /** Why its dishes can't be ordered now; null where they can. */
  readonly hint: string | null;
  /** Whether the reason stands above them. */
  readonly saysHint: boolean;
  readonly titleRef: (element: HTMLElement | null) => void;
}

const isSamePart = (before: MenuPart, after: MenuPart): boolean =>
  before.name === after.name &&
  before.offers.length === after.offers.length &&
  before.offers.every((offer, index) => offer === after.offers[index]);

// The reference to its heading is made anew with each menu, and means the same.
const looksTheSame = (before: MenuPartViewProps, after: MenuPartViewProps): boolean =>
  isSamePart(before.part, after.part) &&
  before.place === after.place &&
  before.deals === after.deals &&
  before.lunchTime === after.lunchTime &&
  before.hint === after.hint &&
  before.saysHint === after.saysHint;

/** The dishes of one meal type. A dish of another one that sells out leaves them alone. */
const MenuPartView = memo(
  ({ part, place, deals, lunchTime, hint, saysHint, titleRef, orderingMissing }: MenuPartViewProps) => (
    <Unseen $height={part.offers.length * 110}>
      <Section title={part.name} titleRef={titleRef} aside={lunchTime}>
        <Stack $gap={4}>
          {saysHint && <Banner tone="warn">{hint}</Banner>}
          <MealList>
            {part.offers.map((offer) => (
              <MealItem
                key={offer.key}
                offer={offer}
                restaurantKey={place.key}
                routingName={place.routingName}
                isOrdered={place.hasOrderableMeals}
                hint={hint}
                orderingMissing={orderingMissing}
                {...dealPriceLabel(offer, place, deals)}
              />
            ))}
          </MealList>
        </Stack>
      </Section>
    </Unseen>
  ),
  looksTheSame,
);
MenuPartView.displayName = 'MenuPartView';

interface PartsProps extends MenuViewProps {
  readonly parts: readonly MenuPart[];
  /** Filled here. */
  readonly headings: Map<string, HTMLElement>;
}

const note =
  (headings: Map<string, HTMLElement>, key: string) =>
  (element: HTMLElement | null): void => {
    if (element === null) headings.delete(key);
    else headings.set(key, element);
  };

/** All parts below each other. A reason that several have stands above the first of them. */
const Parts = ({ parts, headings, restaurant, place, deals, orderingMissing }: PartsProps) => {
  const { now } = deals;
  const lunch = lunchAt(restaurant, now);
  const hints = parts.map(({ baseName }) =>
    restaurant.hasOrderableMeals ? orderHint(restaurant, baseName, now) : null,
  );
  return parts.map((part, index) => {
    const hint = hints[index] ?? null;
    const isLunch = isLunchMealType(part.baseName);
    // That lunch is over says the head.
    const saysHint = hint !== null && hints.indexOf(hint) === index && !(lunch.kind === 'over' && isLunch);
    return (
      <MenuPartView
        key={part.key}
        part={part}
        place={place}
        deals={deals}
        lunchTime={isLunch ? lunchTimeLabel(lunch) : undefined}
        hint={hint}
        saysHint={saysHint}
        titleRef={note(headings, part.key)}
        orderingMissing={orderingMissing}
      />
    );
  });
};

/** Reports once that a slot is missing, and how it is asked for again; shows nothing itself. */
const Missing = ({
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
  readonly restaurant: Pick<Restaurant, 'hasPayment' | 'hasOrderableMeals'>;
  readonly isMissing: boolean;
  readonly onRetry: () => void;
}

const OrderingNotice = ({ restaurant, isMissing, onRetry }: OrderingNoticeProps) => {
  const t = useTexts();
  if (!restaurant.hasPayment) return <Banner tone="neutral">{t('OrderingNotOffered')}</Banner>;
  if (!restaurant.hasOrderableMeals || !isMissing) return null;
  return (
    <Banner tone="warn" action={<LinkButton onClick={onRetry}>{listText('TryAgain')}</LinkButton>}>
      {t('OrderingUnavailable')}
    </Banner>
  );
};

interface MenuTabsProps {
  readonly parts: readonly MenuPart[];
  readonly headings: PartHeadings;
}

/**
 * The way to each part of the menu; the one that is being read is marked. Places of one page, therefore buttons of a
 * navigation and no ARIA tabs.
 */
const MenuTabs = ({ parts, headings }: MenuTabsProps) => {
  const t = useTexts();
  const { currentId, setStrip, goTo } = useMenuScroll(
    parts.map(({ key }) => key),
    headings,
  );
  return (
    <TabStrip as="nav" data-scrolls="" aria-label={t('Menu')} ref={setStrip}>
      {parts.map(({ key, name }) => (
        <TabButton
          key={key}
          type="button"
          aria-current={key === currentId ? 'location' : undefined}
          onClick={() => goTo(key)}
        >
          {name}
        </TabButton>
      ))}
    </TabStrip>
  );
};

// Asked whenever the menu is drawn: at least once a minute.
const untold = (): (() => void) => () => undefined;
const isAtTop = (menu: HTMLElement | null): boolean => menu === null || (scrollerOf(menu)?.scrollTop ?? 0) < 1;

/**
 * Whether lunch stands last. As long as the page is scrolled its parts stay where they are: none moves away while it is
 * being read.
 */
const useIsLunchLast = (menu: HTMLElement | null, isLunchOver: boolean): boolean => {
  const [isLast, setIsLast] = useState(isLunchOver);
  // Only asked where something is to move: the question makes the browser lay the page out at once.
  const moves = useSyncExternalStore(untold, () => isLast !== isLunchOver && isAtTop(menu));
  if (moves) setIsLast(isLunchOver);
  return isLast;
};

interface MenuProps extends Pick<PartsProps, 'restaurant' | 'place' | 'deals' | 'headings'> {
  readonly mealTypes: readonly MealType[];
}

/** Today's menu from top to bottom. */
export const Menu = ({ restaurant, place, mealTypes, deals, headings }: MenuProps) => {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const isLunchLast = useIsLunchLast(menu, lunchAt(restaurant, deals.now).kind === 'over');
  const parts = servedFirst(menuParts(restaurant.offers, mealTypes), isLunchLast);
  const [retryMissing, setRetryMissing] = useState<(() => void) | null>(null);
  const [orderingMissing] = useState(() => {
    const report = (again: () => void): void => setRetryMissing(() => again);
    return (again: () => void) => <Missing retry={again} onMissing={report} />;
  });
  const retry = (): void => {
    setRetryMissing(null);
    retryMissing?.();
  };
  return (
    // A box of its own: the tabs stay in sight for as long as the menu does.
    <div ref={setMenu}>
      {parts.length > 1 && <MenuTabs parts={parts} headings={headings} />}
      <Content>
        <OrderingNotice restaurant={restaurant} isMissing={retryMissing !== null} onRetry={retry} />
        <Parts
          parts={parts}
          headings={headings}
          restaurant={restaurant}
          place={place}
          deals={deals}
          orderingMissing={orderingMissing}
        />
      </Content>
    </div>
  );
};

const Content = styled(Gutter)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  padding-block: 14px 28px;
`;
