import { drawerLandmark } from '../../e2e/remotes/remote-tests';
import type { RemoteTests } from '../../e2e/remotes/remote-tests';
import { emptyTabsOf } from '../../e2e/remotes/screen-case';
import { consoleCases } from './console-cases';
import { orderCases, voucherCases } from './order-cases';
import { orderingStops } from './stops';

/** Browser tests of mf-ordering: screens, their states, and stops of the walk that takes screenshots of them. */
export const remoteTests: RemoteTests = {
  hashes: ['orders'],
  landmark: drawerLandmark('Bestellungen'),
  cases: {
    member: [...emptyTabsOf('orders'), ...voucherCases],
    resident: orderCases,
    counter: consoleCases,
  },
  stops: orderingStops,
};
