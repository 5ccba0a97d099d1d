import { isDeepStrictEqual } from 'node:util';
import { restaurantTopic } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import type { WriteTransaction } from '../../../platform';
import { recordPlace } from '../listing';
import { createRestaurantRepository, recordNewPlaces, routingNameCandidates, stableKey } from '../restaurants';
import type { OwnRestaurant } from '../restaurants';
import type { PlaceOutcome } from './import-report';
import { createImportRepository } from './import-repository';
import type { ImportedPlace, NamedPlace } from './import-repository';
import { createEmptyWeek, UNKNOWN_DETAILS } from './record';
import type { ImportCandidate, PlaceDraft } from './record';

/** Result of importing a place. `key` is the place's key; null if the place was skipped as a duplicate. */
interface PlaceImportResult {
  readonly place: ImportCandidate;
  readonly key: string | null;
  readonly outcome: PlaceOutcome | 'duplicate';
}

const findFreeRoutingName = async (tx: WriteTransaction, { name, address }: PlaceDraft): Promise<string> => {
  const restaurantRepository = createRestaurantRepository(tx.knex);
  for (const candidateName of routingNameCandidates(name, address?.locality ?? ''))
    if (!(await restaurantRepository.isRoutingNameTaken(candidateName))) return candidateName;
  throw new Error(`There is no free routing name for ${name}`);
};

const newRestaurant = (placeDraft: PlaceDraft, restaurantKey: string, routingName: string): OwnRestaurant => ({
  address: { placeId: null, street: '', streetNumber: '', postalCode: '', locality: '' },
  tagIds: [],
  openingHours: createEmptyWeek(),
  openingHoursText: null,
  lunchTimes: createEmptyWeek(),
  onlyTakeAway: false,
  data: {
    description: '',
    contact: { phoneNumber: null, email: null, web: null, reservationUrl: null },
    meanPrice: null,
    details: UNKNOWN_DETAILS,
  },
  logo: null,
  media: [],
  restTime: null,
  orderForerunMinutes: 0,
  ordersPausedUntil: null,
  // Null, because the feed names no date, and the place must not be marked as new.
  activeSince: null,
  premiumStart: null,
  premiumEnd: null,
  companyId: null,
  ...placeDraft,
  key: restaurantKey,
  routingName,
  hasPayment: false,
});

// Checks whether a stored place equals the imported one. Compares deeply and ignores the order of keys, because the
// order differs between a feed and a JSON column.
const isPlaceUnchanged = (storedPlace: ImportedPlace, { draft, sourceKind, datedHours }: ImportCandidate): boolean =>
  storedPlace.isActive &&
  storedPlace.sourceKind === sourceKind &&
  isDeepStrictEqual(storedPlace.datedHours, datedHours) &&
  isDeepStrictEqual({ ...storedPlace.restaurant, ...draft }, storedPlace.restaurant);

/** Deactivates a place and records its removal in its live topic. */
export const removePlace = async (
  tx: WriteTransaction,
  { id, key }: { readonly id: number; readonly key: string },
  now: number,
): Promise<void> => {
  await createImportRepository(tx.knex).deactivate(id, now);
  tx.record(restaurantTopic(key), { kind: 'del', collection: 'restaurant', key });
};

const isPartnerPlace = ({ type }: Pick<PlaceDraft, 'type'>): boolean => type !== 'NonPartner';

/**
 * Checks whether a place to import is already stored under another id. A partner has priority over a place without a
 * menu; of two places without a menu, the older row stays. A partner's own feed may contain two places at one address.
 */
const isDuplicatePlace = (
  candidatePlace: ImportCandidate,
  storedPlace: ImportedPlace | null,
  samePlaces: readonly NamedPlace[],
): boolean =>
  samePlaces.some((samePlace) => {
    if (isPartnerPlace(candidatePlace.draft))
      return isPartnerPlace(samePlace) && samePlace.source !== candidatePlace.source && storedPlace?.isActive !== true;
    return isPartnerPlace(samePlace) || storedPlace?.isActive !== true || samePlace.id < storedPlace.id;
  });

