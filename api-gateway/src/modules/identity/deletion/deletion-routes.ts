import { deleteMe, exportUser, ok, restoreUser } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { route } from '../../../platform';
import type { BoundRoute, LivePort } from '../../../platform';
import type { DeletionService } from './deletion-service';
import type { ExportService } from './export-service';

export interface DeletionRoutesDeps {
  readonly deletions: DeletionService;
  readonly exports: ExportService;
  readonly live: LivePort;
}

/** The routes of leaving, coming back, and taking one's data along. */
export const deletionRoutes = ({ deletions, exports, live }: DeletionRoutesDeps): readonly BoundRoute[] => [
  route(deleteMe, async ({ session }) => {
    const left = await deletions.leave(session);
    if (left.ok) live.rightsChanged(session.uid);
    return left;
  }),

  route(restoreUser, async ({ session, body }) => {
    const restored = await deletions.restore(session.uid, body.visible);
    if (restored.ok) live.rightsChanged(session.uid);
    return restored;
  }),

  route(exportUser, async ({ session, raw: { response } }) => {
    const exported = await exports.of(session.uid);
    if (!exported.ok) return exported;
    response.setHeader('Content-Disposition', `attachment; filename="mahlzeit-${berlinDay(exported.value.exportedAt)}.json"`);
    return ok(exported.value);
  }),
];
