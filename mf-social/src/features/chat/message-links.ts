/** Part of a message: plain text, or a link to a page outside of the app. */
export interface MessageTextPart {
  readonly text: string;
  readonly href: string | null;
}

// Endings of web addresses that people write without `https://`. Other endings don't count, because „Bis dann.So um
// zwölf“ only lacks a space and contains no link.
const KNOWN_ENDINGS =
  'de|at|ch|li|lu|nl|be|dk|pl|cz|fr|eu|uk|com|org|net|info|biz|io|app|dev|shop|berlin|hamburg|koeln|bayern|wien|swiss';

const HOST_ENDING = `(?:${KNOWN_ENDINGS}|${KNOWN_ENDINGS.toUpperCase()})`;

const WORD_CHARACTER = String.raw`\p{L}\p{M}\p{N}`;
const WHOLE_HOST = String.raw`(?:[\p{L}\p{N}][${WORD_CHARACTER}-]*\.)+${HOST_ENDING}(?![${WORD_CHARACTER}@_-]|\.[\p{L}\p{N}])`;

// Matches the start of a link in a text: its scheme, `www.`, or a whole host. The ending of a host must be all in small
// or all in capital letters, because „Gern.Info folgt“ is a sentence.
const LINK_START = new RegExp(
  String.raw`[hH][tT]{2}[pP][sS]?:\/\/|(?<![${WORD_CHARACTER}@._-])(?:[wW]{3}\.|${WHOLE_HOST})`,
  'gu',
);

// Kinds of characters at which a link in a text ends, after Unicode's rules for links in a text (UTS 58). A link never
// contains `HARD_END`. It contains `SOFT_END` only before further characters of the link: a sentence's signs, quotation
// marks and invisible characters.
const HARD_END = /[\s<>"\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/u;
const SOFT_END = /[\p{Sentence_Terminal}\p{Terminal_Punctuation}\p{Quotation_Mark}\p{Default_Ignorable_Code_Point}…]/u;
// Characters that separate two links written without a space: „a.de,https://b.de“. After `?`, `.` or `:`, the second
// URL belongs to the first link: `https://a.de/?https://b.de`.
const LINK_SEPARATOR = /[^.?:]/u;
const NEXT_LINK = /^(?:https?:\/\/|www\.)/iu;

const QUOTES_BY_OPENING: Readonly<Record<string, string>> = {
  '»': '«',
  '«': '»',
  '›': '‹',
  '‹': '›',
  '„': '“”',
  '‚': '‘’',
  '“': '”',
  '‘': '’',
};

// Returns whether two brackets are a pair. Unicode gives them neighbouring numbers; only between `[` and `]` or `{` and
// `}` lies one more character.
const isBracketPair = (opening: string, closing: string): boolean =>
  /\p{Ps}/u.test(opening) &&
  /\p{Pe}/u.test(closing) &&
  [1, 2].includes((closing.codePointAt(0) ?? 0) - (opening.codePointAt(0) ?? 0));

const isPair = (opening: string, closing: string): boolean =>
  QUOTES_BY_OPENING[opening]?.includes(closing) ?? isBracketPair(opening, closing);

/**
 * Returns the length of the link at the start of a text. Punctuation of the sentence around the link doesn't belong to
 * it, and a closing bracket or quotation mark belongs to it only together with its opening one.
 */
const linkLengthOf = (text: string): number => {
  let openSigns: readonly string[] = [];
  let position = 0;
  let end = 0;
  for (const character of text) {
    position += character.length;
    if (HARD_END.test(character)) break;
    const opening = openSigns.findLastIndex((openSign) => isPair(openSign, character));
    if (opening >= 0) {
      openSigns = openSigns.slice(0, opening);
      end = position;
    } else if (/\p{Pe}/u.test(character)) break;
    else if (/\p{Ps}/u.test(character) || character in QUOTES_BY_OPENING) openSigns = [...openSigns, character];
    else if (!SOFT_END.test(character)) end = position;
    else if (LINK_SEPARATOR.test(character) && NEXT_LINK.test(text.slice(position))) break;
  }
  return end;
};

/**
 * Parses a URL as browsers do. Returns null for a URL with a user name or password in front of the host, because they
 * can disguise the real host.
 */
const parseLink = (linkText: string): URL | null => {
  const absoluteUrl = /^https?:\/\//iu.test(linkText) ? linkText : `https://${linkText}`;
  const parsedUrl = URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : null;
  return parsedUrl === null ||
    parsedUrl.username !== '' ||
    parsedUrl.password !== '' ||
    !/[^.]\.[^.]/u.test(parsedUrl.hostname)
    ? null
    : parsedUrl;
};

/** Returns host and port as the user wrote them: the text from `//` to the character at which browsers end the host. */
const writtenHost = (linkText: string): string =>
  /^(?:https?:\/\/)?([^/?#\\]*)/iu.exec(linkText)?.[1]?.toLowerCase() ?? '';

// Matches parts of a host name whose letters nobody mistakes for other letters: letters of some scripts, and the Latin
// letters of European languages. Other Latin letters, such as ɑ and ı, look like ASCII.
const DISTINCT_LABELS = [
  /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9-]+$/u,
  /^[\p{Script=Hangul}0-9-]+$/u,
  /^[\p{Script=Arabic}\p{M}0-9-]+$/u,
  /^[\p{Script=Hebrew}\p{M}0-9-]+$/u,
];

// Matches hosts in scripts in which whole words can look Latin. Such hosts are unmistakable only if their ending has
// the same script.
const LATIN_LOOKING_HOSTS = [/^[\p{Script=Cyrillic}0-9.-]+$/u, /^[\p{Script=Greek}0-9.-]+$/u];

/**
 * Returns whether readers can't mistake a host with letters beyond ASCII for another host; `gespräch.de` is such a
 * host. The Cyrillic `а`, for instance, looks like the Latin `a`.
 */
const isDistinctHost = (host: string): boolean =>
  LATIN_LOOKING_HOSTS.some((hostPattern) => hostPattern.test(host)) ||
  host.split('.').every((label) => DISTINCT_LABELS.some((labelPattern) => labelPattern.test(label)));

/**
 * Returns the text of a link: the text that the user wrote, or the parsed URL when its host differs from the written
 * host and could be mistaken for it.
 */
const linkLabel = (linkText: string, { hostname, port, href }: URL): string => {
  const hostInText = writtenHost(linkText);
  const nameInText = hostInText.replace(/:\d*$/u, '').normalize('NFC');
  const isPortWritten = hostInText === hostname || port === '' || hostInText.endsWith(`:${port}`);
  const isHostWritten = nameInText === hostname || (hostname.includes('xn--') && isDistinctHost(nameInText));
  return isHostWritten && isPortWritten ? linkText : href;
};

/** Splits a message's text into plain parts and links. Each link shows the destination to which it really leads. */
export const splitMessageText = (text: string): readonly MessageTextPart[] => {
  const parsedParts: MessageTextPart[] = [];
  let partStart = 0;
  let searchStart = 0;
  for (const { index } of text.matchAll(LINK_START)) {
    if (index < searchStart) continue;
    const linkText = text.slice(index, index + linkLengthOf(text.slice(index)));
    searchStart = index + linkText.length;
    const parsedUrl = parseLink(linkText);
    if (parsedUrl === null) continue;
    if (index > partStart) parsedParts.push({ text: text.slice(partStart, index), href: null });
    parsedParts.push({ text: linkLabel(linkText, parsedUrl), href: parsedUrl.href });
    partStart = searchStart;
  }
  if (partStart < text.length) parsedParts.push({ text: text.slice(partStart), href: null });
  return parsedParts;
};
