import type { Ms, Restaurant } from '@mahlzeit/contract';
import { chooseTravel, NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';
import type { ListOrder } from '@mahlzeit/contract/rules';
import { formatMinutes, formatTime } from '@mahlzeit/shared-ui/platform';
import { Button, H2, IconButton, media, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { CARDS_BEFORE_TEASER, TeaserRow } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, LocateFixed } from 'lucide-react';
import type { ReactElement, ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { text, useTexts } from '../../discovery-texts';
import { openRestaurantsOf } from './stable-order';
import type { ListedPlaces } from './stable-order';
import type { NearbyState } from './use-nearby';

/** Layout of the window: the list alone, or the list next to the map. */
type WindowLayout = keyof typeof CARDS_BEFORE_TEASER;

const teaserRowsAt = (cardIndex: number, cardCount: number, { teaser, layout }: TeaserPlacement): ReactElement[] =>
  (layout === 'unknown' ? (['narrow', 'wide'] as const) : [layout])
    .filter((layoutCandidate) => cardIndex === Math.min(CARDS_BEFORE_TEASER[layoutCandidate], cardCount))
    .map((layoutName) => (
      <TeaserRow key={`the teaser ${layoutName}`} $only={layout === 'unknown' ? layoutName : undefined}>
        {teaser}
      </TeaserRow>
    ));

/**
 * Data that decides where the teaser stands between the cards, and which number the heading of the closed restaurants
 * shows.
 */
interface TeaserPlacement {
  readonly teaser: ReactNode;
  /** Layout of the window (the list alone, or beside the map); `unknown` when the gateway renders the page. */
  readonly layout: WindowLayout | 'unknown';
  /** Whether all restaurants of the list are loaded, so that they can be counted. */
  readonly isComplete: boolean;
}

/**
 * Returns the rows of a list: cards, the teaser after the first cards, and a heading above the restaurants that have
 * finished lunch.
 */
export const listRowsOf = (
  { restaurants, firstClosedKey }: ListedPlaces,
  teaserPlacement: TeaserPlacement,
  renderCard: (restaurant: Restaurant, index: number) => ReactElement,
): ReactElement[] =>
  // Keys of restaurants never contain spaces, so all row keys are unique and stable.
  restaurants.flatMap((restaurant, index) => [
    ...(restaurant.key === firstClosedKey
      ? [<OtherPlacesHead key="the rest" count={teaserPlacement.isComplete ? restaurants.length - index : null} />]
      : []),
    renderCard(restaurant, index),
    ...teaserRowsAt(index + 1, restaurants.length, teaserPlacement),
  ]);

/**
 * If fewer restaurants than this still serve lunch, the head of the list says that lunch is ending. The number is
 * small, because the list must decide after its first page.
 */
const MIN_LUNCH_PLACES = 3;

/**
 * Returns the number of restaurants that still serve lunch, once most have finished. Returns null during lunch, and
 * while a restaurant hasn't begun its lunch yet. `firstClosedKey` is the key of the first restaurant that has finished.
 */
export const countStillServingLunch = (
  { restaurants, firstClosedKey }: ListedPlaces,
  listOrder: ListOrder,
): number | null => {
  const firstClosedIndex = restaurants.findIndex(({ key }) => key === firstClosedKey);
  if (firstClosedKey === null || firstClosedIndex >= MIN_LUNCH_PLACES) return null;
  const servingCount = openRestaurantsOf(restaurants.slice(0, firstClosedIndex), listOrder).length;
  return servingCount === firstClosedIndex ? servingCount : null;
};

const servingCountLabel = (servingCount: number, now: Ms): string =>
  servingCount === 0
    ? text('NoneCooks', { time: formatTime(now) })
    : text('StillCooking', { count: servingCount, time: formatTime(now) });

/** Texts in the head of the list: next to the title, and on a separate line. */
interface HeadTexts {
  readonly aside: string | null;
  readonly line: string | null;
}

interface HeadState extends Pick<NearbyState, 'more' | 'radius'> {
  /** Whether distances are measured from the user's location or a chosen location; false: from the town's center. */
  readonly isLocated: boolean;
}

const distanceMetersOf = ({ initialDistanceKm }: Restaurant): number =>
  initialDistanceKm === null ? Infinity : initialDistanceKm * 1_000;

const openCountLabel = (openRestaurants: readonly Restaurant[], isLocated: boolean): string => {
  const count = openRestaurants.length;
  if (count === 0) return text('NoneOpen');
  const nearestMeters = Math.min(...openRestaurants.map(distanceMetersOf));
  if (!isLocated || nearestMeters === Infinity) return text('OpenOfThem', { count });
  const { mode, minutes } = chooseTravel(nearestMeters);
  return text('OpenAndNearest', { count, mode, time: formatMinutes(minutes) });
};

/**
 * Returns the texts of the list's head: the number of open restaurants as soon as all are loaded, and the radius if the
 * search area is larger than usual. After lunch, only the restaurants that still serve lunch are counted.
 */
export const headTextsOfList = (
  listedPlaces: ListedPlaces,
  listOrder: ListOrder,
  { more, radius, isLocated }: HeadState,
): HeadTexts => {
  const lunchPlaceCount = listOrder.list === 'lunch' ? countStillServingLunch(listedPlaces, listOrder) : null;
  const openRestaurants = openRestaurantsOf(listedPlaces.restaurants, listOrder);
  const openText = more !== 'none' || lunchPlaceCount !== null ? null : openCountLabel(openRestaurants, isLocated);
  const withinText = radius === NEARBY_RADIUS_METRES ? null : text('WithinKm', { km: radius / 1_000 });
  const factTexts = [openText, withinText].filter((factText) => factText !== null);
  return {
    aside: factTexts.length === 0 ? null : factTexts.join(', '),
    line: lunchPlaceCount === null ? null : servingCountLabel(lunchPlaceCount, listOrder.now),
  };
};

interface PlacesHeadProps extends HeadTexts {
  readonly title: string;
  /** Heading that gets the focus after the list was sorted again. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /**
   * Whether the user's location is unknown. The head then names the fallback location and offers to use the user's
   * location.
   */
  readonly isAssumed: boolean;
  readonly isLocating?: boolean;
  readonly onLocate?: () => void;
  /** Opens the explanation of the order in which the list shows restaurants. */
  readonly onExplain?: () => void;
}

const NO_BREAK_SPACE = '\u00a0';

/** Title of the list, with the number of open restaurants and the center of the search. */
export const PlacesHead = ({
  title,
  titleRef,
  aside,
  line,
  isAssumed,
  isLocating = false,
  onLocate,
  onExplain,
}: PlacesHeadProps) => {
  const t = useTexts();
  // The line keeps its height before its text is known, so that nothing moves when the text appears.
  const factsLine = (
    <Small as="p" $tone="quiet">
      {aside ?? line ?? NO_BREAK_SPACE}
    </Small>
  );
  return (
    <HeadContainer>
      <TitleLine $isOneLine={isAssumed}>
        <HeadTitle as="h1" ref={titleRef} tabIndex={-1}>
          {title}
        </HeadTitle>
        <FactsLine>
          {isAssumed && factsLine}
          <IconButton label={t('RankingInfo')} icon={Info} iconSize={18} aria-haspopup="dialog" onClick={onExplain} />
        </FactsLine>
      </TitleLine>
      {!isAssumed && factsLine}
      {aside !== null && line !== null && (
        <Small as="p" $tone="quiet">
          {line}
        </Small>
      )}
      {isAssumed && (
        <LocationOffer>
          <AssumedPlaceText>{t('LocationAssumed', { place: t('PlaceFallbackCentre') })}</AssumedPlaceText>
          <Button variant="tint" size="small" icon={LocateFixed} isBusy={isLocating} onClick={onLocate}>
            {t('UseMyLocation')}
          </Button>
        </LocationOffer>
      )}
    </HeadContainer>
  );
};

interface OtherPlacesHeadProps {
  /** Number of restaurants below this heading; null while it is unknown. */
  readonly count: number | null;
}

/** Heading between the restaurants that serve lunch and all others. */
const OtherPlacesHead = ({ count }: OtherPlacesHeadProps) => {
  const t = useTexts();
  return (
    <OtherPlacesHeader>
      <H2>{t('InsteadTitle')}</H2>
      {count !== null && (
        <Small as="p" $tone="quiet">
          {t('PlaceCount', { count })}
        </Small>
      )}
    </OtherPlacesHeader>
  );
};

const HeadContainer = styled.header`
  padding: 2px 0 9px;
  ${media.from701} {
    padding: 8px 0 6px;
  }
`;

// Title of the list with a short text. Without the user's location, the text is only a number and follows the title in
// its line if it fits. Otherwise the text gets the whole next line, so that it seldom wraps.
const TitleLine = styled.div<{ readonly $isOneLine: boolean }>`
  display: flex;
  flex-wrap: ${({ $isOneLine }) => ($isOneLine ? 'wrap' : 'nowrap')};
  align-items: baseline;
  justify-content: space-between;
  gap: 2px 10px;
  margin-bottom: ${({ $isOneLine }) => ($isOneLine ? '0' : '2px')};
`;

const HeadTitle = styled(H2)`
  &:focus {
    outline: none;
  }
  ${media.from1200} {
    ${textStyles.h1}
  }
`;

// The buttons in this line have a touch target of 44 px, but the line itself is lower.
const FactsLine = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  > button {
    margin: -12px -12px -12px -4px;
  }
`;

const LocationOffer = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px;
  padding-top: 4px;
  /* Both stand in one line of the narrowest usual phone. */
  > button {
    ${textStyles.small} font-weight: 600;
    padding-inline: 8px;
  }
  > button span {
    gap: 5px;
  }
`;

const AssumedPlaceText = styled.p`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;

const OtherPlacesHeader = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 2px 10px;
  padding: 14px 0 8px;
  border-top: 1px solid ${tokens.color.line};
  > h2 {
    ${textStyles.h3}
  }
  ${media.from701} {
    padding-inline: 12px;
    border-top: 0;
  }
`;
