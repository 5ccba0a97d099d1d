import type { Seed } from '../seed';
import { DEMO_PLACES } from './demo-places';
import { hamburgTowns } from './town/hamburg';
import { demoInvitations } from './invitations';
import { DEMO_SEED_NAME, menuOn } from './menu';
import { demoOrders } from './orders';
import { placeOn } from './place-on-day';
import { DEMO_TEASERS, discountsOn } from './promotions';

const MENU_DAY_COUNT = 8;

const placesById = new Map(DEMO_PLACES.map((place) => [place.id, place]));

/** Seed of the demo: invented restaurants at real addresses of Hamburg, with menus for today and the week ahead. */
export const demoSeed: Seed = {
  name: DEMO_SEED_NAME,
  menuDays: MENU_DAY_COUNT,
  towns: hamburgTowns,
  teasers: DEMO_TEASERS,
  placesOn: (day) => DEMO_PLACES.map((place) => placeOn(place, day)),
  menuOf({ id }, day) {
    const place = placesById.get(id);
    return place === undefined ? [] : menuOn(place, day);
  },
  discountsOn,
  invitationsAt: demoInvitations,
  ordersAt: demoOrders,
};
