import type { Address, Coordinate, Details, Restaurant } from '@mahlzeit/contract';
import { offersRide, routeHref, chooseTravel } from '@mahlzeit/contract/rules';
import { formatMinutes, newTabProps, phoneHref, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, TextLink, tokens } from '@mahlzeit/shared-ui/ui';
import { Fact, FactList } from '@mahlzeit/shared-ui/ui/restaurant';
import { Armchair, CalendarCheck, Car, Clock, Globe, Mail, MapPin, Phone, ShoppingBag, Wallet } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { OSM_COPYRIGHT_URL } from '../../osm-copyright';
import { hasOsmSyntax, openingHoursLines, hoursTextLines } from './hours-labels';
import { useTexts } from './page-texts';

/** Parses the website of a restaurant; null when the text is no valid web address. */
export const parseWebLink = (websiteText: string): { readonly href: string; readonly host: string } | null => {
  const parsedUrl = URL.canParse(websiteText) ? new URL(websiteText) : null;
  if (parsedUrl === null || !['http:', 'https:'].includes(parsedUrl.protocol)) return null;
  return { href: parsedUrl.href, host: parsedUrl.host.replace(/^www\./, '') };
};

/** Fields of a restaurant without its menu. */
export type PlaceOnly = Omit<Restaurant, 'offers'>;

/** Returns whether two versions of a restaurant are equal apart from the menu. */
export const isSamePlace = (previousPlace: PlaceOnly, newPlace: PlaceOnly): boolean => {
  const [previousFields, currentFields] = [
    new Map<string, unknown>(Object.entries(previousPlace)),
    Object.entries(newPlace),
  ];
  return (
    previousFields.size === currentFields.length &&
    currentFields.every(
      ([fieldName, fieldValue]) => fieldName === 'offers' || previousFields.get(fieldName) === fieldValue,
    )
  );
};

type PlaceOnlyProps = { readonly restaurant: PlaceOnly };

/** Returns street and number of a restaurant's address. */
export const streetLineOf = ({ street, streetNumber }: Address): string =>
  [street, streetNumber].filter((addressPart) => addressPart !== '').join(' ');

/** Returns postal code and town of a restaurant's address. */
export const townLineOf = ({ postalCode, locality }: Address): string =>
  [postalCode, locality].filter((addressPart) => addressPart !== '').join(' ');

/** Row in the list of facts about a restaurant: street and town; nothing if both are unknown. */
export const AddressFact = ({ restaurant }: PlaceOnlyProps) => {
  const addressLines = [streetLineOf(restaurant.address), townLineOf(restaurant.address)].filter(
    (addressLine) => addressLine !== '',
  );
  return addressLines.length === 0 ? null : (
    <Fact icon={MapPin}>
      {addressLines.map((addressLine) => (
        <div key={addressLine}>{addressLine}</div>
      ))}
    </Fact>
  );
};

/** Returns the URL of the ride service, with the restaurant as destination. The service ignores unknown parameters. */
export const rideUrlOf = (
  rideServiceUrl: string,
  { name, location }: Pick<Restaurant, 'name' | 'location'>,
): string => {
  const rideUrl = new URL(rideServiceUrl);
  rideUrl.searchParams.set('latitude', String(location.latitude));
  rideUrl.searchParams.set('longitude', String(location.longitude));
  rideUrl.searchParams.set('name', name);
  return rideUrl.href;
};

/**
 * Row in the list of facts about a restaurant: a link that requests a ride there. Offered in Hamburg for walks of eight
 * minutes and more (S1§9), if the deployment has a ride service.
 */
export const RideFact = ({ restaurant }: PlaceOnlyProps) => {
  const t = useTexts();
  const { rideServiceUrl } = useShell().deployment;
  const { initialDistanceKm, address } = restaurant;
  if (rideServiceUrl === null || initialDistanceKm === null) return null;
  const distanceMeters = initialDistanceKm * 1000;
  if (!offersRide(distanceMeters, address.locality)) return null;
  const { mode, minutes } = chooseTravel(distanceMeters);
  return (
    <Fact icon={Car}>
      <div>{t(mode === 'walk' ? 'RideInsteadOfWalk' : 'RideInsteadOfBike', { time: formatMinutes(minutes) })}</div>
      <TextLink href={rideUrlOf(rideServiceUrl, restaurant)} {...newTabProps}>
        {t('RideRequest')}
      </TextLink>
    </Fact>
  );
};

/**
 * Row in the list of facts about a restaurant: the weekly opening hours in short, or the opening hours as text, or that
 * they are unknown.
 */
