import * as z from 'zod/mini';
import { Key, Texts } from './values';

/** What a tag speaks of. */
export const TagKind = z.enum(['cuisine', 'product', 'attribute']);
export type TagKind = z.infer<typeof TagKind>;

/** A word that restaurants are found by. */
export const Tag = z.object({
  key: Key,
  /** The same as `key`. */
  id: Key,
  name: z.string(),
  type: TagKind,
  /** The higher, the further in front. */
  popularity: z.number(),
  translations: Texts,
});
export type Tag = z.infer<typeof Tag>;

/** The reason of a holiday closure. */
export const RestTimeType = z.object({
  key: Key,
  translations: Texts,
});
export type RestTimeType = z.infer<typeof RestTimeType>;
