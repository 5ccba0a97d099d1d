import { outcomesForEverybody } from './access-row';
import type { AccessRow, AccessRows, RequestParts } from './access-row';

const rowOf = (request: RequestParts = {}): AccessRow => ({
  cells: outcomesForEverybody('unauthenticated'),
  ask: () => request,
  withAnnasData: null,
});

/** Expected outcomes of the moderation routes for callers without a moderation token. */
export const moderationRows: AccessRows = {
  getModerator: rowOf(),
  getOpenReports: rowOf(),
  getDecidedReports: rowOf(),
  decideReport: rowOf({ params: { key: 'unknown' }, body: { decision: 'remove' } }),
};
