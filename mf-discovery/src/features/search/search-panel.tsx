import type { Coordinate } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { FoodArt, Icon, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { artOfTag, emblemFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { Eraser, LocateFixed, MapPin, Search, Store, Utensils, X } from 'lucide-react';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import type { MouseEvent, Ref } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../discovery-texts';
import { entryId, recentEntries, withoutRecent } from './search-entries';
import type { PanelEntry, SearchEntry } from './search-entries';
import { Frame, Lines, Mark, Remove, Row, Second, SectionTitle, Status, Title, Trailing } from './search-panel.styles';
import { defaultEntry, neighbourOf, panelSections, searchedText, useDebouncedText, useFound } from './search-results';
import type { Finding, SearchScope, SearchSection } from './search-results';
import type { FieldBox } from './use-search-field';

interface SearchRowProps {
  readonly id: string;
  readonly entry: PanelEntry;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  /** Given for entries that are remembered. */
  readonly onRemove?: () => void;
}

interface RowLabels {
  readonly title: string;
  readonly second?: string;
  readonly trailing?: string;
}

const useRowLabels = (entry: PanelEntry, isRemembered: boolean): RowLabels => {
  const t = useTexts();
  switch (entry.kind) {
    case 'keyword': return isRemembered ? { title: entry.text } : { title: t('SearchKeyword', { text: entry.text }), second: t('SearchKeywordHint') };
    case 'place': return { title: entry.place.name };
    case 'partner': return { title: entry.name, second: entry.locality };
    case 'nonPartner': return { title: entry.name, second: [t('NotPartnerTitle'), entry.locality].filter((part) => part !== '').join(' · ') };
    case 'meal': return { title: entry.name, second: entry.restaurant.name, trailing: formatPrice(entry.price) };
    case 'tag': return { title: entry.name, second: t('SearchTagHint') };
    case 'locate': return { title: t('UseMyLocation') };
    case 'forget': return { title: t('ForgetSearches') };
  }
};

const ICONS: Readonly<Partial<Record<PanelEntry['kind'], IconSource>>> = { keyword: Search, place: MapPin, nonPartner: Store, meal: Utensils, locate: LocateFixed, forget: Eraser };

const Picture = ({ entry }: Pick<SearchRowProps, 'entry'>) => {
  const icon = ICONS[entry.kind];
  if (icon !== undefined) return <Icon of={icon} size={20} />;
  if (entry.kind === 'tag') return <FoodArt name={artOfTag(entry.name)} size={24} />;
  return entry.kind === 'partner' ? <FoodArt name={emblemFor(entry.name).art} size={24} /> : null;
};

/** One line of the panel, 61 px high. */
const SearchRow = ({ id, entry, isActive, onChoose, onRemove }: SearchRowProps) => {
  const t = useTexts();
  const { title, second = '', trailing } = useRowLabels(entry, onRemove !== undefined);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const remove = (event: MouseEvent): void => {
    event.stopPropagation();
    onRemove?.();
  };
  return (
    <Row ref={row} id={id} role="option" aria-selected={isActive} $isActive={isActive} onClick={onChoose}>
      <Mark><Picture entry={entry} /></Mark>
      <Lines>
        <Title>{title}</Title>
        {second !== '' && <Second>{second}</Second>}
      </Lines>
      {trailing !== undefined && <Trailing>{trailing}</Trailing>}
      {onRemove !== undefined && (
        <>
          <VisuallyHidden>{t('RecentRemoveHint')}</VisuallyHidden>
          <Remove aria-hidden="true" onClick={remove}><Icon of={X} size={18} /></Remove>
        </>
      )}
    </Row>
  );
};

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