interface ImportContext {
  readonly tx: WriteTransaction;
  readonly now: number;
  /** Coordinates of added, reactivated and moved places, which the live topics of their map cells announce. */
  readonly addedLocations: Coordinate[];
}

const insertPlace = async (
  { tx, addedLocations }: ImportContext,
  place: ImportCandidate,
): Promise<PlaceImportResult> => {
  const restaurantKey = stableKey(place.source, place.sourceId);
  const restaurant = newRestaurant(place.draft, restaurantKey, await findFreeRoutingName(tx, place.draft));
  await createImportRepository(tx.knex).insert({ ...place, restaurant });
  addedLocations.push(restaurant.location);
  return { place, key: restaurantKey, outcome: 'imported' };
};

const updatePlace = async (
  { tx, now, addedLocations }: ImportContext,
  place: ImportCandidate,
  storedPlace: ImportedPlace,
): Promise<PlaceImportResult> => {
  const restaurant = { ...storedPlace.restaurant, ...place.draft };
  await createImportRepository(tx.knex).update(storedPlace.id, { ...place, restaurant });
  await recordPlace(tx, { ...restaurant, datedWeek: place.datedHours?.week ?? null }, now);
  if (!storedPlace.isActive || !isDeepStrictEqual(storedPlace.restaurant.location, restaurant.location))
    addedLocations.push(restaurant.location);
  return { place, key: restaurant.key, outcome: 'updated' };
};

const importPlace = async (
  importContext: ImportContext,
  place: ImportCandidate,
  storedPlace: ImportedPlace | null,
): Promise<PlaceImportResult> => {
  // Checks whether a stored place has become a partner; a record without a menu must not change it then.
  const hasPlaceBecomePartner =
    storedPlace !== null &&
    storedPlace.isActive &&
    isPartnerPlace(storedPlace.restaurant) &&
    !isPartnerPlace(place.draft);
  if (storedPlace !== null && (hasPlaceBecomePartner || isPlaceUnchanged(storedPlace, place)))
    return { place, key: storedPlace.restaurant.key, outcome: 'unchanged' };
  const samePlaces = (await createImportRepository(importContext.tx.knex).findSamePlaces(place.draft)).filter(
    ({ id }) => id !== storedPlace?.id,
  );
  if (isDuplicatePlace(place, storedPlace, samePlaces)) {
    if (storedPlace?.isActive === true)
      await removePlace(importContext.tx, { id: storedPlace.id, key: storedPlace.restaurant.key }, importContext.now);
    return { place, key: null, outcome: 'duplicate' };
  }
  const replacedPlaces = isPartnerPlace(place.draft)
    ? samePlaces.filter((samePlace) => !isPartnerPlace(samePlace))
    : [];
  for (const samePlace of replacedPlaces) await removePlace(importContext.tx, samePlace, importContext.now);
  return storedPlace === null ? insertPlace(importContext, place) : updatePlace(importContext, place, storedPlace);
};

/**
 * Adds places, or updates the fields that their source provides. Stored places are found by source and source id. An
 * update keeps the routing name, so that links still work.
 */
export const importPlaces = async (
  tx: WriteTransaction,
  importCandidates: readonly ImportCandidate[],
  now: number,
): Promise<PlaceImportResult[]> => {
  const importRepository = createImportRepository(tx.knex);
  await importRepository.addTags(importCandidates.flatMap(({ draft }) => draft.tagIds ?? []));
  const storedPlaceById = new Map<string, ImportedPlace>();
  for (const sourceName of new Set(importCandidates.map((place) => place.source))) {
    const sourceIds = importCandidates.filter((place) => place.source === sourceName).map(({ sourceId }) => sourceId);
    for (const [sourceId, place] of await importRepository.findBySourceIds(sourceName, sourceIds))
      storedPlaceById.set(JSON.stringify([sourceName, sourceId]), place);
  }
  const placeResults: PlaceImportResult[] = [];
  const importContext: ImportContext = { tx, now, addedLocations: [] };
  for (const place of importCandidates)
    placeResults.push(
      await importPlace(
        importContext,
        place,
        storedPlaceById.get(JSON.stringify([place.source, place.sourceId])) ?? null,
      ),
    );
  recordNewPlaces(tx, importContext.addedLocations, now);
  return placeResults;
};
