import { isDeepStrictEqual } from 'node:util';
import { restaurantTopic, type Restaurant } from '@mahlzeit/contract';
import type { WriteTransaction } from '../../../platform';
import { findTags } from '../dictionary-repository';
import { presentRestaurant } from '../restaurant-presenter';
import { findRestaurantBySource, insertRestaurant, isRoutingNameTaken, updateRestaurant, type SourceId } from '../restaurant-repository';
import type { OwnRestaurant } from '../restaurant-row';
import { routingNameCandidates } from '../routing-name-rules';
import type { PlaceOutcome } from './import-tally';
import type { PlaceDraft } from './place-record';
import { stableKey } from './stable-key-rules';

const UNKNOWN_DETAILS: Restaurant['data']['details'] = {
  wifi: null, paymentEC: null, paymentVS: null, paymentMC: null, paymentDC: null, paymentAE: null, paymentPP: null, paymentGP: null,
  paymentAP: null, paymentCash: null, sodexo: null, ticketRestaurant: null, handicap: null, parkingExternal: null,
  parkingRestaurant: null, smokingOutside: null, smokingInside: null, seatsOutside: null,
};

/** What becomes of a place: its key, and how the import counts it. */
export interface ImportedPlace {
  readonly key: string;
  readonly outcome: PlaceOutcome;
}

const freeRoutingName = async (tx: WriteTransaction, { name, address }: PlaceDraft): Promise<string> => {
  for (const candidate of routingNameCandidates(name, address.locality)) if (!(await isRoutingNameTaken(tx.knex, candidate))) return candidate;
  throw new Error('unreachable: there is always another number');
};

const newRestaurant = (draft: PlaceDraft, key: string, routingName: string): OwnRestaurant => ({
  ...draft,
  key,
  routingName,
  logo: null,
  media: [],
  hasPayment: false,
  restTime: null,
  orderForerunMinutes: 0,
  // A feed doesn't say since when a place is a partner, so none is called new.
  activeSince: null,
  premiumStart: null,
  premiumEnd: null,
  onlyTakeAway: false,
  companyId: null,
  data: { description: '', contact: { phoneNumber: null, email: null, web: null, reservationUrl: null }, meanPrice: null, details: UNKNOWN_DETAILS },
});

// By content and whatever the order of the fields, which differs between a feed and a JSON column.
const isUnchanged = (own: OwnRestaurant, draft: PlaceDraft): boolean => isDeepStrictEqual({ ...own, ...draft }, own);

/** Adds a place or updates what its feed knows of it, by source id; the name in addresses stays, so that links hold. */
export const importPlace = async (
  tx: WriteTransaction,
  { draft, id, now }: { readonly draft: PlaceDraft; readonly id: SourceId; readonly now: number },
): Promise<ImportedPlace> => {
  const before = await findRestaurantBySource(tx.knex, id);
  if (before === null) {
    const key = stableKey(id.source, id.sourceId);
    await insertRestaurant(tx.knex, newRestaurant(draft, key, await freeRoutingName(tx, draft)), id);
    return { key, outcome: 'imported' };
  }
  if (isUnchanged(before, draft)) return { key: before.key, outcome: 'unchanged' };
  const after = { ...before, ...draft };
  await updateRestaurant(tx.knex, after);
  const value = presentRestaurant(after, { tags: await findTags(tx.knex, after.tagIds), offers: [], meters: null }, now);
  tx.record(restaurantTopic(after.key), { kind: 'put', collection: 'restaurant', key: after.key, value });
  return { key: after.key, outcome: 'updated' };
};
