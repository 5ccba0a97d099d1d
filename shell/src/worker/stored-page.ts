import { MAIN_PATH } from '../router/address';

/**
 * URL path of the page that the service worker stores. Because of its query, the gateway leaves out the prerendered
 * list, which would belong to one place and one moment.
 */
export const STORED_PAGE_ADDRESS = `${MAIN_PATH}?stored`;

/**
 * Name of a header of the stored page: time of the device's clock in epoch milliseconds at which the service worker
 * received the page.
 */
export const STORED_AT_HEADER = 'X-Mahlzeit-Stored-At';

/** Attribute of `<html>` that marks a page which the service worker has served. */
const STORED_ATTRIBUTE = 'data-stored';

const REGISTRY_PATTERN = /<script type="application\/json" id="registry">([^<]*)<\/script>/;
const SCRIPT_PATTERN = /"(\/(?:assets|remotes)\/[^"]+\.js)":"(sha384-[^"]+)"/g;
const FONT_PATTERN = /<link rel="preload" as="font"[^>]* href="([^"]+)"/g;
const NOW_PATTERN = / data-now="(\d+)"/;

/**
 * Returns the text that identifies the builds and the settings of a page: its registry without the time, which is
 * different in each page.
 */
export const appKeyOf = (registryText: string): string => registryText.replace(/"(?:generatedAt|now)":\d+,/g, '');

/** Builds of shell and remotes with which a stored page starts. */
export interface StoredBuilds {
  /** Text that is different for different builds or settings (`appKeyOf`). */
  readonly appKey: string;
  /** Hash (`integrity` value) of each file by its path; empty for fonts, which have none. */
  readonly integrityByPath: ReadonlyMap<string, string>;
}

/** Reads from a page's HTML with which builds it starts; null for a text that is no page of the app. */
export const storedBuildsOf = (html: string): StoredBuilds | null => {
  const registryText = REGISTRY_PATTERN.exec(html)?.[1];
  if (registryText === undefined) return null;
  const fonts = [...html.matchAll(FONT_PATTERN)].map(([, path = '']): [string, string] => [path, '']);
  const scripts = [...registryText.matchAll(SCRIPT_PATTERN)].map(([, path = '', integrity = '']): [string, string] => [
    path,
    integrity,
  ]);
  return { appKey: appKeyOf(registryText), integrityByPath: new Map([...fonts, ...scripts]) };
};

/**
 * Returns the stored page as if the gateway had sent it now: the times in it are moved forward, and an attribute marks
 * it as stored.
 */
export const presentStoredPage = (html: string, ageMs: number): string =>
  html.replace(
    NOW_PATTERN,
    (_attribute, now: string) => ` data-now="${Number(now) + Math.max(0, ageMs)}" ${STORED_ATTRIBUTE}`,
  );

/** Returns whether the service worker has served this page because the network didn't answer in time. */
export const isStoredPage = ({ documentElement }: Pick<Document, 'documentElement'>): boolean =>
  documentElement.hasAttribute(STORED_ATTRIBUTE);
