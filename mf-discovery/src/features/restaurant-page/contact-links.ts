import type { Address, Coordinate, Restaurant } from '@mahlzeit/contract';

/** Opens in another tab, without opener and referrer. */
export const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Street and number. */
export const streetLine = ({ street, streetNumber }: Address): string => [street, streetNumber].filter((part) => part !== '').join(' ');

/** Postal code and town. */
export const townLine = ({ postalCode, locality }: Address): string => [postalCode, locality].filter((part) => part !== '').join(' ');

/** S1§2: a maps service that gets name and coordinates, and finds the way. */
export const routeHref = ({ name, location }: Pick<Restaurant, 'name' | 'location'>): string => {
  const query = new URLSearchParams({ q: `${location.latitude},${location.longitude}(${name})` });
  return `https://maps.google.com/maps?${query.toString()}`;
};

/** A number as people write it, as a link: blanks, brackets and „(0)“ fall away. */
export const phoneHref = (phoneNumber: string): string => `tel:${phoneNumber.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;

/** The site as a link; null where it is no web address. */
export const webLink = (web: string): { readonly href: string; readonly host: string } | null => {
  const address = URL.canParse(web) ? new URL(web) : null;
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return null;
  return { href: address.href, host: address.host.replace(/^www\./, '') };
};

/** S1§9: the place's surroundings at zoom 15, 600x300, twice as many pixels. */
export const staticMapSrc = ({ latitude, longitude }: Coordinate, scheme: 'light' | 'dark'): string => {
  const query = new URLSearchParams({ latitude: String(latitude), longitude: String(longitude), zoom: '15', size: '600x300', scale: '2', scheme });
  return `/api/maps/static?${query.toString()}`;
};

/** The ride service's page with where to; what it has no use for it passes over. */
export const rideHref = (service: string, { name, location }: Pick<Restaurant, 'name' | 'location'>): string => {
  const address = new URL(service);
  address.searchParams.set('latitude', String(location.latitude));
  address.searchParams.set('longitude', String(location.longitude));
  address.searchParams.set('name', name);
  return address.href;
};
