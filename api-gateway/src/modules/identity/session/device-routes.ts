import { endDevice, endOtherDevices, getDevices, ok } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { DeviceService } from './device-service';

/** Creates the routes that list the devices of an account and sign them out. */
export const deviceRoutes = (deviceService: DeviceService): readonly BoundRoute[] => [
  route(getDevices, async ({ session }) => ok(await deviceService.list(session))),
  route(endDevice, ({ session, params: { key } }) => deviceService.end(session, key)),
  route(endOtherDevices, ({ session }) => deviceService.endOthers(session)),
];
