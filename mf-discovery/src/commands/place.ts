import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { browserLastPlaceStore, selectPlace, distanceOriginOf } from '../features/location';

/**
 * Returns the place around which the list currently searches, or else the last place that this device stored. Returns
 * null for users who never chose one. Never asks the browser for the position.
 */
const placeCommand: CommandHandler<'discovery/place'> = (_input, { store }) =>
  Promise.resolve({ at: distanceOriginOf(selectPlace(store.getState()) ?? browserLastPlaceStore.read()) });

export default placeCommand;
