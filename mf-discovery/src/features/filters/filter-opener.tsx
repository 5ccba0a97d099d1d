import { useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { FilterButton } from '@mahlzeit/shared-ui/ui/restaurant';
import { useTexts } from '../../discovery-texts';
import { selectFilterCount } from './filter-slice';

/** Opens the filters and says how many are active. */
export const FilterOpener = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return <FilterButton label={t('Filter')} count={useSelector(selectFilterCount)} countLabel={t('FilterActive')} aria-haspopup="dialog" onClick={() => navigation.open('filters')} />;
};
