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
import { emptyWeek, UNKNOWN_DETAILS } from './record';
import type { ImportCandidate, PlaceDraft } from './record';

/** Result of importing a place. `key` is null if the place was skipped as a duplicate. */
interface PlaceResult {
  readonly place: ImportCandidate;
  readonly key: string | null;
  readonly outcome: PlaceOutcome | 'duplicate';
}

const freeRoutingName = async (tx: WriteTransaction, { name, address }: PlaceDraft): Promise<string> => {
  const restaurants = createRestaurantRepository(tx.knex);
  for (const candidate of routingNameCandidates(name, address?.locality ?? ''))
    if (!(await restaurants.isRoutingNameTaken(candidate))) return candidate;
  throw new Error(`There is no free routing name for ${name}`);
};

const newRestaurant = (draft: PlaceDraft, key: string, routingName: string): OwnRestaurant => ({
  address: { placeId: null, street: '', streetNumber: '', postalCode: '', locality: '' },
  tagIds: [],
  openingHours: emptyWeek(),
  openingHoursText: null,
  lunchTimes: emptyWeek(),
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
  // Null, because a place without a date in the feed must not be marked as new.
  activeSince: null,
  premiumStart: null,
  premiumEnd: null,
  companyId: null,
  ...draft,
  key,
  routingName,
  hasPayment: false,
});

// Compares deeply and ignores the order of keys, because it differs between a feed and a JSON column.
const isUnchanged = (before: ImportedPlace, { draft, sourceKind, datedHours }: ImportCandidate): boolean =>
  before.isActive &&
  before.sourceKind === sourceKind &&
  isDeepStrictEqual(before.datedHours, datedHours) &&
  isDeepStrictEqual({ ...before.restaurant, ...draft }, before.restaurant);

/** Deactivates a place and records its removal in its live topic. */
export const removePlace = async (
  tx: WriteTransaction,
  { id, key }: { readonly id: number; readonly key: string },
  now: number,
): Promise<void> => {
  await createImportRepository(tx.knex).deactivate(id, now);
  tx.record(restaurantTopic(key), { kind: 'del', collection: 'restaurant', key });
};

const isPartner = ({ type }: Pick<PlaceDraft, 'type'>): boolean => type !== 'NonPartner';

/**
 * Checks whether a place to import is a duplicate of a stored place under another id. A partner has priority over a
 * place without a menu; of two places without a menu, the older row stays. A partner's own feed may contain two places
 * at one address.
 */
const isDouble = (place: ImportCandidate, before: ImportedPlace | null, samePlaces: readonly NamedPlace[]): boolean =>
  samePlaces.some((otherPlace) => {
    if (isPartner(place.draft))
      return isPartner(otherPlace) && otherPlace.source !== place.source && before?.isActive !== true;
    return isPartner(otherPlace) || before?.isActive !== true || otherPlace.id < before.id;
  });

interface Import {
  readonly tx: WriteTransaction;
  readonly now: number;
  /** Coordinates of added, reactivated and moved places, which are announced in the topics of their map cells. */
  readonly addedAt: Coordinate[];
}

const insertPlace = async ({ tx, addedAt }: Import, place: ImportCandidate): Promise<PlaceResult> => {
  const key = stableKey(place.source, place.sourceId);
  const restaurant = newRestaurant(place.draft, key, await freeRoutingName(tx, place.draft));
  await createImportRepository(tx.knex).insert({ ...place, restaurant });
  addedAt.push(restaurant.location);
  return { place, key, outcome: 'imported' };
};

const updatePlace = async (
  { tx, now, addedAt }: Import,
  place: ImportCandidate,
  before: ImportedPlace,
): Promise<PlaceResult> => {
  const restaurant = { ...before.restaurant, ...place.draft };
  await createImportRepository(tx.knex).update(before.id, { ...place, restaurant });
  await recordPlace(tx, restaurant, now);
  if (!before.isActive || !isDeepStrictEqual(before.restaurant.location, restaurant.location))
    addedAt.push(restaurant.location);
  return { place, key: restaurant.key, outcome: 'updated' };
};

const importPlace = async (run: Import, place: ImportCandidate, before: ImportedPlace | null): Promise<PlaceResult> => {
  // If the stored place has become a partner, a record without a menu must not change it.
  const isTakenOver = before !== null && before.isActive && isPartner(before.restaurant) && !isPartner(place.draft);
  if (before !== null && (isTakenOver || isUnchanged(before, place)))
    return { place, key: before.restaurant.key, outcome: 'unchanged' };
  const samePlaces = (await createImportRepository(run.tx.knex).findSamePlaces(place.draft)).filter(
    ({ id }) => id !== before?.id,
  );
  if (isDouble(place, before, samePlaces)) {
    if (before?.isActive === true) await removePlace(run.tx, { id: before.id, key: before.restaurant.key }, run.now);
    return { place, key: null, outcome: 'duplicate' };
  }
  const replacedPlaces = isPartner(place.draft) ? samePlaces.filter((otherPlace) => !isPartner(otherPlace)) : [];
  for (const otherPlace of replacedPlaces) await removePlace(run.tx, otherPlace, run.now);
  return before === null ? insertPlace(run, place) : updatePlace(run, place, before);
};

/**
 * Adds places, or updates the fields that their source provides. Stored places are found by source and source id. An
 * update keeps the routing name, so that links still work.
 */
export const importPlaces = async (
  tx: WriteTransaction,
  places: readonly ImportCandidate[],
  now: number,
): Promise<PlaceResult[]> => {
  const importRepository = createImportRepository(tx.knex);
  await importRepository.addTags(places.flatMap(({ draft }) => draft.tagIds ?? []));
  const before = new Map<string, ImportedPlace>();
  for (const source of new Set(places.map((place) => place.source))) {
    const ids = places.filter((place) => place.source === source).map(({ sourceId }) => sourceId);
    for (const [sourceId, place] of await importRepository.find(source, ids))
      before.set(JSON.stringify([source, sourceId]), place);
  }
  const results: PlaceResult[] = [];
  const run: Import = { tx, now, addedAt: [] };
  for (const place of places)
    results.push(await importPlace(run, place, before.get(JSON.stringify([place.source, place.sourceId])) ?? null));
  recordNewPlaces(tx, run.addedAt, now);
  return results;
};
