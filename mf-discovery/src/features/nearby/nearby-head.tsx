import type { Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { H2, IconButton, Small, media, textStyles } from '@mahlzeit/shared-ui/ui';
import { Info } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { placesWords } from './places-words';
import type { Nearby } from './use-nearby';

interface NearbyHeadProps {
  readonly nearby: Nearby;
  /** Those of them that the list shows. */
  readonly shown: readonly Restaurant[];
}

/** How many there are, how many are open, and what decides their order (§ 5b UWG). */
export const NearbyHead = ({ nearby, shown }: NearbyHeadProps) => {
  const t = useTexts();
  const { alert } = useShell();
  const open = shown.filter(({ isOpenNow }) => isOpenNow).length;
  // Not awaited: there is nothing to answer but that it was read.
  const explain = (): void => void alert({ title: t('RankingTitle'), text: t('RankingText', { km: nearby.radius / 1_000 }), actions: [{ id: 'read', label: t('RankingRead'), tone: 'primary' }] });
  return (
    <Head>
      <Title as="h1">{placesWords(nearby, shown.length)}</Title>
      <Facts>
        {nearby.more === 'none' && <Small as="p" $tone="quiet">{open === 0 ? t('NoneOpen') : t('OpenOfThem', { count: open })}</Small>}
        <IconButton label={t('RankingInfo')} icon={Info} iconSize={18} aria-haspopup="dialog" onClick={explain} />
      </Facts>
    </Head>
  );
};

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 2px 12px;
  margin: 12px 0 10px;
  ${media.from701} { margin: 8px 0 0; }
`;

const Title = styled(H2)`
  ${media.from1200} { ${textStyles.h1} }
`;

// The button is 44 px under a finger and takes no more room than its line.
const Facts = styled.div`
  display: flex;
  align-items: center;
  > button { margin: -12px -12px -12px -4px; }
`;
