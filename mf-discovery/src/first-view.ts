import type { FirstView, FirstViewRequest } from '@mahlzeit/contract';
import { renderFirstView } from '@mahlzeit/shared-ui/first-view';
import { drawFirstList } from './features/first-view/first-list';

/** Called by the gateway, in a thread of its own: the main screen's first view; null where there is nothing worth showing before the scripts. */
export const drawFirstView = (request: FirstViewRequest): FirstView | null => renderFirstView(drawFirstList(request));
