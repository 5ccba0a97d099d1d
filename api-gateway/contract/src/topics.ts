import * as z from '@mahlzeit/contract/zod';
import type { Key } from './values';

/** Item of the topic `global`, collection `versionInfos`. */
export const VersionInfoItem = z.object({
  /** Major version. */
  key: z.string(),
  /** Same field as in VersionInfo. */
  maintenance: z.boolean(),
  /** Same field as in VersionInfo. */
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfoItem = z.infer<typeof VersionInfoItem>;

/** Item of the topic `global`, collection `legal`. */
export const LegalItem = z.object({
  /** Kind and language joined, `privacyde`. */
  key: z.string(),
  /** Version number; raised when people must accept the document again. */
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

/** Topic of the reader's own data. */
export const meTopic = 'me';

/** Topic of data for everybody. */
export const globalTopic = 'global';

/** Topic of one restaurant with its meals of today and its discounts. */
export const restaurantTopic = (key: Key): string => `restaurant/${key}`;

/** Topic of one chat with its members and newest messages. */
export const chatTopic = (key: Key): string => `chat/${key}`;

/**
 * Topic of the places in a cell (`placeCell`). Begins empty; each change means that lists of this cell must be fetched
 * again.
 */
export const placesTopic = (cell: string): string => `places/${cell}`;

/** Key of the only item in a topic of places, collection `places`. Written whenever places were added. */
export const PLACES_ADDED = 'added';
