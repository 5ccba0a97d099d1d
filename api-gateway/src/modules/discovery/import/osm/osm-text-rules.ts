import { cleanText } from '../feed-text-rules';
import { repairMojibake } from '../mojibake-rules';
import type { OsmTags } from './osm-element';

/** The first of some tags that says anything, on one line and with whole umlauts; empty where none does. */
export const textOfTag = (tags: OsmTags, ...keys: readonly string[]): string => {
  for (const key of keys) {
    const text = cleanText(repairMojibake(tags[key] ?? ''));
    if (text !== '') return text;
  }
  return '';
};

/** The words of a tag that may hold several: lower-case, parted by semicolons or commas. */
export const wordsOfTag = (tags: OsmTags, key: string): string[] =>
  textOfTag(tags, key).toLowerCase().split(/[;,]/).map((word) => word.trim()).filter(Boolean);

/** What a tag says, yes or no: null where it is absent, says both, or says something else. */
export const yesOrNo = (tags: OsmTags, key: string, yes: readonly string[] = ['yes', 'only']): boolean | null => {
  const answers = new Set(wordsOfTag(tags, key).map((word) => (yes.includes(word) ? true : word === 'no' ? false : null)));
  const [answer = null] = answers;
  return answers.size === 1 ? answer : null;
};
