import type { Restaurant } from '@mahlzeit/contract';
import { closingAt, cuisineNames } from '@mahlzeit/contract/rules';
import { errorCode, formatDistance, formatTime, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Button,
  forcedColorsBorder,
  H3,
  IconButton,
  Skeleton,
  Small,
  textStyles,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { Pencil } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from './draft-texts';
import { openDraftScreen } from './draft-navigation';

const METRES_PER_KM = 1_000;

const usePlaceFactsText = ({ initialDistanceKm, isOpenNow, ...hours }: Restaurant): string => {
  const t = useTexts();
  const currentTime = useNow();
  const closingInstant = isOpenNow ? closingAt(hours, currentTime) : null;
  const distanceTexts = initialDistanceKm === null ? [] : [formatDistance(initialDistanceKm * METRES_PER_KM)];
  return [
    ...distanceTexts,
    ...(closingInstant === null ? [] : [t('OpenUntil', { time: formatTime(closingInstant) })]),
  ].join(' · ');
};

const LoadedPlaceCard = ({ place }: { readonly place: Restaurant }) => {
  const { navigation } = useShell();
  const placeFacts = usePlaceFactsText(place);
  const { name, routingName, midSizeFirstImage } = place;
  return (
    <>
      <Thumbnail>
        <RestaurantMedia
          sceneSpec={sceneFor(name, cuisineNames(place))}
          layout="thumb"
          pictureUrl={midSizeFirstImage}
        />
      </Thumbnail>
      <CardText>
        <H3 as="h2">
          <PlaceLink href={navigation.hrefOf('details', routingName, 'invitation')}>{name}</PlaceLink>
        </H3>
        {placeFacts !== '' && <Small $tone="quiet">{placeFacts}</Small>}
      </CardText>
    </>
  );
};

export interface PlaceCardProps {
  readonly place: Restaurant | undefined;
  readonly error: unknown;
}

/** Card with the restaurant of the draft, a link to its page and a link to the search for another restaurant. */
export const PlaceCard = ({ place, error }: PlaceCardProps) => {
  const t = useTexts();
  const shell = useShell();
  const chooseOtherPlace = (): void => openDraftScreen(shell, 'invitationrestaurant');
  if (place === undefined && error !== undefined) {
    const isRestaurantGone = errorCode(error) === 'notFound';
    return (
      <Banner
        tone="warn"
        title={t(isRestaurantGone ? 'PlaceGone' : 'PlaceFailed')}
        action={
          <Button variant="second" size="small" onClick={chooseOtherPlace}>
            {t('OtherPlace')}
          </Button>
        }
      >
        {t(isRestaurantGone ? 'PlaceGoneText' : 'PlaceFailedText')}
      </Banner>
    );
  }
  return (
    <CardFrame aria-busy={place === undefined || undefined}>
      {place === undefined ? (
        <>
          <Thumbnail>
            <Skeleton $height="64px" />
          </Thumbnail>
          <CardText>
            <Skeleton $height="23px" $width="70%" />
          </CardText>
        </>
      ) : (
        <LoadedPlaceCard place={place} />
      )}
      <IconButton label={t('OtherPlace')} icon={Pencil} onClick={chooseOtherPlace} />
    </CardFrame>
  );
};

const CardFrame = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  position: relative;
  padding: 12px 6px 12px 12px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  > button {
    position: relative;
    z-index: 1;
  }
`;

const Thumbnail = styled.div`
  flex: none;
  width: 64px;
  height: 64px;
  border-radius: ${tokens.radius.thumb};
  overflow: hidden;
`;

const CardText = styled.div`
  flex: 1;
  min-width: 0;
`;

const PlaceLink = styled.a`
  ${textStyles.h3}
  hyphens: auto;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${tokens.radius.card};
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
  }
`;
