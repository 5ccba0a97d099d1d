import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { browserLastPlace, selectPlace, standpointOf } from '../features/location';

/**
 * Where the diner looks around, or did last; null where they never chose a place, and nobody is asked for their
 * position.
 */
const place: CommandHandler<'discovery/place'> = (_input, { store }) =>
  Promise.resolve({ at: standpointOf(selectPlace(store.getState()) ?? browserLastPlace.read()) });

export default place;
