import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { browserLastPlaceStore, selectPlace, distanceOriginOf } from '../features/location';

/**
 * Returns the current or last location of the list; null for users who never chose one. Never asks the browser for the
 * position.
 */
const placeCommand: CommandHandler<'discovery/place'> = (_input, { store }) =>
  Promise.resolve({ at: distanceOriginOf(selectPlace(store.getState()) ?? browserLastPlaceStore.read()) });

export default placeCommand;
