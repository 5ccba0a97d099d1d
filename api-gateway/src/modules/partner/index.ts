import type { GatewayModule } from '../../platform';
import { partnerRoutes, type PartnerChanges } from './partner-routes';

/** What restaurants' own systems may change, behind the partner token. */
export const createPartnerModule = ({ discovery }: { discovery: PartnerChanges }): GatewayModule => ({
  routes: partnerRoutes(discovery),
});
