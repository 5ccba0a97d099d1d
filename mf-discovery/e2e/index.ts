import type { RemoteTests } from '../../e2e/remotes/remote-tests';
import { MENSA_NAME } from '../../e2e/remotes/open-list';
import { restaurantCardOf } from '../../e2e/world/locators';
import { placeCases, sharingCases } from './place-cases';
import { afterLunchCases, discoveryCases, townCases } from './search-cases';
import { discoveryStops } from './stops';

/**
 * Browser tests of mf-discovery for the shared specs: screens, landmark, screen states, and the stops of the walk
 * (screens that are photographed).
 */
export const remoteTests: RemoteTests = {
  hashes: ['details/mensa-am-brunnen'],
  landmark: {
    enter: () => Promise.resolve(),
    shown: (page) => restaurantCardOf(page, MENSA_NAME),
    leave: () => Promise.resolve(),
  },
  cases: {
    visitor: [...placeCases, ...discoveryCases],
    member: sharingCases,
    townVisitor: townCases,
    afterLunch: afterLunchCases,
  },
  stops: discoveryStops,
};
