import type { Restaurant } from '@mahlzeit/contract';
import { closingAt, cuisineNames } from '@mahlzeit/contract/rules';
import { errorCode, formatDistance, formatTime, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Button,
  forcedEdge,
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
import { openStep } from './draft-navigation';

const METRES = 1_000;

const usePlaceFacts = ({ initialDistanceKm, isOpenNow, ...hours }: Restaurant): string => {
  const t = useTexts();
  const now = useNow();
  const closingInstant = isOpenNow ? closingAt(hours, now) : null;
  const distance = initialDistanceKm === null ? [] : [formatDistance(initialDistanceKm * METRES)];
  return [...distance, ...(closingInstant === null ? [] : [t('OpenUntil', { time: formatTime(closingInstant) })])].join(
    ' · ',
  );
};

const LoadedPlace = ({ place }: { readonly place: Restaurant }) => {
  const { navigation } = useShell();
  const facts = usePlaceFacts(place);
  const { name, routingName, midSizeFirstImage } = place;
  return (
    <>
      <Thumb>
        <RestaurantMedia spec={sceneFor(name, cuisineNames(place))} layout="thumb" pictureUrl={midSizeFirstImage} />
      </Thumb>
      <Words>
        <H3 as="h2">
          <PlaceLink href={navigation.hrefOf('details', routingName, 'invitation')}>{name}</PlaceLink>
        </H3>
        {facts !== '' && <Small $tone="quiet">{facts}</Small>}
      </Words>
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
  const change = (): void => openStep(shell, 'invitationrestaurant');
  if (place === undefined && error !== undefined) {
    const isGone = errorCode(error) === 'notFound';
    return (
      <Banner
        tone="warn"
        title={t(isGone ? 'PlaceGone' : 'PlaceFailed')}
        action={
          <Button variant="second" size="small" onClick={change}>
            {t('OtherPlace')}
          </Button>
        }
      >
        {t(isGone ? 'PlaceGoneText' : 'PlaceFailedText')}
      </Banner>
    );
  }
  return (
    <Card aria-busy={place === undefined || undefined}>
      {place === undefined ? (
        <>
          <Thumb>
            <Skeleton $height="64px" />
          </Thumb>
          <Words>
            <Skeleton $height="23px" $width="70%" />
          </Words>
        </>
      ) : (
        <LoadedPlace place={place} />
      )}
      <IconButton label={t('OtherPlace')} icon={Pencil} onClick={change} />
    </Card>
  );
};

const Card = styled.div`
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
  ${forcedEdge}
  > button {
    position: relative;
    z-index: 1;
  }
`;

const Thumb = styled.div`
  flex: none;
  width: 64px;
  height: 64px;
  border-radius: ${tokens.radius.thumb};
  overflow: hidden;
`;

const Words = styled.div`
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
