import type { PrerenderResult, PrerenderRequest } from '@mahlzeit/contract';
import { prerenderView } from '@mahlzeit/shared-ui/prerender';
import { prerenderList } from './features/first-view/first-list';

/** Called by the gateway, in a thread of its own: prerenders the main screen; null where there is nothing worth showing before the scripts. */
export const drawPrerender = (request: PrerenderRequest): PrerenderResult | null => prerenderView(prerenderList(request));
