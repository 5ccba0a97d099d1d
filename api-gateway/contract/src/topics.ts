import * as z from '@mahlzeit/contract/zod';
import type { Key } from './values';

/** Version info of one major version of the web app; item of the topic `global`, collection `versionInfos`. */
export const VersionInfoItem = z.object({
  /** Major version of the web app. */
  key: z.string(),
  /** True during maintenance, while nobody may use the product. */
  maintenance: z.boolean(),
  /** Lowest version of the web app that may run, for example `5.0.1`; null when every version may run. */
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

/** Name of the live topic with the data of the subscribing user. */
export const meTopic = 'me';

/** Name of the live topic with the data that every visitor may read. */
export const globalTopic = 'global';

/** Returns the name of a restaurant's live topic, which holds its meals of today and its discounts. */
export const restaurantTopic = (key: Key): string => `restaurant/${key}`;

/** Returns the name of a chat's live topic, which holds its members and newest messages. */
export const chatTopic = (key: Key): string => `chat/${key}`;

/**
 * Returns the name of the live topic for the places in a map cell (`placeCell`). The topic is empty at first. Each
 * change of it means that clients must fetch their lists of this cell again.
 */
export const placesTopic = (cell: string): string => `places/${cell}`;

/**
 * Key of the only item in a map cell's live topic, collection `places`. The gateway writes the item whenever places
 * were added in that cell.
 */
export const PLACES_ADDED_KEY = 'added';
