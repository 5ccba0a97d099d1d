import type { Coordinate } from '@mahlzeit/contract';
import { withDealPrices } from '@mahlzeit/contract/rules';
import { useDiscounts, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { FoodArt, useOverlayEntry } from '@mahlzeit/shared-ui/ui';
import { useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { MouseEvent, Ref, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { text as listText } from '../../discovery-texts';
import { useIsWide } from '../../use-media';
import { useFilterActions } from '../filters';
import { useAllNearbyPlaces } from '../nearby';
import { useChoosePlace, useIsLocated, useLocateUser, usePlaceName } from '../location';
import { useTexts } from './panel-texts';
import { isStorableEntry, recentEntriesStorage, removeRecentEntry, addRecentEntry } from './recent-searches';
import { panelEntryId } from './search-entries';
import type { PanelEntry, SearchEntry, SearchSuggestion } from './search-entries';
import {
  OsmCredit,
  PanelFrame,
  NoResultsMessage,
  PlateDrawing,
  SectionTitle,
  PanelStatus,
} from './search-panel.styles';
import {
  defaultPanelEntry,
  hasResults,
  areSectionsSortable,
  neighbouringEntryOf,
  panelSectionsOf,
  normalizeSearchText,
  useDebouncedText,
  useSearchResults,
  usePopularDishes,
} from './search-results';
import type { SearchState, SearchScope, SearchSection, SearchSortOrder } from './search-results';
import { SearchRow } from './search-row';
import { SearchSortChips } from './search-sorts';
import type { FieldBox } from './use-search-field';
import { searchSuggestionsFor } from './search-suggestions';

/** Keys that the search field passes to the panel. */
export type PanelKey = 'ArrowDown' | 'ArrowUp' | 'Enter' | 'Delete' | 'Tab';

/** Methods of the panel that the search field calls. `pressKey` returns whether the panel handled the key. */
export interface SearchPanelHandle {
  pressKey(key: PanelKey): boolean;
}

/** State that the search field passes to the panel, and the panel's events. */
export interface SearchPanelProps {
  readonly ref: Ref<SearchPanelHandle>;
  /** Id of the list of entries; the id of each option starts with it. */
  readonly listId: string;
  readonly field: RefObject<HTMLElement | null>;
  readonly box: FieldBox;
  readonly scope: SearchScope;
  readonly typed: string;
  /** Location from which distances are measured. */
  readonly coordinate: Coordinate | null;
  readonly timers: Timers;
  /** Id of the option that the arrow keys have reached; null when none is active. */
  readonly activeId: string | null;
  readonly onActive: (id: string | null) => void;
  /** Called when the user chooses an entry, before the entry takes effect. */
  readonly onChoose: (entry: PanelEntry, inputKind: 'key' | 'press') => void;
  /** Called with another search text when the user chooses a suggested text. */
  readonly onSearch: (text: string) => void;
  /** Called when the user leaves the panel by Back. Only a panel that covers the whole page can be left in this way. */
  readonly onBack: () => void;
}

const useRecentSearches = () => {
  const [recentSearches, setRecentSearches] = useState(recentEntriesStorage.read);
  const storeRecentSearches = (entries: readonly SearchEntry[]): void => {
    setRecentSearches(entries);
    recentEntriesStorage.write(entries);
  };
  return {
    recent: recentSearches,
    remember: (entry: SearchEntry) => storeRecentSearches(addRecentEntry(recentSearches, entry)),
    forget: (entry: PanelEntry) => storeRecentSearches(removeRecentEntry(recentSearches, entry)),
    forgetAll: () => storeRecentSearches([]),
  };
};

/**
 * Returns a function that runs the action of an entry in the search panel: for example, it filters the list or opens a
 * restaurant.
 */
const useChooseEntry = (): ((entry: PanelEntry) => void) => {
  const { navigation } = useShell();
  const { addDiet, addText, chooseTag } = useFilterActions();
  const { locate } = useLocateUser();
  const choosePlace = useChoosePlace();
  return (entry) => {
    switch (entry.kind) {
      case 'keyword':
        return addText(entry.text);
      case 'place':
        return choosePlace(entry.place);
      case 'partner':
      case 'nonPartner':
        return navigation.open('details', entry.routingName);
      case 'meal':
        return navigation.open('details', entry.restaurant.routingName);
      case 'tag':
        return chooseTag({ key: entry.key, name: entry.name });
      case 'diet':
        return addDiet(entry.diet);
      case 'locate':
        return locate();
      // These entries change only the search itself, so nothing outside of the panel changes.
      case 'popular':
      case 'respelled':
      case 'part':
      case 'elsewhere':
      case 'forget':
        return undefined;
    }
  };
};

interface SearchStatusInput extends Pick<SearchPanelProps, 'typed'>, Pick<SearchState, 'isOffline' | 'isSearching'> {
  readonly sections: readonly SearchSection[];
}

const useSearchStatusText = ({ typed, isSearching, isOffline, sections }: SearchStatusInput): string => {
  const t = useTexts();
  if (typed.trim() === '') return sections.length === 0 ? t('SearchHint') : '';
  if (normalizeSearchText(typed) === null) return t('NoValidSearch');
  if (isOffline) return t('SearchOffline');
  return isSearching ? t('IsSearching') : '';
};

/**
 * Returns suggestions after a search without results; null while results may still arrive. Loads nothing until the
 * search has ended without results.
 */
const useSearchSuggestions = (
  typedText: string,
  {
    isNothing: isWithoutResults,
    scope,
    coordinate,
  }: { readonly isNothing: boolean } & Pick<SearchPanelProps, 'scope' | 'coordinate'>,
): readonly SearchSuggestion[] | null => {
  const nearbyPlaces = useAllNearbyPlaces(isWithoutResults && scope === 'all' ? coordinate : null);
  const discounts = useDiscounts();
  const now = useNow();
  return useMemo(() => {
    if (!isWithoutResults) return null;
    return scope === 'all'
      ? searchSuggestionsFor(
          typedText,
          (nearbyPlaces ?? []).map((place) => withDealPrices(place, { discounts, now })),
        )
      : [];
  }, [isWithoutResults, scope, typedText, nearbyPlaces, discounts, now]);
};

const useSearchPanelState = ({
  scope,
  typed,
  coordinate,
  timers,
}: Pick<SearchPanelProps, 'scope' | 'typed' | 'coordinate' | 'timers'>) => {
  const { recent, remember, forget, forgetAll } = useRecentSearches();
  const [chosenText, setChosenText] = useState<string | null>(null);
  const [sortOrder, setSortOrder] = useState<SearchSortOrder>('near');
  const text = useDebouncedText(typed, timers, chosenText);
  const { results, isSearching, isOffline } = useSearchResults({
    text,
    coordinate,
    placesOnly: scope === 'place',
  });
  const hasNoResults = text !== null && !isSearching && !isOffline && !hasResults(results);
  const searchSuggestions = useSearchSuggestions(typed.trim(), { isNothing: hasNoResults, scope, coordinate });
  const popularDishes = usePopularDishes(scope === 'all' && typed.trim() === '' ? coordinate : null);
  const sections = panelSectionsOf({
    scope,
    typedText: typed,
    recent,
    popular: popularDishes,
    results,
    sortOrder,
    suggestions: searchSuggestions,
  });
  const statusText = useSearchStatusText({ typed, isSearching: isSearching || text === null, isOffline, sections });
  const isRecentSearch = (entry: PanelEntry): boolean =>
    typed.trim() === '' && recent.some((recentSearch) => panelEntryId(recentSearch) === panelEntryId(entry));
  const searchNow = (searchText: string): void => {
    remember({ kind: 'keyword', text: searchText });
    setChosenText(searchText);
  };
  return {
    sections,
    sort: sortOrder,
    setSort: setSortOrder,
    status: statusText,
    isNothing: hasNoResults,
    isRemembered: isRecentSearch,
    remember,
    forget,
    forgetAll,
    searchNow,
  };
};

/** Message with the typed text, announced by screen readers, for a search without results. */
const NoResultsSection = ({ typed, scope }: Pick<SearchPanelProps, 'typed' | 'scope'>) => {
  const t = useTexts();
  return (
    <NoResultsMessage role="status">
      <PlateDrawing aria-hidden="true">
        <FoodArt name="potato" size={44} />
      </PlateDrawing>
      <strong>{t('NothingFound')}</strong>
      <span>{scope === 'place' ? t('NoSuchPlace') : t('NoMatchingResults', { text: typed.trim() })}</span>
    </NoResultsMessage>
  );
};

const textToSearch = (entry: PanelEntry): string | null => {
  if (entry.kind === 'popular') return entry.dish.name;
  return entry.kind === 'respelled' || entry.kind === 'part' ? entry.text : null;
};

const useSectionTitles = (): ((title: NonNullable<SearchSection['title']>) => string) => {
  const t = useTexts();
  const place = usePlaceName()?.around ?? listText('Locating');
  return (title) => (title === 'SearchPopular' ? t('SearchPopular', { place }) : t(title));
};

const hasTownSection = (sections: readonly SearchSection[]): boolean =>
  sections.some(({ title }) => title === 'SearchPlaces');

/**
 * Panel of the search. It shows recent searches and popular dishes at first; for a typed text, results, or suggestions
 * when there are none.
 */
export const SearchPanel = ({
  ref,
  listId,
  field,
  box,
  scope,
  typed,
  coordinate,
  timers,
  activeId,
  onActive,
  onChoose,
  onSearch,
  onBack,
}: SearchPanelProps) => {
  const t = useTexts();
  // On a phone the panel covers the page like a screen. On wider pages it is attached to the search field and has no
  // entry in the history.
  useOverlayEntry(useIsWide() ? 'none' : 'overlay', onBack);
  const titleId = useId();
  const sectionTitleOf = useSectionTitles();
  const choosePanelEntry = useChooseEntry();
  const hasPlace = useIsLocated();
  const sortChipsRef = useRef<HTMLDivElement>(null);
  const {
    sections,
    sort,
    setSort,
    status: statusText,
    isNothing: hasNoResults,
    isRemembered: isRecentSearch,
    remember,
    forget,
    forgetAll,
    searchNow,
  } = useSearchPanelState({ scope, typed, coordinate, timers });
  const entries = sections.flatMap((section) => section.entries);
  const optionIdOf = (entry: PanelEntry): string => `${listId}/${encodeURIComponent(panelEntryId(entry))}`;
  const activeEntry = entries.find((entry) => optionIdOf(entry) === activeId);
  const chooseEntry = (entry: PanelEntry, inputKind: 'key' | 'press'): void => {
    const searchText = textToSearch(entry);
    if (searchText !== null) {
      searchNow(searchText);
      onSearch(searchText);
    } else if (entry.kind === 'forget') forgetAll();
    else {
      if (isStorableEntry(entry)) remember(entry);
      onChoose(entry, inputKind);
      choosePanelEntry(entry);
    }
  };

  useImperativeHandle(ref, () => ({
    pressKey(key) {
      if (key === 'Tab') {
        const firstSortButton = sortChipsRef.current?.querySelector('button') ?? null;
        firstSortButton?.focus();
        return firstSortButton !== null;
      }
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const nextEntry = neighbouringEntryOf(entries, activeEntry, key === 'ArrowDown' ? 1 : -1);
        onActive(nextEntry === undefined ? null : optionIdOf(nextEntry));
        return true;
      }
      const targetEntry =
        key === 'Enter' ? (activeEntry ?? defaultPanelEntry(entries, { scope, typedText: typed })) : activeEntry;
      if (targetEntry === undefined || targetEntry === null || (key === 'Delete' && !isRecentSearch(targetEntry)))
        return false;
      if (key === 'Enter') chooseEntry(targetEntry, 'key');
      else forget(targetEntry);
      return true;
    },
  }));

  // A press on the panel must not take the focus from the field, because the field's keys move through the options.
  const keepFieldFocus = (event: MouseEvent): void => event.preventDefault();
  return createPortal(
    <PanelFrame role="search" aria-label={listText('Search')} $box={box} data-search="" onMouseDown={keepFieldFocus}>
      {hasNoResults && <NoResultsSection typed={typed} scope={scope} />}
      {areSectionsSortable(sections) && (
        <SearchSortChips ref={sortChipsRef} sortOrder={sort} hasPlace={hasPlace} onSort={setSort} field={field} />
      )}
      <div
        role="listbox"
        id={listId}
        tabIndex={-1}
        aria-label={scope === 'all' ? t('SearchList') : t('SearchPlaceList')}
      >
        {sections.map(({ title, entries: sectionEntries }, index) => (
          <div key={title ?? index} role="group" aria-labelledby={title === null ? undefined : `${titleId}/${title}`}>
            {title !== null && <SectionTitle id={`${titleId}/${title}`}>{sectionTitleOf(title)}</SectionTitle>}
            {sectionEntries.map((entry) => (
              <SearchRow
                key={panelEntryId(entry)}
                id={optionIdOf(entry)}
                entry={entry}
                isActive={entry === activeEntry}
                query={typed.trim()}
                hasPlace={hasPlace}
                onChoose={() => chooseEntry(entry, 'press')}
                onRemove={isRecentSearch(entry) ? () => forget(entry) : undefined}
              />
            ))}
          </div>
        ))}
      </div>
      {!hasNoResults && <PanelStatus role="status">{statusText}</PanelStatus>}
      {hasTownSection(sections) && <OsmCredit>{t('TownsCredit')}</OsmCredit>}
    </PanelFrame>,
    document.body,
  );
};
