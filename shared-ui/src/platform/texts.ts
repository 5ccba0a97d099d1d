import { createInstance } from 'i18next';
import { reportError } from './event-log';
import de from './locales/de.json';

/** Stands where a text is missing: says nothing wrong and shows no key. */
const NEUTRAL_WORD = 'Hinweis';

const namespaceOf = (options: Readonly<Record<string, unknown>> | undefined): string => {
  const namespace = options?.ns;
  return typeof namespace === 'string' ? namespace : String(namespace);
};

/** The one catalogue of texts; German is its only language. Keys are flat, so that codes from outside may hold any sign. */
const catalogue = createInstance();

void catalogue.init({
  lng: 'de',
  fallbackLng: 'de',
  ns: [],
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (key, _fallback, options) => {
    reportError('missing_text', { namespace: namespaceOf(options), key });
    return NEUTRAL_WORD;
  },
  missingInterpolationHandler: (text, match) => {
    reportError('missing_text_value', { text, value: String(match[1]) });
    return '';
  },
});

/** Values that a text shows, `{{name}}`. */
export type TextValues = Readonly<Record<string, string | number>>;

type PluralForm = `${string}_one` | `${string}_other`;
type Keys<Texts> = keyof Texts & string;

/** Keys that take a number: `Places_one` and `Places_other` are one key `Places`. */
type PluralKey<Texts> = Keys<Texts> extends infer K ? (K extends `${infer Base}_one` | `${infer Base}_other` ? Base : never) : never;

/** All other keys. */
type PlainKey<Texts> = Exclude<Keys<Texts>, PluralForm>;

/** Returns the German text of a key. */
export interface TextOf<Texts> {
  (key: PlainKey<Texts>, values?: TextValues): string;
  (key: PluralKey<Texts>, values: TextValues & { readonly count: number }): string;
}

/** The texts of one package, bound to its namespace. */
export interface BoundTexts<Texts> {
  /** In components. */
  useTexts(): TextOf<Texts>;
  /** Outside of them. */
  readonly text: TextOf<Texts>;
  /** Whether there is a text for a code from outside. */
  has(key: string): key is PlainKey<Texts>;
}

/** Adds the German texts of a package to the catalogue and returns the functions that read them. */
export const defineTexts = <const Texts extends Readonly<Record<string, string>>>(namespace: string, de: Texts): BoundTexts<Texts> => {
  catalogue.addResourceBundle('de', namespace, de, true, true);
  // Each of a hundred cards says the same words: what takes no values is looked up once.
  const plain = new Map<string, string>();
  const text = (key: string, values?: TextValues): string => {
    const known = values === undefined ? plain.get(key) : undefined;
    if (known !== undefined) return known;
    const words = catalogue.t(key, { ns: namespace, ...values });
    // A missing one is reported whenever it is asked for.
    if (values === undefined && Object.hasOwn(de, key)) plain.set(key, words);
    return words;
  };
  return {
    useTexts: () => text,
    text,
    has: (key): key is PlainKey<Texts> => Object.hasOwn(de, key),
  };
};

/** The platform's own texts. */
export const { useTexts, text, has } = defineTexts('platform', de);
