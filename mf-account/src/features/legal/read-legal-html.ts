const shownTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'br'] as const;

/** What a legal document may hold: headings, paragraphs, lists, links and emphasis. */
export type LegalTag = (typeof shownTags)[number];

/** An element of a legal document. */
export interface LegalElement {
  readonly tag: LegalTag;
  /** Where a link leads; null where that is nowhere safe. */
  readonly href: string | null;
  readonly children: readonly LegalNode[];
}

/** Text, or an element. */
export type LegalNode = string | LegalElement;

interface OpenElement {
  readonly name: string;
  readonly href: string | null;
  readonly children: LegalNode[];
}

const MARKUP = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|</gi;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const signOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const decoded = (text: string): string => text.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
  if (decimal !== undefined) return signOf(Number.parseInt(decimal, 10));
  return hex === undefined ? (named[name?.toLowerCase() ?? ''] ?? '') : signOf(Number.parseInt(hex, 16));
});

const hrefIn = (attributes: string): string | null => {
  const [, double, single] = HREF.exec(attributes) ?? [];
  const href = decoded(double ?? single ?? '').trim();
  return SAFE_ADDRESS.test(href) ? href : null;
};

const shownTag = (name: string): LegalTag | undefined => shownTags.find((tag) => tag === name);

// What isn't shown as an element still shows its text.
const nodesOf = ({ name, href, children }: OpenElement): readonly LegalNode[] => {
  const tag = shownTag(name);
  return tag === undefined ? children : [{ tag, href, children }];
};

const opened = (name: string, href: string | null = null): OpenElement => ({ name, href, children: [] });

/**
 * Reads the gateway's markup into nodes for React. The page enforces Trusted Types, under which no string becomes
 * markup – neither innerHTML nor DOMParser takes one –, and these few tags need no browser to be read.
 */
export const readLegalHtml = (html: string): readonly LegalNode[] => {
  const root = opened('');
  const path: OpenElement[] = [root];
  const here = (): OpenElement => path.at(-1) ?? root;

  const closeInnermost = (): void => {
    const element = path.pop();
    if (element !== undefined) here().children.push(...nodesOf(element));
  };
  const closeDownTo = (depth: number): void => {
    while (path.length > depth) closeInnermost();
  };
  const close = (tag: string): void => {
    const depth = path.findLastIndex((element) => element.name === tag);
    // An end without its beginning closes nothing.
    if (depth > 0) closeDownTo(depth);
  };
  const open = (tag: string, attributes: string): void => {
    path.push(opened(tag, hrefIn(attributes)));
    if (tag === 'br') closeInnermost();
  };

  for (const [markup, hidden, slash, name, attributes = ''] of html.matchAll(MARKUP)) {
    const tag = name?.toLowerCase();
    if (hidden !== undefined || markup.startsWith('<!--')) continue;
    if (tag === undefined) here().children.push(decoded(markup));
    else if (slash === '') open(tag, attributes);
    else close(tag);
  }
  closeDownTo(1);
  return root.children;
};
