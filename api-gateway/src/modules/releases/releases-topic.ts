import { globalTopic } from '@mahlzeit/contract';
import type { TopicSource } from '../../platform';
import { presentRegistryItem } from './registry-presenter';
import { SHELL } from './release-manifest';
import { createReleaseRepository } from './release-repository';

/** The versions of the remotes in the topic `global`: a page learns that a newer one can be had. */
export const registrySource: TopicSource = {
  pattern: globalTopic,
  mayRead: async () => true,

  async snapshot(_session, _param, knex) {
    const releases = await createReleaseRepository(knex).listStable();
    return releases.flatMap((release) => {
      if (release.name === SHELL) return [];
      const value = presentRegistryItem(release.manifest);
      return [{ collection: 'registry', key: value.key, value }];
    });
  },
};