const HoursFact = ({ restaurant }: PlaceOnlyProps) => {
  const { openingHours, openingHoursText } = restaurant;
  const hasHoursText = openingHoursText !== null;
  const hasWholeWeekText = hasHoursText && hasOsmSyntax(openingHoursText);
  const hasWeekHours = Object.values(openingHours).some((ranges) => ranges.length > 0);
  if (!hasWeekHours && !hasHoursText) return <Fact icon={Clock}>{listText('HoursUnknown')}</Fact>;
  return (
    <Fact icon={Clock}>
      {hasWeekHours &&
        !hasWholeWeekText &&
        openingHoursLines(openingHours).map((hoursLine) => <div key={hoursLine}>{hoursLine}</div>)}
      {hasHoursText && hoursTextLines(openingHoursText).map((hoursLine) => <div key={hoursLine}>{hoursLine}</div>)}
    </Fact>
  );
};

/** Link that calls the restaurant; nothing without a phone number. */
export const PhoneLink = ({ restaurant }: { readonly restaurant: Pick<Restaurant, 'data'> }) => {
  const t = useTexts();
  const { phoneNumber } = restaurant.data.contact;
  return phoneNumber === null ? null : (
    <TextLink href={phoneHref(phoneNumber)}>{t('CallPlace', { phone: phoneNumber })}</TextLink>
  );
};

/** Rows in the list of facts about a restaurant: phone, e-mail and website. A row without a value is left out. */
export const ContactFacts = ({ restaurant }: PlaceOnlyProps) => {
  const { phoneNumber, email, web } = restaurant.data.contact;
  const website = web === null ? null : parseWebLink(web);
  return (
    <>
      {phoneNumber !== null && (
        <Fact icon={Phone}>
          <TextLink href={phoneHref(phoneNumber)}>{phoneNumber}</TextLink>
        </Fact>
      )}
      {email !== null && (
        <Fact icon={Mail}>
          <TextLink href={`mailto:${email}`}>{email}</TextLink>
        </Fact>
      )}
      {website !== null && (
        <Fact icon={Globe}>
          <TextLink href={website.href} {...newTabProps}>
            {website.host}
          </TextLink>
        </Fact>
      )}
    </>
  );
};

const PAYMENT_TEXT_KEYS = [
  ['paymentCash', 'CashPayment'],
  ['paymentEC', 'EcCard'],
  ['paymentVS', 'Visa'],
  ['paymentMC', 'Mastercard'],
  ['paymentDC', 'Dinersclub'],
  ['paymentAE', 'AmericanExpress'],
  ['paymentPP', 'PayPal'],
  ['paymentGP', 'GooglePay'],
  ['paymentAP', 'ApplePay'],
  ['sodexo', 'Sodexo'],
  ['ticketRestaurant', 'TicketRestaurant'],
] as const;

const FEATURE_TEXT_KEYS = [
  ['seatsOutside', 'SeatsOutside'],
  ['wifi', 'Wifi'],
  ['handicap', 'Accessible'],
  ['parkingRestaurant', 'ParkingSpace'],
  ['parkingExternal', 'ParkingNearby'],
  ['smokingOutside', 'SmokingOutside'],
  ['smokingInside', 'SmokingInside'],
] as const;

// Features that are missing or unknown aren't listed, because guests look for the features that a restaurant has.

/** Returns the labels of the means of payment that the restaurant accepts. */
const paymentLabelsOf = (details: Details): readonly string[] =>
  PAYMENT_TEXT_KEYS.filter(([detailName]) => details[detailName] === true).map(([, textKey]) => listText(textKey));

/** Returns the labels of the features of the restaurant: outdoor seats, WiFi. */
const featureLabelsOf = (details: Details): readonly string[] =>
  FEATURE_TEXT_KEYS.filter(([detailName]) => details[detailName] === true).map(([, textKey]) => listText(textKey));

/** Rows in the list of facts about a restaurant: means of payment and features. */
export const DetailFacts = ({ restaurant }: PlaceOnlyProps) => {
  const t = useTexts();
  const featureTexts = featureLabelsOf(restaurant.data.details);
  const paymentTexts = paymentLabelsOf(restaurant.data.details);
  return (
    <>
      {restaurant.onlyTakeAway && <Fact icon={ShoppingBag}>{t('OnlyTakeAway')}</Fact>}
      {featureTexts.length > 0 && <Fact icon={Armchair}>{featureTexts.join(', ')}</Fact>}
      {paymentTexts.length > 0 && <Fact icon={Wallet}>{t('PayWith', { ways: paymentTexts.join(', ') })}</Fact>}
    </>
  );
};

