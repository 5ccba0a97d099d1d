import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import { H2, IconButton, media, Small, textStyles } from '@mahlzeit/shared-ui/ui';
import { Info } from 'lucide-react';
import styled from 'styled-components';
import { text, useTexts } from '../../discovery-texts';
import type { Nearby } from './use-nearby';

/** How many places the list shows. While some are loading it names no number: none would be true for long. */
export const placesLabel = ({ more, radius }: Pick<Nearby, 'more' | 'radius'>, count: number): string => {
  const km = radius / 1_000;
  if (more !== 'none') return radius === NEARBY_RADIUS ? text('PlacesNearbyUncounted') : text('PlacesWithinUncounted', { km });
  return radius === NEARBY_RADIUS ? text('PlacesNearby', { count }) : text('PlacesWithin', { count, km });
};

/** Above the cards. The teaser comes first on phones; in the pane it comes below the heading. */
export const ListTop = styled.div`
  display: flex;
  flex-direction: column;
  ${media.from701} {
    gap: 12px;
    > :first-child { order: 1; }
  }
`;

interface PlacesHeadProps {
  readonly title: string;
  /** How many of them are open; null while it isn't known. */
  readonly openCount: number | null;
  /** Explains what decides their order; without it the button is inert. */
  readonly onExplain?: () => void;
}

/** How many there are and how many are open. */
export const PlacesHead = ({ title, openCount, onExplain }: PlacesHeadProps) => {
  const t = useTexts();
  return (
    <Head>
      <Title as="h1">{title}</Title>
      <Facts>
        {openCount !== null && <Small as="p" $tone="quiet">{openCount === 0 ? t('NoneOpen') : t('OpenOfThem', { count: openCount })}</Small>}
        <IconButton label={t('RankingInfo')} icon={Info} iconSize={18} aria-haspopup="dialog" inert={onExplain === undefined} onClick={onExplain} />
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
