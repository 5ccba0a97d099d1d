import type { SkipReason } from '@mahlzeit/contract';
import { OSM_SOURCE } from '../../restaurants';
import type { ReadPlaceHours } from '../hours';
import { createEmptyWeek, isServed } from '../record';
import type { DatedHours, PlaceDraft, PlaceRecord, Warn } from '../record';
import { readContact, detailsOf, kindOf, tagIdsOf, tagTextOf } from './osm-tags';
import type { OsmElement, OsmTags } from './osm-tags';

/**
 * Functions that the reader of an OpenStreetMap file needs: the parser of opening hours, and the receiver of warnings.
 */
export interface OsmReading {
  readonly readHours: ReadPlaceHours;
  readonly warn: Warn;
}

const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 2000;

const addressOf = (tags: OsmTags) => ({
  placeId: null,
  street: tagTextOf(tags, 'addr:street', 'addr:place'),
  streetNumber: tagTextOf(tags, 'addr:housenumber'),
  postalCode: tagTextOf(tags, 'addr:postcode'),
  locality: tagTextOf(tags, 'addr:city'),
});

type LocatedElement = OsmElement & { readonly location: NonNullable<OsmElement['location']> };

const placeDraftOf = ({ tags, location }: LocatedElement, name: string, warn: Warn): PlaceDraft => ({
  name,
  type: 'NonPartner',
  address: addressOf(tags),
  location,
  tagIds: tagIdsOf(tags, warn),
  openingHours: createEmptyWeek(),
  openingHoursText: null,
  lunchTimes: createEmptyWeek(),
  onlyTakeAway: tagTextOf(tags, 'takeaway').toLowerCase() === 'only',
  data: {
    description: tagTextOf(tags, 'description:de', 'description').slice(0, MAX_TEXT_LENGTH),
    contact: readContact(tags, (text) => warn('brokenContact', text)),
    meanPrice: null,
    details: detailsOf(tags),
  },
});

type PlaceHours = Pick<PlaceDraft, 'openingHours' | 'openingHoursText'> & { readonly datedHours: DatedHours | null };

const readPlaceHours = async (
  { tags, location }: LocatedElement,
  { readHours, warn }: OsmReading,
): Promise<PlaceHours> => {
  const value = tagTextOf(tags, 'opening_hours');
  if (value === '') return { openingHours: createEmptyWeek(), openingHoursText: null, datedHours: null };
  const hours = await readHours(value, location);
  if (hours === null) {
    warn('unreadHours', value);
    return { openingHours: createEmptyWeek(), openingHoursText: value, datedHours: null };
  }
  return {
    openingHours: hours.week,
    openingHoursText: hours.isWhole ? null : value,
    datedHours: hours.isDated ? { value, region: hours.region } : null,
  };
};

const skipReasonOf = (name: string, { location }: OsmElement): SkipReason | null => {
  if (name === '') return 'noName';
  if (location === null) return 'noCoordinates';
  return isServed(location) ? null : 'outsideArea';
};

/** Converts an OpenStreetMap element to a place without a menu. Returns the reason if the element must be skipped. */
export const readOsmPlace = async (element: OsmElement, reading: OsmReading): Promise<PlaceRecord> => {
  const { id, tags, location } = element;
  const name = tagTextOf(tags, 'name', 'name:de').slice(0, MAX_NAME_LENGTH);
  const reason = skipReasonOf(name, element);
  if (reason !== null || location === null) {
    return {
      kind: 'skipped',
      reason: reason ?? 'noCoordinates',
      identity: { source: OSM_SOURCE, sourceId: id, location },
    };
  }
  const locatedElement = { ...element, location };
  const { datedHours, ...hours } = await readPlaceHours(locatedElement, reading);
  return {
    kind: 'place',
    source: OSM_SOURCE,
    sourceId: id,
    sourceKind: kindOf(tags),
    draft: { ...placeDraftOf(locatedElement, name, reading.warn), ...hours },
    datedHours,
    menu: null,
  };
};
