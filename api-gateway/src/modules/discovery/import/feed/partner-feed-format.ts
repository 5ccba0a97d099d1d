import { Coordinate, PartnerFeed, PartnerFeedRestaurant } from '@mahlzeit/contract';
import * as z from 'zod';
import { cleanText } from '../feed-text-rules';
import type { ImportFormat, PlaceDraft, PlaceRecord, Warn } from '../place-record';
import { isServed } from '../served-area-rules';
import { readFeedMenus } from './partner-feed-menu-rules';

// What a broken restaurant may still tell: that it is there, and why it can't be taken.
const Sketch = z.object({ id: z.string().trim().min(1).max(100), name: z.string().catch(''), location: z.unknown().optional() });

const OF_THE_FEED = new Set(['id', 'menus']);

const draftOf = (restaurant: PartnerFeedRestaurant, name: string, location: Coordinate): PlaceDraft => {
  // What the feed doesn't say stays as it is, so nothing undefined may stand in its way.
  const fields = Object.fromEntries(Object.entries(restaurant).filter(([key, value]) => value !== undefined && !OF_THE_FEED.has(key)));
  return { type: 'Restaurant', ...fields, name, location };
};

const readRestaurant = (raw: unknown, source: string, warn: Warn): PlaceRecord => {
  const sketch = Sketch.safeParse(raw);
  if (!sketch.success) return { kind: 'skipped', reason: 'malformed' };
  const sourceId = sketch.data.id;
  const location = Coordinate.safeParse(sketch.data.location).data ?? null;
  const name = cleanText(sketch.data.name);
  const known = { source, sourceId, location };
  if (name === '') return { kind: 'skipped', reason: 'noName', known };
  if (location === null) return { kind: 'skipped', reason: 'noCoordinates', known };
  if (!isServed(location)) return { kind: 'skipped', reason: 'outsideArea', known };
  const parsed = PartnerFeedRestaurant.safeParse(raw);
  if (!parsed.success) return { kind: 'skipped', reason: 'malformed', known };
  const menu = readFeedMenus(parsed.data.menus ?? [], { source, restaurantId: sourceId, warn });
  return { kind: 'place', source, sourceId, sourceKind: null, draft: draftOf(parsed.data, name, location), datedHours: null, menu };
};

/** Our own feed for partners: `PartnerFeed` of the contract, described in docs/partner-feed.md. */
export const partnerFeedFormat: ImportFormat = {
  name: 'mahlzeit-feed',
  lists: ['restaurants'],
  recognises: (root) => PartnerFeed.safeParse(root).success,
  read(root, warn) {
    const { source, restaurants } = PartnerFeed.parse(root);
    return restaurants.map((raw) => readRestaurant(raw, source, warn));
  },
};
