import { Button } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../discovery-texts';
import type { Nearby } from './use-nearby';

/** A way out of an empty list: expands the search area. Nothing where that would find nothing new. */
export const ExpandSearchButton = ({ nearby: { expandSearch } }: { readonly nearby: Pick<Nearby, 'expandSearch'> }) => {
  const t = useTexts();
  return expandSearch === null ? null : <Button variant="second" isBlock onClick={expandSearch}>{t('SearchFarther')}</Button>;
};