/** Short list of all facts about a restaurant. */
export const PlaceFacts = ({ restaurant }: PlaceOnlyProps) => (
  <FactList>
    <AddressFact restaurant={restaurant} />
    <RideFact restaurant={restaurant} />
    <HoursFact restaurant={restaurant} />
    <ContactFacts restaurant={restaurant} />
    <DetailFacts restaurant={restaurant} />
  </FactList>
);

/**
 * Button that opens the restaurant's reservation page in a new tab. The user confirms first, because the page belongs
 * to another company.
 */
export const ReserveTableButton = ({ restaurant }: PlaceOnlyProps) => {
  const t = useTexts();
  const { alert } = useShell();
  const { reservationUrl } = restaurant.data.contact;
  const reservationLink = reservationUrl === null ? null : parseWebLink(reservationUrl);
  if (reservationLink === null) return null;

  const reserveTable = async (): Promise<void> => {
    const alertChoice = await alert({
      title: t('ReserveTitle'),
      text: t('ReserveText', { name: restaurant.name, host: reservationLink.host }),
      actions: [
        { id: 'stay', label: t('ReserveStay'), tone: 'safe' },
        { id: 'go', label: t('ReserveGo'), tone: 'primary' },
      ],
    });
    if (alertChoice === 'go') window.open(reservationLink.href, '_blank', 'noopener,noreferrer');
  };
  return (
    <Button
      variant="second"
      size="small"
      icon={CalendarCheck}
      isBlock
      aria-haspopup="dialog"
      onClick={() => void reserveTable()}
    >
      {t('Reserve')}
    </Button>
  );
};

/**
 * Credit for the source of the restaurant's data, if the licence of the data requires one. Otherwise renders nothing.
 */
export const SourceCredit = ({ restaurant }: { readonly restaurant: Pick<Restaurant, 'credit'> }) => {
  return restaurant.credit === 'openStreetMap' ? (
    <TextLink href={OSM_COPYRIGHT_URL} {...newTabProps}>
      {listText('OsmCredit')}
    </TextLink>
  ) : null;
};

/** Returns the URL of a map around the restaurant at zoom 15, 600x300 at double density (S1§9). */
export const staticMapUrlOf = ({ latitude, longitude }: Coordinate, colorScheme: 'light' | 'dark'): string => {
  const mapQuery = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    zoom: '15',
    size: '600x300',
    scale: '2',
    scheme: colorScheme,
  });
  return `/api/maps/static?${mapQuery.toString()}`;
};

/** Size of the map in px (S1§9); narrower pages crop its sides. */
const STATIC_MAP_SIZE_PX = { width: 600, height: 300 } as const;

const DARK_SCHEME_QUERY = '(prefers-color-scheme: dark)';

/**
 * Map of the restaurant, with a link to the directions of a maps service. Renders nothing when the picture can't be
 * loaded.
 */
export const StaticMap = ({ restaurant }: PlaceOnlyProps) => {
  const t = useTexts();
  const lightMapUrl = staticMapUrlOf(restaurant.location, 'light');
  const [brokenMapUrl, setBrokenMapUrl] = useState<string | null>(null);
  if (lightMapUrl === brokenMapUrl) return null;
  return (
    <MapFrame>
      <a href={routeHref(restaurant)} {...newTabProps}>
        <picture>
          <source media={DARK_SCHEME_QUERY} srcSet={staticMapUrlOf(restaurant.location, 'dark')} />
          <MapPicture
            {...STATIC_MAP_SIZE_PX}
            src={lightMapUrl}
            alt={t('MapOf', { name: restaurant.name })}
            loading="lazy"
            decoding="async"
            onError={() => setBrokenMapUrl(lightMapUrl)}
          />
        </picture>
      </a>
      <MapCredit>{listText('MapCredit')}</MapCredit>
    </MapFrame>
  );
};

const MapFrame = styled.figure`
  position: relative;
  margin: 0;
  background: ${tokens.color.mapLand};
`;

const MapPicture = styled.img`
  display: block;
  width: 100%;
  height: 148px;
  object-fit: cover;
`;

const MapCredit = styled.figcaption`
  position: absolute;
  right: 8px;
  bottom: 8px;
  padding: 1px 7px;
  border-radius: ${tokens.radius.tag};
  font-size: 0.6875rem;
  line-height: 1rem;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink2};
`;
