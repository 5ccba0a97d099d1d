import type { Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { cuisineNames } from '@mahlzeit/contract/rules';
import { formatDistance, useShell } from '@mahlzeit/shared-ui/platform';
import { IconLink, Row, tokens } from '@mahlzeit/shared-ui/ui';
import { RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from './draft-texts';

const METRES_PER_KM = 1_000;

export interface PlaceRowProps {
  readonly place: Pick<
    RestaurantSummary,
    'key' | 'name' | 'routingName' | 'initialDistanceKm' | 'address' | 'midSizeFirstImage'
  > &
    Partial<Pick<Restaurant, 'tags'>>;
  readonly onChoose: (key: string) => void;
}

/**
 * Row for one place, 61 px high including its separator line (S2§9). A press on the row chooses the place; the icon at
 * the end opens the place's page.
 */
export const PlaceRow = ({
  place: { key, name, routingName, initialDistanceKm, address, midSizeFirstImage, tags = [] },
  onChoose,
}: PlaceRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const addressText = [
    initialDistanceKm === null ? '' : formatDistance(initialDistanceKm * METRES_PER_KM),
    address.quarter ?? address.locality,
  ]
    .filter((addressPart) => addressPart !== '')
    .join(' · ');
  return (
    <Row
      leading={
        <Thumbnail>
          <RestaurantMedia
            sceneSpec={sceneFor(name, cuisineNames({ tags }))}
            layout="thumb"
            pictureUrl={midSizeFirstImage}
          />
        </Thumbnail>
      }
      title={name}
      text={addressText === '' ? undefined : addressText}
      trailing={
        <IconLink
          label={t('LookAtPlace', { name })}
          icon={Info}
          href={navigation.hrefOf('details', routingName, 'invitation')}
        />
      }
      onClick={() => onChoose(key)}
    />
  );
};

const Thumbnail = styled.span`
  display: block;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.small};
  overflow: hidden;
`;
