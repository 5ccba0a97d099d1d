import type { Restaurant } from '@mahlzeit/contract';
import { TextLink } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../discovery-texts';
import { outside } from './contact-links';

const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** Names whom the licence of the place's data wants named. */
export const SourceCredit = ({ restaurant }: { readonly restaurant: Pick<Restaurant, 'credit'> }) => {
  const t = useTexts();
  return restaurant.credit === 'openStreetMap' ? <TextLink href={OSM_COPYRIGHT} {...outside}>{t('OsmCredit')}</TextLink> : null;
};
