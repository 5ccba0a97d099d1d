import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Key, Texts } from './values';

/** What a tag speaks of. */
export const TagKind = z.enum(['cuisine', 'product', 'attribute']);
export type TagKind = z.infer<typeof TagKind>;

/** A word that restaurants are found by. */
export const Tag = z.object({
  /** Names the tag on the wire. */
  key: Key,
  /** The same as `key`. */
  id: Key,
  /** What is shown where no translation fits. */
  name: z.string(),
  /** Only cuisines stand in the tag bar. */
  type: TagKind,
  /** The higher, the further in front. */
  popularity: z.number(),
  /** The name by language. */
  translations: Texts,
});
export type Tag = z.infer<typeof Tag>;

/** The reason of a holiday closure. */
export const RestTimeType = z.object({
  /** What `RestTime.restTimeTypeKey` names. */
  key: Key,
  /** The reason by language. */
  translations: Texts,
});
export type RestTimeType = z.infer<typeof RestTimeType>;

/** The tags that restaurants can be chosen by. */
export const getTags = defineRoute({
  name: 'getTags',
  method: 'GET',
  path: '/api/tags',
  access: 'any',
  answer: z.array(Tag),
  errors: [],
  summary: 'The 100 most popular tags, without the diets, which filters ask for.',
});

/** The reasons of holiday closures. */
export const getRestTimeTypes = defineRoute({
  name: 'getRestTimeTypes',
  method: 'GET',
  path: '/api/restTimeTypes',
  access: 'any',
  answer: z.array(RestTimeType),
  errors: [],
  summary: 'All reasons of holiday closures.',
});
