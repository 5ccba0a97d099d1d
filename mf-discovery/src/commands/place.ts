import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { browserLastPlace, selectPlace, standpointOf } from '../features/location';

/**
 * Returns the current or last location of the search; null for users who never chose one. Never asks for the position.
 */
const place: CommandHandler<'discovery/place'> = (_input, { store }) =>
  Promise.resolve({ at: standpointOf(selectPlace(store.getState()) ?? browserLastPlace.read()) });

export default place;
