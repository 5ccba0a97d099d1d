import { ok, ReleaseProblemDetails } from '@mahlzeit/contract';
import type { ActResult, Actor, ReleaseActs, ReleaseHealthReader } from '../modules/releases';
import type { ReleaseResult, ReleaseClient } from './release-client';

const toReleaseResult = <T>(result: ActResult<T>): ReleaseResult<T> => {
  if (result.ok) return result;
  const { code, message = code, details } = result.error;
  return {
    ok: false,
    error: { code, message, problems: ReleaseProblemDetails.safeParse(details).data?.problems ?? [] },
  };
};

/**
 * Returns the list as a result. An empty list of one remote's releases becomes an error, because the remote doesn't
 * exist.
 */
const toListResult = <T>(name: string | null, items: readonly T[]): ReleaseResult<readonly T[]> =>
  name !== null && items.length === 0
    ? { ok: false, error: { code: 'notFound', message: 'notFound', problems: [] } }
    : ok(items);

/** Creates the release client that changes the database of this machine, whether or not a gateway is running. */
export const createLocalReleaseClient = (
  acts: ReleaseActs,
  health: ReleaseHealthReader,
  actor: Actor,
): ReleaseClient => ({
  publish: async (archive, options) =>
    toReleaseResult(await acts.publish(archive, options, { actor, mayPublish: () => true })),
  promote: async (promotion) => toReleaseResult(await acts.promote(promotion, actor)),
  rollBack: async (name, version) => toReleaseResult(await acts.rollBack(name, version, actor)),
  pin: async (name, version) => toReleaseResult(await acts.pin(name, version, actor)),
  unpin: async (name) => toReleaseResult(await acts.unpin(name, actor)),
  list: async (name) => toListResult(name, await acts.list(name)),
  find: async (name, version) => toReleaseResult(await acts.find(name, version)),
  compare: async (name, from, to) => toReleaseResult(await acts.compare(name, from, to)),
  readHealth: async (name) => toListResult(name, await health.list(name)),
  listActs: async (name) => toListResult(name, await acts.listActs(name)),
});
