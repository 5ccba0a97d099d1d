import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { browserLastPlace } from '../features/chosen-place';
import { selectPlace } from '../features/location';

/** Where the diner looks around, or did last; nobody is asked for their position. */
const place: CommandHandler<'discovery/place'> = (_input, { store }) => Promise.resolve({ at: (selectPlace(store.getState()) ?? browserLastPlace.read())?.coordinate ?? null });

export default place;
