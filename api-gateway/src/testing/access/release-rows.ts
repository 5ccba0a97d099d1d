import { outcomesForEverybody, outcomesOf } from './access-row';
import type { AccessRow, AccessRows, RequestParts } from './access-row';

const rowOf = (request: RequestParts = {}): AccessRow => ({
  cells: outcomesForEverybody('unauthenticated'),
  ask: () => request,
  withAnnasData: null,
});

const socialParams = { params: { name: 'mf-social' } };

/** Expected outcomes of the routes of releases for callers without a team's token, and of the reports of pages. */
export const releaseRows: AccessRows = {
  // Without RELEASE_OVERRIDES, no list of releases is public.
  getReleaseChoices: { cells: outcomesForEverybody('notFound'), ask: () => ({}), withAnnasData: null },
  publishRelease: rowOf({ body: new Uint8Array([1]) }),
  getReleaseToken: rowOf(),
  getReleases: rowOf(),
  getRemoteReleases: rowOf(socialParams),
  getReleaseDiff: rowOf({ ...socialParams, query: 'from=1&to=2' }),
  getReleaseAudit: rowOf(socialParams),
  getRelease: rowOf({ params: { name: 'mf-social', version: '1' } }),
  promoteRelease: rowOf({ ...socialParams, body: { version: '1' } }),
  rollBackRelease: rowOf({ ...socialParams, body: {} }),
  pinRelease: rowOf({ ...socialParams, body: {} }),
  unpinRelease: rowOf(socialParams),
  getReleaseHealth: rowOf(socialParams),
  // Every session may report, also that of a user with a deleted account.
  reportReleaseEvents: {
    cells: outcomesOf('unauthenticated', 'tokenExpired', ['ok', 'ok', 'ok', 'ok']),
    ask: () => ({ body: { events: [{ name: 'mf-social', version: '1', kind: 'loaded' }] } }),
    withAnnasData: null,
  },
};
