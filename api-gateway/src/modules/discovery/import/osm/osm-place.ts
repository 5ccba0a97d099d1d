import type { SkipReason, Week } from '@mahlzeit/contract';
import { firstCharacters } from '@mahlzeit/contract/rules';
import { OSM_SOURCE } from '../../restaurants';
import type { ReadPlaceHours } from '../hours';
import { createEmptyWeek, isInServedArea } from '../record';
import type { DatedHours, PlaceDraft, PlaceRecord, Warn } from '../record';
import { readContact, placeDetailsOf, placeKindOf, tagIdsOf, tagTextOf } from './osm-tags';
import type { OsmElement, OsmTags } from './osm-tags';

/**
 * Functions that the reader of an OpenStreetMap file needs: the parser of opening hours, and the function that receives
 * warnings.
 */
export interface OsmReading {
  readonly readHours: ReadPlaceHours;
  readonly warn: Warn;
}

const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 2000;

const addressOfTags = (tags: OsmTags) => ({
  placeId: null,
  street: tagTextOf(tags, 'addr:street', 'addr:place'),
  streetNumber: tagTextOf(tags, 'addr:housenumber'),
  postalCode: tagTextOf(tags, 'addr:postcode'),
  locality: tagTextOf(tags, 'addr:city'),
});

type LocatedElement = OsmElement & { readonly location: NonNullable<OsmElement['location']> };

const placeDraftOf = ({ tags, location }: LocatedElement, placeName: string, warn: Warn): PlaceDraft => ({
  name: placeName,
  type: 'NonPartner',
  address: addressOfTags(tags),
  location,
  tagIds: tagIdsOf(tags, warn),
  openingHours: createEmptyWeek(),
  openingHoursText: null,
  lunchTimes: createEmptyWeek(),
  onlyTakeAway: tagTextOf(tags, 'takeaway').toLowerCase() === 'only',
  data: {
    description: firstCharacters(tagTextOf(tags, 'description:de', 'description'), MAX_TEXT_LENGTH),
    contact: readContact(tags, (text) => warn('brokenContact', text)),
    meanPrice: null,
    details: placeDetailsOf(tags),
  },
});

type PlaceHours = Pick<PlaceDraft, 'openingHours' | 'openingHoursText'> & { readonly datedHours: DatedHours | null };

const hasRanges = (week: Week): boolean => Object.values(week).some((ranges) => ranges.length > 0);

const readPlaceHours = async (
  { tags, location }: LocatedElement,
  { readHours, warn }: OsmReading,
): Promise<PlaceHours> => {
  const value = tagTextOf(tags, 'opening_hours');
  if (value === '') return { openingHours: createEmptyWeek(), openingHoursText: null, datedHours: null };
  const parsedHours = await readHours(value, location);
  if (parsedHours === null) {
    warn('unreadHours', value);
    return { openingHours: createEmptyWeek(), openingHoursText: value, datedHours: null };
  }
  return {
    openingHours: parsedHours.week,
    // The text of the opening hours; null if the parsed week says as much. A week without hours says less than its
    // text, even than „off“.
    openingHoursText: parsedHours.isWhole && hasRanges(parsedHours.week) ? null : value,
    datedHours: parsedHours.isDated
      ? {
          value,
          region: parsedHours.region,
          ...(parsedHours.datedWeek !== null && { week: parsedHours.datedWeek }),
        }
      : null,
  };
};

const skipReasonOf = (placeName: string, { location }: OsmElement): SkipReason | null => {
  if (placeName === '') return 'noName';
  if (location === null) return 'noCoordinates';
  return isInServedArea(location) ? null : 'outsideArea';
};

/** Converts an OpenStreetMap element to a place without a menu. Returns the reason if the element must be skipped. */
export const readOsmPlace = async (element: OsmElement, osmReading: OsmReading): Promise<PlaceRecord> => {
  const { id, tags, location } = element;
  const placeName = firstCharacters(tagTextOf(tags, 'name', 'name:de'), MAX_NAME_LENGTH);
  const skipReason = skipReasonOf(placeName, element);
  if (skipReason !== null || location === null) {
    return {
      kind: 'skipped',
      reason: skipReason ?? 'noCoordinates',
      identity: { source: OSM_SOURCE, sourceId: id, location },
    };
  }
  const locatedElement = { ...element, location };
  const { datedHours, ...hours } = await readPlaceHours(locatedElement, osmReading);
  return {
    kind: 'place',
    source: OSM_SOURCE,
    sourceId: id,
    sourceKind: placeKindOf(tags),
    draft: { ...placeDraftOf(locatedElement, placeName, osmReading.warn), ...hours },
    datedHours,
    menu: null,
  };
};
