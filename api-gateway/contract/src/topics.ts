import * as z from '@mahlzeit/contract/zod';
import type { Key } from './values';

/** Item of the topic `global`, collection `versionInfos`. */
export const VersionInfoItem = z.object({
  /** The major version. */
  key: z.string(),
  /** As in VersionInfo. */
  maintenance: z.boolean(),
  /** As in VersionInfo. */
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfoItem = z.infer<typeof VersionInfoItem>;

/** Item of the topic `global`, collection `legal`. */
export const LegalItem = z.object({
  /** Kind and language in one, `privacyde`. */
  key: z.string(),
  /** Raised when people must accept it anew. */
  version: z.int(),
});
export type LegalItem = z.infer<typeof LegalItem>;

/** Item of the topic `global`, collection `registry`. */
export const RegistryItem = z.object({
  /** Name of the remote. */
  key: z.string(),
  /** Version of its release in the stable channel. */
  version: z.string(),
});
export type RegistryItem = z.infer<typeof RegistryItem>;

/** Topic of what concerns the reader alone. */
export const meTopic = 'me';

/** Topic of what concerns everybody. */
export const globalTopic = 'global';

/** Topic of one restaurant, its meals of today and its discounts. */
export const restaurantTopic = (key: Key): string => `restaurant/${key}`;

/** Topic of one chat, its people and its newest messages. */
export const chatTopic = (key: Key): string => `chat/${key}`;

/**
 * Topic of the places in a cell (`placeCell`). It begins empty and tells what comes: the lists there are to be asked
 * for again.
 */
export const placesTopic = (cell: string): string => `places/${cell}`;

/** The one item of a topic of places, collection `places`: written anew each time some were added. */
export const PLACES_ADDED = 'added';
