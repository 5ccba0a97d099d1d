import { drawerLandmark } from '../../e2e/remotes/remote-tests';
import type { RemoteTests } from '../../e2e/remotes/remote-tests';
import { ownAccountCases } from './own-account-cases';
import { memberSettingsCases, settingsCases } from './settings-cases';
import { signInCases } from './sign-in-cases';
import { accountStops } from './stops';

/**
 * Browser tests of mf-account for the shared specs: screens, landmark, screen states, and the stops of the walk
 * (screens that are photographed).
 */
export const remoteTests: RemoteTests = {
  hashes: ['settings', 'settings/imprint', 'support'],
  landmark: drawerLandmark('Einstellungen'),
  cases: {
    visitor: [...signInCases, ...settingsCases],
    member: [...memberSettingsCases, ...ownAccountCases],
  },
  stops: accountStops,
};
