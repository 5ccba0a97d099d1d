import { err, getRegistry, ok } from '@mahlzeit/contract';
import type { PageRegistry } from '@mahlzeit/contract';
import { openRoute } from '../../platform';
import type { BoundRoute } from '../../platform';

/** Milliseconds after which a page may ask again for a registry that isn't there yet. */
const RETRY_AFTER_MS = 5000;

/** The registry's route; `registry` answers null while no shell was built. */
export const releasesRoutes = (registry: () => Promise<PageRegistry | null>): readonly BoundRoute[] => [
  openRoute(getRegistry, async () => {
    const current = await registry();
    return current === null ? err({ code: 'unavailable', retryAfterMs: RETRY_AFTER_MS }) : ok(current);
  }),
];
