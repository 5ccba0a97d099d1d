import type { Coordinate } from '@mahlzeit/contract';

/** What OpenStreetMap says of a thing, by key. */
export type OsmTags = Readonly<Record<string, string>>;

/** One thing of OpenStreetMap, whichever file it stood in. */
export interface OsmElement {
  /** `node/123`; names it in every later extract. */
  readonly id: string;
  readonly tags: OsmTags;
  /** null where the file doesn't say. */
  readonly location: Coordinate | null;
}

/** The tags among the properties of a feature: texts and numbers, no prototype. */
export const tagsOf = (properties: Readonly<Record<string, unknown>>): OsmTags => {
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'string') tags[key] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') tags[key] = String(value);
  }
  return tags;
};
