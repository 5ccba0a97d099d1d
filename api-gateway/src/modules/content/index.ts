import type { GatewayModule, ModuleDeps } from '../../platform';
import { createContentRepository } from './content-repository';
import { contentRoutes } from './content-routes';
import { createContentService } from './content-service';
import { contentSource } from './content-topic';

/** Content's routes and topic, and the version of the policy that registrations accept. */
export type ContentModule = GatewayModule & { readonly policyVersion: () => Promise<number> };

/** Version infos and legal documents. */
export const createContentModule = ({ database }: Pick<ModuleDeps, 'database'>): ContentModule => {
  const content = createContentService(createContentRepository(database.knex));
  return { routes: contentRoutes(content), topics: [contentSource], policyVersion: () => content.policyVersion() };
};
