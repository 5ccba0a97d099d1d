import type { RemoteTests } from '../../e2e/remotes/remote-tests';
import { MENSA_NAME } from '../../e2e/remotes/open-list';
import { restaurantCardOf } from '../../e2e/world/locators';
import { placeCases, sharingCases } from './place-cases';
import { afterLunchCases, discoveryCases, townCases } from './search-cases';
import { discoveryStops } from './stops';

/** Browser tests of mf-discovery: screens, landmark, screen states and stops of the walk, for the shared specs. */
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
