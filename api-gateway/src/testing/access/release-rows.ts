import { outcomesForEverybody, outcomesOf } from './access-row';
import type { AccessRow, AccessRows, RequestParts } from './access-row';

const rowOf = (request: RequestParts = {}): AccessRow => ({
  cells: outcomesForEverybody('unauthenticated'),
  ask: () => request,
  withAnnasData: null,
});

const socialParams = { params: { name: 'mf-social' } };

/**
 * Expected outcomes of the release routes for callers without a team's access token, and of the reports that pages
 * send.
 */
export const releaseRows: AccessRows = {
  // Without the setting `RELEASE_OVERRIDES`, the list of releases isn't public.
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
  // Every session may report, also the session of a user whose account is marked for deletion.
  reportReleaseEvents: {
    cells: outcomesOf('unauthenticated', 'tokenExpired', ['ok', 'ok', 'ok', 'ok']),
    ask: () => ({ body: { events: [{ name: 'mf-social', version: '1', kind: 'loaded' }] } }),
    withAnnasData: null,
  },
};
