import type { Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../discovery-texts';
import { PlacesHead } from './places-head';
import { placesLabel } from './places-words';
import type { Nearby } from './use-nearby';

interface NearbyHeadProps {
  readonly nearby: Nearby;
  /** Those of them that the list shows. */
  readonly shown: readonly Restaurant[];
}

/** How many there are, how many are open, and what decides their order (§ 5b UWG). */
const NearbyHead = ({ nearby, shown }: NearbyHeadProps) => {
  const t = useTexts();
  const { alert } = useShell();
  const open = shown.filter(({ isOpenNow }) => isOpenNow).length;
  // Not awaited: there is nothing to answer but that it was read.
  const explain = (): void => void alert({ title: t('RankingTitle'), text: t('RankingText', { km: nearby.radius / 1_000 }), actions: [{ id: 'read', label: t('RankingRead'), tone: 'primary' }] });
  return <PlacesHead title={placesLabel(nearby, shown.length)} openCount={nearby.more === 'none' ? open : null} onExplain={explain} />;
};
