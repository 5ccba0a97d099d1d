import { globalTopic } from '@mahlzeit/contract';
import type { TopicSource } from '../../platform';
import { createContentRepository } from './content-repository';
import { presentLegalItem, presentVersionInfoItem } from './content-presenter';

/** Version infos and the versions of legal documents in the topic `global`. */
export const contentSource: TopicSource = {
  pattern: globalTopic,
  mayRead: async () => true,

  async snapshot(_session, _param, knex) {
    const content = createContentRepository(knex);
    const infos = (await content.listVersionInfos()).map(presentVersionInfoItem);
    const documents = (await content.listLegalDocuments()).map(presentLegalItem);
    return [
      ...infos.map((value) => ({ collection: 'versionInfos', key: value.key, value })),
      ...documents.map((value) => ({ collection: 'legal', key: value.key, value })),
    ];
  },
};
