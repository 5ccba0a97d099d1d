import { Chip } from '@mahlzeit/shared-ui/ui/restaurant';
import type { KeyboardEvent, RefObject } from 'react';
import styled from 'styled-components';
import { useTexts } from './panel-texts';
import type { SearchSortOrder } from './search-results';

const SORT_ORDERS: readonly SearchSortOrder[] = ['near', 'cheap', 'longest'];

const SORT_TEXT_KEYS = { near: 'SortNear', cheap: 'SortCheap', longest: 'SortLongest' } as const;

interface SearchSortsProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly sortOrder: SearchSortOrder;
  /** Whether the user's location is known; otherwise distances are measured from the town's center. */
  readonly hasPlace: boolean;
  readonly onSort: (sortOrder: SearchSortOrder) => void;
  /** Search field, from which the Tab key moves to these buttons. */
  readonly field: RefObject<HTMLElement | null>;
}

/**
 * Buttons (chips) that choose the order of the results. The panel is at the end of the document, so Tab would move the
 * focus from the last chip out of the search. The buttons therefore handle Tab: they return the focus to the search
 * field, and the browser then moves it to the element after the field.
 */
export const SearchSortChips = ({ ref, sortOrder, hasPlace, onSort, field }: SearchSortsProps) => {
  const t = useTexts();
  const returnToField = (event: KeyboardEvent): void => {
    const sortChips = [...event.currentTarget.children];
    const isAtEdgeChip = event.target === sortChips.at(event.shiftKey ? 0 : -1);
    if (event.key !== 'Escape' && !(event.key === 'Tab' && isAtEdgeChip)) return;
    // For Tab without Shift the default action stays: the browser moves the focus from the field to the element after
    // it.
    if (event.key === 'Escape' || event.shiftKey) event.preventDefault();
    field.current?.focus();
  };
  return (
    <SortChipRow ref={ref} role="group" aria-label={t('SortBy')} onKeyDown={returnToField}>
      {SORT_ORDERS.map((offeredSortOrder) => (
        <Chip
          key={offeredSortOrder}
          isPressed={offeredSortOrder === sortOrder}
          onClick={() => onSort(offeredSortOrder)}
        >
          {t(offeredSortOrder === 'near' && !hasPlace ? 'SortCentral' : SORT_TEXT_KEYS[offeredSortOrder])}
        </Chip>
      ))}
    </SortChipRow>
  );
};

const SortChipRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 6px 8px 2px;
`;
