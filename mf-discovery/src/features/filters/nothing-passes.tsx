import type { Restaurant } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState } from '@mahlzeit/shared-ui/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../discovery-texts';
import { applyFilters } from './apply-filters';
import type { ListFilters } from './list-filters';
import { noFilters } from './list-filters';
import { useFilterActions } from './use-filters';

interface NothingPassesProps {
  /** All that are around; none of them passes. */
  readonly restaurants: readonly Restaurant[];
  /** What none of them passes. */
  readonly filters: ListFilters;
  /** Further ways out. */
  readonly children?: ReactNode;
}

/** In place of a list that is narrowed down to nothing: says by what, and takes it off. */
export const NothingPasses = ({ restaurants, filters, children }: NothingPassesProps) => {
  const t = useTexts();
  const now = useNow();
  const { reset, showAll } = useFilterActions();
  const { tag } = filters;
  // Where even tag or lunch list alone leave nothing, taking off the filters would help nobody.
  const left = applyFilters(restaurants, { ...filters, ...noFilters }, now).length;
  if (left > 0) {
    const active = filterCount(filters);
    return (
      <EmptyState art="olive" level={1} title={t('NothingPassesTitle')} text={active === 1 ? t('FilterExcludes', { count: left }) : t('FiltersExclude', { count: left, filters: active })}>
        <Button isBlock onClick={reset}>{t('ResetFilter')}</Button>
        {children}
      </EmptyState>
    );
  }
  const count = restaurants.length;
  return (
    <EmptyState
      art="olive"
      level={1}
      title={tag === null ? t('NoLunchNearbyTitle') : t('NothingPassesTitle')}
      text={tag === null ? t('NoLunchNearby', { count }) : t('NoneOfTag', { count, tag: tag.name })}
    >
      <Button isBlock onClick={showAll}>{t('ShowAllPlaces')}</Button>
      {children}
    </EmptyState>
  );
};
