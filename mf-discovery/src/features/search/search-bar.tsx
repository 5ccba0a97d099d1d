import { browserTimers, useLazyPart, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { FilterButton, SearchBox, TopBarPlace, TopBarSearch } from '@mahlzeit/shared-ui/ui/restaurant';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { selectFilterCount } from '../filters';
import { usePlace, useOnPlaceSearchRequested, usePlaceName } from '../location';
import type { PanelEntry } from './search-entries';
import type { PanelKey, SearchPanelHandle } from './search-panel';
import { useSearchField } from './use-search-field';

/** Button that opens the filters and shows the number of active filters. */
export const FilterOpenButton = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <FilterButton
      label={t('Filter')}
      count={useSelector(selectFilterCount)}
      countLabel={t('FilterActive')}
      aria-haspopup="dialog"
      onClick={() => navigation.open('filters')}
    />
  );
};

interface SearchBarProps {
  /** Timers of the search's debounce; tests replace them. */
  readonly timers?: Timers;
}

const panelKeys: readonly string[] = ['ArrowDown', 'ArrowUp', 'Enter', 'Delete', 'Tab'] satisfies readonly PanelKey[];

const isPanelKey = (key: string): key is PanelKey => panelKeys.includes(key);

/**
 * Returns the texts that name the current location; while the location is unknown, texts that say that it is being
 * determined.
 */
const usePlaceSearchTexts = () => {
  const t = useTexts();
  return usePlaceName() ?? { caption: t('PlaceUserAlone'), around: t('Locating'), alone: t('Locating') };
};

/** Content of the shell's top bar: location, search field and filter button. */
export const SearchBar = ({ timers = browserTimers }: SearchBarProps) => {
  const t = useTexts();
  const listId = useId();
  const userCoordinate = usePlace()?.coordinate ?? null;
  const { caption, around, alone } = usePlaceSearchTexts();
  const { anchor, input, box, scope, typed, ...field } = useSearchField();
  // The script of the search panel loads as soon as the field gets the focus, before the user types, so no loading sign
  // is shown.
  const { part, load } = useLazyPart(() => import('./search-panel'), {
    failedText: t('SearchFailed'),
    isPreloaded: true,
  });
  const LoadedSearchPanel = part?.SearchPanel ?? null;
  const panelHandleRef = useRef<SearchPanelHandle>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const isPanelShown = box !== null && LoadedSearchPanel !== null;

  const openPanelWith = (openPanel: () => void): void => {
    void load();
    setActiveId(null);
    openPanel();
  };
  const openPlaceSearch = (): void => {
    openPanelWith(field.openPlaces);
    input.current?.focus();
  };
  useOnPlaceSearchRequested(openPlaceSearch);
  const leaveByBack = (): void => {
    field.close();
    // The field loses the focus, so that the next press on it opens the panel again and a phone's keyboard closes.
    input.current?.blur();
  };
  const typeText = (text: string): void => openPanelWith(() => field.type(text));
  const finishEntryChoice = (entry: PanelEntry, choiceInputKind: 'key' | 'press'): void => {
    if (entry.kind === 'elsewhere') return openPlaceSearch();
    field.finish(entry.kind === 'keyword' ? entry.text : null);
    // The field loses the focus after a press, because a phone's keyboard would cover the results.
    if (choiceInputKind === 'press') input.current?.blur();
  };
  const handleEscape = (): void => (box === null ? field.empty() : field.close());
  const handleKey = (event: KeyboardEvent): void => {
    const { key } = event;
    // While a user composes a character with an input method (as for Chinese), keys belong to the input method and not
    // to the panel.
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape' && (box !== null || typed !== '')) {
      // Each press of Escape does one thing: it closes the panel, or it empties the field. Without `preventDefault`,
      // Chromium would also empty the field on the first press.
      event.preventDefault();
      handleEscape();
    } else if (isPanelKey(key) && !event.shiftKey && panelHandleRef.current?.pressKey(key) === true) {
      event.preventDefault();
    } else if (box === null && (key === 'Enter' || key === 'ArrowDown')) {
      openPanelWith(field.open);
    }
  };
  return (
    <>
      <TopBarPlace caption={caption} placeName={around} onClick={openPlaceSearch} />
      <TopBarSearch>
        <FieldAnchor ref={anchor} data-search="" onBlur={({ relatedTarget }) => field.leave(relatedTarget)}>
          <SearchBox
            inputRef={input}
            label={scope === 'all' ? t('Search') : t('SearchPlace')}
            placeholder={scope === 'all' ? t('SearchPlaceholder') : t('SearchPlacePlaceholder')}
            value={typed}
            onValueChange={typeText}
            placeButton={{
              name: alone,
              label: around === alone ? `${caption} ${alone}` : t('PlaceChange', { place: alone }),
              onClick: openPlaceSearch,
            }}
            backButton={box === null ? undefined : { label: t('CloseSearch'), onClick: field.close }}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isPanelShown}
            aria-controls={isPanelShown ? listId : undefined}
            aria-activedescendant={isPanelShown && activeId !== null ? activeId : undefined}
            maxLength={200}
            onFocus={() => void load()}
            onClick={() => openPanelWith(field.open)}
            onKeyDown={handleKey}
          />
        </FieldAnchor>
        <FilterOpenButton />
      </TopBarSearch>
      {box !== null && LoadedSearchPanel !== null && (
        <LoadedSearchPanel
          ref={panelHandleRef}
          listId={listId}
          field={input}
          box={box}
          scope={scope}
          typed={typed}
          coordinate={userCoordinate}
          timers={timers}
          activeId={activeId}
          onActive={setActiveId}
          onChoose={finishEntryChoice}
          onSearch={typeText}
          onBack={leaveByBack}
        />
      )}
    </>
  );
};

const FieldAnchor = styled.div`
  display: flex;
  flex: 1;
  min-width: 0;
`;
