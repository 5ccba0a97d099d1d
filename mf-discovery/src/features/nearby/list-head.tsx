import type { Ms, Restaurant } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import type { ListOrder } from '@mahlzeit/contract/rules';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { Button, H2, IconButton, media, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { TEASER_AFTER, TeaserRow } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, LocateFixed } from 'lucide-react';
import type { ReactElement, ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { text, useTexts } from '../../discovery-texts';
import { openCount } from './stable-order';
import type { ListedPlaces } from './stable-order';
import type { Nearby } from './use-nearby';

/** Layout of the window: the list alone, or the list next to the map. */
type Frame = keyof typeof TEASER_AFTER;

const teaserRows = (position: number, count: number, { teaser, frame }: BetweenCards): ReactElement[] =>
  (frame === 'unknown' ? (['narrow', 'wide'] as const) : [frame])
    .filter((candidate) => position === Math.min(TEASER_AFTER[candidate], count))
    .map((candidate) => (
      <TeaserRow key={`the teaser ${candidate}`} $only={frame === 'unknown' ? candidate : undefined}>
        {teaser}
      </TeaserRow>
    ));

/** Elements that the list shows between its cards. */
interface BetweenCards {
  readonly teaser: ReactNode;
  /** Layout of the window; `unknown` when the gateway renders the page. */
  readonly frame: Frame | 'unknown';
  /** Whether all restaurants are loaded, so that they can be counted. */
  readonly isComplete: boolean;
}

/**
 * Returns the rows of a list: cards, the teaser after the first cards, and a heading above the restaurants that have
 * finished lunch.
 */
export const listRows = (
  { restaurants, firstClosedKey }: ListedPlaces,
  between: BetweenCards,
  drawCard: (restaurant: Restaurant, index: number) => ReactElement,
): ReactElement[] =>
  // Keys of restaurants never contain spaces, so all row keys are unique and stable.
  restaurants.flatMap((restaurant, index) => [
    ...(restaurant.key === firstClosedKey
      ? [<InsteadHead key="the rest" count={between.isComplete ? restaurants.length - index : null} />]
      : []),
    drawCard(restaurant, index),
    ...teaserRows(index + 1, restaurants.length, between),
  ]);

/**
 * If fewer restaurants than this still serve lunch, the head says that lunch is ending. The number is so small that it
 * is known after the first page.
 */
const FEW = 3;

/**
 * Returns the number of restaurants that still serve lunch after most have finished; null during lunch. `firstClosedKey` is
 * the key of the first restaurant that has finished.
 */
export const stillCooking = ({ restaurants, firstClosedKey }: ListedPlaces): number | null => {
  const restIndex = restaurants.findIndex(({ key }) => key === firstClosedKey);
  return firstClosedKey === null || restIndex >= FEW ? null : restIndex;
};

const cookingLabel = (count: number, now: Ms): string =>
  count === 0 ? text('NoneCooks', { time: formatTime(now) }) : text('StillCooking', { count, time: formatTime(now) });

/** Texts in the head of the list: next to the title, and on a separate line. */
interface HeadFacts {
  readonly aside: string | null;
  readonly line: string | null;
}

type LoadingState = Pick<Nearby, 'more' | 'radius'>;

/**
 * Returns the number of open restaurants as soon as all are loaded, and the radius if the search area is larger than
 * usual. After lunch, only the restaurants that still serve lunch are counted.
 */
export const headFacts = (list: ListedPlaces, order: ListOrder, { more, radius }: LoadingState): HeadFacts => {
  const cooking = order.list === 'lunch' ? stillCooking(list) : null;
  const count = openCount(list.restaurants, order);
  const open =
    more !== 'none' || cooking !== null ? null : count === 0 ? text('NoneOpen') : text('OpenOfThem', { count });
  const withinText = radius === NEARBY_RADIUS ? null : text('WithinKm', { km: radius / 1_000 });
  const facts = [open, withinText].filter((fact) => fact !== null);
  return {
    aside: facts.length === 0 ? null : facts.join(', '),
    line: cooking === null ? null : cookingLabel(cooking, order.now),
  };
};

interface PlacesHeadProps extends HeadFacts {
  readonly title: string;
  /** Heading that gets the focus after the list was sorted again. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /**
   * Whether the location of the reader is unknown: the head then names the fallback and offers to use the reader's
   * location.
   */
  readonly isAssumed: boolean;
  readonly isLocating?: boolean;
  readonly onLocate?: () => void;
  /** Opens the explanation of the list's order. */
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
  return (
    <Head>
      <Line>
        <Title as="h1" ref={titleRef} tabIndex={-1}>
          {title}
        </Title>
        <Facts>
          {/* The line keeps its height before its text is known, so that nothing moves when the text appears. */}
          <Small as="p" $tone="quiet">
            {aside ?? NO_BREAK_SPACE}
          </Small>
          <IconButton label={t('RankingInfo')} icon={Info} iconSize={18} aria-haspopup="dialog" onClick={onExplain} />
        </Facts>
      </Line>
      {line !== null && (
        <Small as="p" $tone="quiet">
          {line}
        </Small>
      )}
      {isAssumed && (
        <Located>
          <From>{t('LocationAssumed', { place: t('PlaceFallbackCentre') })}</From>
          <Button variant="tint" size="small" icon={LocateFixed} isBusy={isLocating} onClick={onLocate}>
            {t('UseMyLocation')}
          </Button>
        </Located>
      )}
    </Head>
  );
};

interface InsteadHeadProps {
  /** Number of restaurants below the heading; null while it is unknown. */
  readonly count: number | null;
}

/** Heading between the restaurants that serve lunch and all others. */
const InsteadHead = ({ count }: InsteadHeadProps) => {
  const t = useTexts();
  return (
    <Instead>
      <H2>{t('InsteadTitle')}</H2>
      {count !== null && (
        <Small as="p" $tone="quiet">
          {t('PlaceCount', { count })}
        </Small>
      )}
    </Instead>
  );
};

const Head = styled.header`
  padding: 2px 0 9px;
  ${media.from701} {
    padding: 8px 0 6px;
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 2px 10px;
`;

const Title = styled(H2)`
  &:focus {
    outline: none;
  }
  ${media.from1200} {
    ${textStyles.h1}
  }
`;

// The touch target is 44 px high, but the line isn't. The width of „100 offen“ is reserved, so that a long title
// doesn't wrap when the number appears.
const Facts = styled.div`
  display: flex;
  align-items: center;
  > p {
    min-width: 4.7em;
    text-align: right;
  }
  > button {
    margin: -12px -12px -12px -4px;
  }
`;

const Located = styled.div`
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

const From = styled.p`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;

const Instead = styled.div`
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
