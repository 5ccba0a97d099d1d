import * as z from '@mahlzeit/contract/zod';
import type { Key } from './values';

/** Version info of one major version of the web app; item of the topic `global`, collection `versionInfos`. */
export const VersionInfoItem = z.object({
  /** Major version of the web app. */
  key: z.string(),
  /** True during maintenance, while nobody may use the product. */
  maintenance: z.boolean(),
  /** Lowest version that may run, `5.0.1`; null without a requirement. */
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfoItem = z.infer<typeof VersionInfoItem>;

/** Current version of a legal document; item of the topic `global`, collection `legal`. */
export const LegalItem = z.object({
  /** Kind and language of the document, joined: `privacyde`. */
  key: z.string(),
  /** Version number; raised when people must accept the document again. */
  version: z.int(),
});
export type LegalItem = z.infer<typeof LegalItem>;

/** Current release of a remote; item of the topic `global`, collection `registry`. */
export const RegistryItem = z.object({
  /** Name of the remote, for example `mf-discovery`. */
  key: z.string(),
  /** Version of the remote's release in the stable channel. */
  version: z.string(),
  /** Version that a share of the visitors gets instead; null while everybody gets the same. */
  rollout: z._default(z.nullable(z.string()), null),
});
export type RegistryItem = z.infer<typeof RegistryItem>;

/** Name of the topic that contains the data of the subscribing user. */
export const meTopic = 'me';

/** Topic of the data that every visitor may read. */
export const globalTopic = 'global';

/** Returns the name of the topic for one restaurant, with its meals of today and its discounts. */
export const restaurantTopic = (key: Key): string => `restaurant/${key}`;

/** Returns the name of the topic for one chat, with its members and newest messages. */
export const chatTopic = (key: Key): string => `chat/${key}`;

/**
 * Returns the name of the topic for the places in a cell (`placeCell`). The topic is empty at first. Each change means
 * that lists of this cell must be fetched again.
 */
export const placesTopic = (cell: string): string => `places/${cell}`;

/**
 * Key of the only item in a topic of places, collection `places`. The gateway writes the item whenever places were
 * added.
 */
export const PLACES_ADDED_KEY = 'added';
