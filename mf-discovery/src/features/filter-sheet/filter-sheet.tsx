import type { Restaurant } from '@mahlzeit/contract';
import type { Filters } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { applyFilters } from '../filters/apply-filters';
import { filterGroups, priceCategories } from '../filters/filter-groups';
import type { ListFilters } from '../filters/list-filters';
import { noFilters } from '../filters/list-filters';
import { useFilterActions, useFilters } from '../filters';
import { FilterChips } from './filter-chips';

interface FilterSheetProps {
  /** All that are around; null until they are known. */
  readonly restaurants: readonly Restaurant[] | null;
  readonly onClose: () => void;
}

interface MatchCountProps {
  readonly restaurants: readonly Restaurant[] | null;
  readonly filters: ListFilters;
}

/** How many would be left, said anew with each choice. */
const MatchCount = ({ restaurants, filters }: MatchCountProps) => {
  const t = useTexts();
  const now = useNow();
  if (restaurants === null) return <Small role="status">{t('FilterCounting')}</Small>;
  const all = applyFilters(restaurants, { ...filters, ...noFilters }, now).length;
  const left = applyFilters(restaurants, filters, now).length;
  return <Small role="status">{left === 0 ? t('FilterMatchesNone') : t('FilterMatches', { count: left, all })}</Small>;
};

/** Price categories and properties to narrow the list by; nothing changes before it is applied, but resetting does at once. */
export const FilterSheet = ({ restaurants, onClose }: FilterSheetProps) => {
  const t = useTexts();
  const filters = useFilters();
  const { apply, reset } = useFilterActions();
  const [draft, setDraft] = useState<Filters>({ texts: filters.texts, prices: filters.prices, properties: filters.properties });
  const applyDraft = (): void => {
    apply(draft);
    onClose();
  };
  const resetAll = (): void => {
    reset();
    setDraft(noFilters);
  };
  const dock = (
    <Stack $gap={10}>
      <MatchCount restaurants={restaurants} filters={{ ...filters, ...draft }} />
      <Ways>
        <Button variant="second" onClick={resetAll}>{t('ResetFilter')}</Button>
        <Button onClick={applyDraft}>{t('ApplyFilter')}</Button>
      </Ways>
    </Stack>
  );
  return (
    <Sheet title={t('Filter')} onClose={onClose} dock={dock}>
      <Stack $gap={24}>
        {filters.texts.length > 0 && (
          <FilterChips title={t('SearchedWords')} values={filters.texts} chosen={draft.texts} nameOf={(text) => text} onChange={(texts) => setDraft({ ...draft, texts })} />
        )}
        <FilterChips title={t('FilterPrice')} values={priceCategories} chosen={draft.prices} nameOf={(price) => t(`Price_${price}`)} onChange={(prices) => setDraft({ ...draft, prices })} />
        {filterGroups.map(({ title, properties }) => (
          <FilterChips key={title} title={t(title)} values={properties} chosen={draft.properties} nameOf={(property) => t(`Filter_${property}`)} onChange={(chosen) => setDraft({ ...draft, properties: chosen })} />
        ))}
      </Stack>
    </Sheet>
  );
};

const Ways = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(11.5rem, 100%), 1fr));
  gap: 10px;
`;
