import type { FoundStatus } from '@mahlzeit/contract';
import { berlinDay, foldText, chooseTravel } from '@mahlzeit/contract/rules';
import { formatDistance, formatMinutes, formatPrice, formatTime, useNow } from '@mahlzeit/shared-ui/platform';
import { FoodArt, Icon, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { artOfDish, artOfTag, LeaderText, StatusLine, TravelTime } from '@mahlzeit/shared-ui/ui/restaurant';
import { ChevronRight, Eraser, History, LocateFixed, MapPin, Search, SpellCheck, Sprout, Store, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { text as listText } from '../../discovery-texts';
import { TEXT_KEY_BY_DIET } from '../filters';
import { momentLabelOf, statusLabelsOf } from '../restaurant';
import { text, useTexts } from './panel-texts';
import type { TextMatches, PanelEntry } from './search-entries';
import {
  RowDrawing,
  RowDetails,
  RowTextColumn,
  RowIcon,
  MatchingText,
  RemoveButton,
  PanelRow,
  RowSubtitle,
  RowTitle,
  RowPrice,
} from './search-panel.styles';

interface RowLabels {
  readonly title: string;
  readonly secondLine?: string;
  /** Price at the end of the title's line, after a dotted line. */
  readonly price?: string;
  readonly facts?: { readonly status: FoundStatus; readonly initialDistanceKm: number | null };
}

const MINUTE_MS = 60_000;
// Number of minutes before the end of lunch from which on the row shows the remaining minutes; the list has the same
// limit.
const CLOSING_SOON_MINUTES = 45;

const lunchStatusLabels = (closesAtMs: number, now: number) => {
  const minutesUntilClosing = Math.ceil((closesAtMs - now) / MINUTE_MS);
  const openUntilText = listText('OpenUntil', { time: formatTime(closesAtMs) });
  if (minutesUntilClosing <= 0) return { state: 'closed', word: listText('LunchOver') } as const;
  return minutesUntilClosing > CLOSING_SOON_MINUTES
    ? ({ state: 'open', word: listText('LunchSpecials'), rest: openUntilText } as const)
    : ({
        state: 'closingSoon',
        word: listText('LunchLeft', { time: formatMinutes(minutesUntilClosing) }),
        rest: openUntilText,
        minutesLeft: minutesUntilClosing,
      } as const);
};

/** Returns the texts for the status of a restaurant or of its lunch; null for a status without its time. */
export const resultStatusLabels = ({ kind, until, from }: FoundStatus, now: number) => {
  switch (kind) {
    case 'lunch':
      return until === null ? null : lunchStatusLabels(until, now);
    case 'lunchLater':
      return from === null
        ? null
        : ({
            state: from <= now ? 'open' : 'closed',
            word: text('FoundLunchFrom', { time: formatTime(from) }),
          } as const);
    case 'lunchOver':
      return {
        state: 'closed',
        word: listText('LunchOver'),
        ...(from !== null && { rest: listText('OpensAgain', { moment: momentLabelOf(from, now) }) }),
      } as const;
    case 'open':
      return statusLabelsOf({ kind: 'open', closesAt: until }, now);
    case 'closed':
      return statusLabelsOf({ kind: 'closed', opensAt: from }, now);
    case 'unknown':
      return statusLabelsOf({ kind: 'unknown' }, now);
  }
};

// Returns whether a result isn't served any more today; the row then shows no price.
const hasLunchEnded = ({ kind, until, from }: FoundStatus, now: number): boolean => {
  if (kind === 'lunch') return until !== null && until <= now;
  return kind === 'lunchOver' || (kind === 'closed' && (from === null || berlinDay(from) !== berlinDay(now)));
};

const matchCountLabel = ({ dishes, places, price }: TextMatches): string =>
  price === null
    ? listText('PlaceCount', { count: places })
    : `${text('FoundDishes', { count: dishes })}, ${listText('PriceFrom', { price: formatPrice(price) })}`;

// Distance in km up to which the row shows minutes by bike. For greater distances it shows km, because nobody rides a
// bike that far for lunch.
const FARTHEST_RIDE_KM = 15;

const distanceText = (distanceKm: number): string =>
  distanceKm > FARTHEST_RIDE_KM
    ? formatDistance(distanceKm * 1_000)
    : formatMinutes(chooseTravel(distanceKm * 1_000).minutes);

// Adds the distance of the nearest result to a count, short enough for the second line. The distance is added only when
// the user's location is known.
const withNearestDistance = (countText: string, distanceKm: number | null, hasPlace: boolean): string =>
  distanceKm === null || !hasPlace
    ? countText
    : `${countText}, ${text('FoundNearest', { way: distanceText(distanceKm) })}`;

interface RowLabelOptions {
  readonly now: number;
  readonly isRemembered: boolean;
  /** Whether the user's location is known; otherwise the row shows no distance. */
  readonly hasPlace: boolean;
}

const suggestionLabels = (
  entry: Extract<PanelEntry, { readonly kind: 'respelled' | 'part' | 'diet' | 'elsewhere' | 'popular' }>,
  hasPlace: boolean,
): RowLabels => {
  switch (entry.kind) {
    case 'respelled':
      return { title: text('DidYouMean', { text: entry.text }), secondLine: matchCountLabel(entry) };
    case 'part':
      return { title: text('SearchOnly', { text: entry.text }), secondLine: matchCountLabel(entry) };
    case 'diet':
      return {
        title: text('ShowDiet', { diet: listText(TEXT_KEY_BY_DIET[entry.diet]) }),
        secondLine: withNearestDistance(text('FoundDishes', { count: entry.dishes }), entry.nearestKm, hasPlace),
      };
    case 'elsewhere':
      return { title: listText('SearchElsewhere'), secondLine: listText('SearchPlacePlaceholder') };
    case 'popular': {
      const { name, places, price, nearestKm } = entry.dish;
      return {
        title: name,
        secondLine: withNearestDistance(listText('PlaceCount', { count: places }), nearestKm, hasPlace),
        price: listText('PriceFrom', { price: formatPrice(price) }),
      };
    }
  }
};

const restaurantLabels = (
  { name, locality, kind, facts }: Extract<PanelEntry, { readonly kind: 'partner' | 'nonPartner' }>,
  now: number,
): RowLabels => {
  const shownLunchPrice = facts === undefined || hasLunchEnded(facts.status, now) ? null : facts.lunchPrice;
  const secondLine = [kind === 'nonPartner' ? listText('NotPartnerTitle') : '', locality]
    .filter((labelPart) => labelPart !== '')
    .join(' · ');
  return {
    title: name,
    secondLine,
    facts,
    ...(shownLunchPrice !== null && { price: listText('PriceFrom', { price: formatPrice(shownLunchPrice) }) }),
  };
};

const mealLabels = (entry: Extract<PanelEntry, { readonly kind: 'meal' }>, now: number): RowLabels => {
  const price =
    entry.unit === null ? formatPrice(entry.price) : listText('PriceFrom', { price: formatPrice(entry.price) });
  return {
    title: entry.name,
    secondLine: entry.restaurant.name,
    facts: entry,
    ...(!hasLunchEnded(entry.status, now) && { price }),
  };
};

const rowLabelsOf = (entry: PanelEntry, { isRemembered, hasPlace, now }: RowLabelOptions): RowLabels => {
  switch (entry.kind) {
    case 'keyword':
      return isRemembered
        ? { title: entry.text }
        : { title: text('SearchKeyword', { text: entry.text }), secondLine: text('SearchKeywordHint') };
    case 'place':
      return { title: entry.place.name, secondLine: entry.place.region };
    case 'partner':
    case 'nonPartner':
      return restaurantLabels(entry, now);
    case 'meal':
      return mealLabels(entry, now);
    case 'tag':
      return { title: entry.name, secondLine: text('SearchTagHint') };
    case 'locate':
      return { title: listText('UseMyLocation') };
    case 'forget':
      return { title: text('ForgetSearches') };
    case 'respelled':
    case 'part':
    case 'diet':
    case 'elsewhere':
    case 'popular':
      return suggestionLabels(entry, hasPlace);
  }
};

const ICON_BY_KIND: Readonly<Partial<Record<PanelEntry['kind'], IconSource>>> = {
  keyword: Search,
  place: MapPin,
  nonPartner: Store,
  locate: LocateFixed,
  forget: Eraser,
  respelled: SpellCheck,
  part: Search,
  diet: Sprout,
  elsewhere: MapPin,
};

const EntryIcon = ({ entry, isRemembered }: { readonly entry: PanelEntry; readonly isRemembered: boolean }) => {
  const entryIcon = isRemembered && entry.kind === 'keyword' ? History : ICON_BY_KIND[entry.kind];
  if (entryIcon !== undefined)
    return (
      <RowIcon>
        <Icon source={entryIcon} size={20} />
      </RowIcon>
    );
  // The entry doesn't contain the restaurant's dishes, so a restaurant whose name doesn't tell its food gets no drawing
  // of a dish.
  if (entry.kind === 'partner' || entry.kind === 'tag')
    return (
      <RowDrawing>
        <FoodArt name={artOfTag(entry.name)} size={26} />
      </RowDrawing>
    );
  const dishName = entry.kind === 'popular' ? entry.dish.name : 'name' in entry ? entry.name : '';
  return (
    <RowDrawing>
      <FoodArt name={artOfDish(dishName)} size={26} />
    </RowDrawing>
  );
};

/** Text in which the part that matches the search text is bold. */
export const MarkedText = ({ children, query }: { readonly children: string; readonly query: string }): ReactNode => {
  const foldedText = foldText(children);
  const matchIndex = query === '' ? -1 : foldedText.indexOf(foldText(query));
  // Normalizing a text for the comparison may change its length. Then positions in the normalized text don't fit the
  // original, so no part is marked.
  if (matchIndex === -1 || foldedText.length !== children.length) return children;
  const matchEndIndex = matchIndex + foldText(query).length;
  return (
    <>
      {children.slice(0, matchIndex)}
      <MatchingText>{children.slice(matchIndex, matchEndIndex)}</MatchingText>
      {children.slice(matchEndIndex)}
    </>
  );
};

const RestaurantFactsLine = ({
  facts,
  hasPlace,
  now,
}: { readonly facts: NonNullable<RowLabels['facts']> } & Pick<RowLabelOptions, 'hasPlace' | 'now'>) => {
  const restaurantDistanceKm = hasPlace ? facts.initialDistanceKm : null;
  const status = resultStatusLabels(facts.status, now);
  return (
    <RowDetails>
      {restaurantDistanceKm !== null &&
        (restaurantDistanceKm > FARTHEST_RIDE_KM ? (
          <span>{distanceText(restaurantDistanceKm)}</span>
        ) : (
          <TravelTime
            mode={chooseTravel(restaurantDistanceKm * 1_000).mode}
            text={distanceText(restaurantDistanceKm)}
          />
        ))}
      {status !== null && <StatusLine {...status} />}
    </RowDetails>
  );
};

interface SearchRowProps {
  readonly id: string;
  readonly entry: PanelEntry;
  readonly isActive: boolean;
  /** Search text. The row emphasizes the part of the name that matches it. */
  readonly query: string;
  /** Whether the user's location is known; otherwise the row shows no distance. */
  readonly hasPlace: boolean;
  readonly onChoose: () => void;
  /** Removes the entry; present only for recent searches. */
  readonly onRemove?: () => void;
}

const isSearchResult = ({ kind }: PanelEntry): boolean =>
  kind === 'meal' || kind === 'partner' || kind === 'nonPartner' || kind === 'place' || kind === 'tag';

const suggestionKinds: ReadonlySet<PanelEntry['kind']> = new Set(['respelled', 'part', 'diet', 'elsewhere']);

/** Row of one entry in the search panel, at least 61 px high. */
export const SearchRow = ({ id, entry, isActive, query, hasPlace, onChoose, onRemove }: SearchRowProps) => {
  const t = useTexts();
  const isRemembered = onRemove !== undefined;
  const now = useNow();
  const { title, secondLine = '', price, facts } = rowLabelsOf(entry, { isRemembered, hasPlace, now });
  const rowRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) rowRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const removeEntry = (event: MouseEvent): void => {
    event.stopPropagation();
    onRemove?.();
  };
  const markedTitle = <MarkedText query={isSearchResult(entry) ? query : ''}>{title}</MarkedText>;
  return (
    <PanelRow ref={rowRef} id={id} role="option" aria-selected={isActive} $isActive={isActive} onClick={onChoose}>
      <EntryIcon entry={entry} isRemembered={isRemembered} />
      <RowTextColumn>
        <RowTitle>
          {price === undefined ? <span>{markedTitle}</span> : <LeaderText>{markedTitle}</LeaderText>}
          {price !== undefined && <RowPrice>{price}</RowPrice>}
        </RowTitle>
        {secondLine !== '' && <RowSubtitle>{secondLine}</RowSubtitle>}
        {facts !== undefined && <RestaurantFactsLine facts={facts} hasPlace={hasPlace} now={now} />}
      </RowTextColumn>
      {suggestionKinds.has(entry.kind) && <Icon source={ChevronRight} size={18} />}
      {isRemembered && (
        <>
          <VisuallyHidden>{t('RecentRemoveHint')}</VisuallyHidden>
          <RemoveButton aria-hidden="true" onClick={removeEntry}>
            <Icon source={X} size={18} />
          </RemoveButton>
        </>
      )}
    </PanelRow>
  );
};
