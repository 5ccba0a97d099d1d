import { Button } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../discovery-texts';
import type { Nearby } from './use-nearby';

/** A further way out of an empty list: looks farther around. Nothing where that would find nothing new. */
export const WidenButton = ({ nearby: { widen } }: { readonly nearby: Pick<Nearby, 'widen'> }) => {
  const t = useTexts();
  return widen === null ? null : <Button variant="second" isBlock onClick={widen}>{t('SearchFarther')}</Button>;
};
