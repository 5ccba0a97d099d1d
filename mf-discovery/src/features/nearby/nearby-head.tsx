import type { Restaurant } from '@mahlzeit/contract';
import { H2, Small, media, textStyles } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';

/** How many there are, and how many are open. */
export const NearbyHead = ({ restaurants }: { readonly restaurants: readonly Restaurant[] }) => {
  const t = useTexts();
  const open = restaurants.filter(({ isOpenNow }) => isOpenNow).length;
  return (
    <Head>
      <Title as="h1">{t('PlacesNearby', { count: restaurants.length })}</Title>
      <Small as="p" $tone="quiet">{open === 0 ? t('NoneOpen') : t('OpenOfThem', { count: open })}</Small>
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
