import type { Coordinate } from '@mahlzeit/contract';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import type { MouseEvent, Ref } from 'react';
import { useId, useImperativeHandle, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../discovery-texts';
import type { SearchScope } from './panel-sections';
import { defaultEntry, neighbourOf, panelSections } from './panel-sections';
import { recentEntries, withoutRecent } from './recent-entries';
import type { PanelEntry, SearchEntry, SearchSection } from './search-entry';
import { entryId } from './search-entry';
import { Frame, SectionTitle, Status } from './search-panel.styles';
import { SearchRow } from './search-row';
import { searchedText, useDebouncedText } from './settled-text';
import type { Finding } from './use-found';
import { useFound } from './use-found';
import type { FieldBox } from './use-search-field';

/** Keys that the panel takes from the field. */
export type PanelKey = 'ArrowDown' | 'ArrowUp' | 'Enter' | 'Delete';

/** What the field calls of the panel; returns whether it handled the key. */
export interface SearchPanelHandle {
  press(key: PanelKey): boolean;
}

/** What the panel shows, and its events. */
export interface SearchPanelProps {
  readonly ref: Ref<SearchPanelHandle>;
  /** Of the list; its options' ids begin with it. */
  readonly listId: string;
  readonly box: FieldBox;
  readonly scope: SearchScope;
  readonly typed: string;
  /** Where the person looks around. */
  readonly at: Coordinate | null;
  readonly timers: Timers;
  /** Id of the option that arrows came to. */
  readonly activeId: string | null;
  readonly onActive: (id: string | null) => void;
  readonly onChoose: (entry: PanelEntry, by: 'key' | 'press') => void;
}

const useRecent = () => {
  const [recent, setRecent] = useState(recentEntries.read);
  const update = (entries: readonly SearchEntry[]): void => {
    setRecent(entries);
    recentEntries.write(entries);
  };
  return { recent, forget: (entry: PanelEntry) => update(withoutRecent(recent, entry)), forgetAll: () => update([]) };
};

interface StatusState extends Pick<SearchPanelProps, 'typed'>, Pick<Finding, 'isOffline'> {
  readonly isSearching: boolean;
  readonly sections: readonly SearchSection[];
}

const useStatus = ({ typed, isSearching, isOffline, sections }: StatusState): string => {
  const t = useTexts();
  if (typed.trim() === '') return sections.length === 0 ? t('SearchHint') : '';
  if (searchedText(typed) === null) return t('NoValidSearch');
  if (isOffline) return t('SearchOffline');
  if (isSearching) return t('IsSearching');
  return sections.some(({ title }) => title !== null) ? '' : t('NoMatchingResults', { text: typed.trim() });
};

/** What the search offers: what was chosen lately, then what is found. */
export const SearchPanel = ({ ref, listId, box, scope, typed, at, timers, activeId, onActive, onChoose }: SearchPanelProps) => {
  const t = useTexts();
  const titleId = useId();
  const { recent, forget, forgetAll } = useRecent();
  const text = useDebouncedText(typed, timers);
  const { found, isSearching, isOffline } = useFound({ text, at, placesOnly: scope === 'place' });
  const sections = panelSections({ scope, typed, recent, found });
  const entries = sections.flatMap((section) => section.entries);
  const status = useStatus({ typed, isSearching: isSearching || text === null, isOffline, sections });
  const idOf = (entry: PanelEntry): string => `${listId}/${encodeURIComponent(entryId(entry))}`;
  const active = entries.find((entry) => idOf(entry) === activeId);
  const choose = (entry: PanelEntry, by: 'key' | 'press'): void => (entry.kind === 'forget' ? forgetAll() : onChoose(entry, by));
  const isRemembered = typed.trim() === '' ? (entry: PanelEntry): boolean => recent.some((one) => entryId(one) === entryId(entry)) : () => false;

  useImperativeHandle(ref, () => ({
    press(key) {
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const next = neighbourOf(entries, active, key === 'ArrowDown' ? 1 : -1);
        onActive(next === undefined ? null : idOf(next));
        return true;
      }
      const meant = key === 'Enter' ? (active ?? defaultEntry(entries, { scope, typed })) : active;
      if (meant === undefined || meant === null || (key === 'Delete' && !isRemembered(meant))) return false;
      if (key === 'Enter') choose(meant, 'key');
      else forget(meant);
      return true;
    },
  }));

  // The field keeps the focus: options are walked by its keys.
  const keepFocus = (event: MouseEvent): void => event.preventDefault();
  return createPortal(
    <Frame role="search" aria-label={t('Search')} $box={box} data-search="" onMouseDown={keepFocus}>
      <div role="listbox" id={listId} tabIndex={-1} aria-label={scope === 'all' ? t('SearchList') : t('SearchPlaceList')}>
        {sections.map(({ title, entries: own }, index) => (
          <div key={title ?? index} role="group" aria-labelledby={title === null ? undefined : `${titleId}/${title}`}>
            {title !== null && <SectionTitle id={`${titleId}/${title}`}>{t(title)}</SectionTitle>}
            {own.map((entry) => (
              <SearchRow key={entryId(entry)} id={idOf(entry)} entry={entry} isActive={entry === active} onChoose={() => choose(entry, 'press')} onRemove={isRemembered(entry) ? () => forget(entry) : undefined} />
            ))}
          </div>
        ))}
      </div>
      <Status role="status">{status}</Status>
    </Frame>,
    document.body,
  );
};
