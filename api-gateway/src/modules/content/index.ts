import type { GatewayModule, ModuleDeps } from '../../platform';
import { createContentRepository } from './content-repository';
import { contentRoutes } from './content-routes';
import { createContentService } from './content-service';
import { contentSource } from './content-topic';
import { createPictureRouter } from './pictures/picture-router';

export type { DrawnDish } from './pictures/dish-drawings';
export type { LogoArt } from './pictures/draw-logo';
export { pictureUrl, type Picture } from './pictures/picture';
export type { RoomStyleName } from './pictures/room-styles';
export type { TableTone } from './pictures/table-tones';

/** Content's routes, topic and pictures, and the version of the policy that registrations accept. */
export type ContentModule = GatewayModule & { readonly policyVersion: () => Promise<number> };

/** Version infos, legal documents and pictures of our own. */
export const createContentModule = ({ database }: Pick<ModuleDeps, 'database'>): ContentModule => {
  const content = createContentService(createContentRepository(database.knex));
  return { routes: contentRoutes(content), topics: [contentSource], router: createPictureRouter(), policyVersion: () => content.policyVersion() };
};
