import format from 'icu-minify/format';
import type { CompiledMessage } from 'icu-minify/format';
import { reportError } from '../events/event-log';
import de from '../locales/de.json';

/** Replacement of a missing text: not wrong, and no key. */
const NEUTRAL_WORD = 'Hinweis';

const GERMAN = 'de';

/** Values of a text, `{name}`; `{count, plural, …}` takes a number. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Texts of a package as the build compiles them: plain texts stay, ICU messages become their parts. */
export type TextTable = Readonly<Record<string, CompiledMessage>>;

/** Tables of further languages, a chunk each: `{ fr: () => import('../locales/fr.json') }`. */
type FurtherLanguages = Readonly<Record<string, () => Promise<{ readonly default: TextTable }>>>;

/** Returns the text of a key in the page's language. `.ci/check-texts.mjs` checks the required values. */
export type TextOf<Texts> = (key: keyof Texts & string, values?: TextValues) => string;

/** Texts of one package, bound to its namespace. */
export interface BoundTexts<Texts> {
  /** For components. */
  useTexts(): TextOf<Texts>;
  /** For other code. */
  readonly text: TextOf<Texts>;
  /** Whether a text exists for an external code. */
  has(key: string): key is keyof Texts & string;
}

/** Texts of a page in its one language. */
interface TextCatalogue {
  /** Adds the German texts of a package, and the imports of other languages. */
  defineTexts<const Texts extends TextTable>(
    namespace: string,
    de: Texts,
    furtherLanguages?: FurtherLanguages,
  ): BoundTexts<Texts>;
  /**
   * Resolves once all texts defined so far are loaded in the page's language; German remains when they can't be loaded.
   */
  textsReady(): Promise<void>;
}

const pluralRules = new Map<string, Intl.PluralRules>();

type PluralArguments = ConstructorParameters<typeof Intl.PluralRules>;

// Expensive to create and requested for every visible plural.
const getPluralRules = (...[language, options]: PluralArguments): Intl.PluralRules => {
  const id = `${String(language)} ${options?.type ?? ''}`;
  const rules = pluralRules.get(id) ?? new Intl.PluralRules(language, options);
  pluralRules.set(id, rules);
  return rules;
};

const formatOptions = {
  formatters: {
    getPluralRules,
    getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  },
};

/** Returns the values of a text; reports a missing value and replaces it with an empty text. */
const reportingMissing = (values: TextValues, textKey: Readonly<Record<'namespace' | 'key', string>>): TextValues =>
  new Proxy(values, {
    has: () => true,
    get(given, name) {
      const value = typeof name === 'string' && Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined) reportError('missing_text_value', { ...textKey, value: String(name) });
      return value ?? '';
    },
  });

/** Creates the catalogue of a page in `language`. Keys are flat, so that external codes may contain any character. */
export const createTextCatalogue = (language: string): TextCatalogue => {
  const loading: Promise<void>[] = [];

  const load = async (namespace: string, furtherLanguages: FurtherLanguages): Promise<TextTable> => {
    try {
      return (await furtherLanguages[language]?.())?.default ?? {};
    } catch (cause) {
      reportError('texts_failed', { namespace, language, error: String(cause) });
      return {};
    }
  };

  return {
    defineTexts<const Texts extends TextTable>(
      namespace: string,
      germanTexts: Texts,
      furtherLanguages: FurtherLanguages = {},
    ): BoundTexts<Texts> {
      let translations: TextTable = {};
      if (language in furtherLanguages)
        loading.push(
          load(namespace, furtherLanguages).then((table) => {
            translations = table;
          }),
        );

      const text = (key: string, values: TextValues = {}): string => {
        // A text that is missing in the other language is shown in German, with German rules.
        const isSpoken = Object.hasOwn(translations, key);
        const message = isSpoken ? translations[key] : Object.hasOwn(germanTexts, key) ? germanTexts[key] : undefined;
        if (typeof message === 'string') return message;
        if (message !== undefined)
          return String(
            format(message, isSpoken ? language : GERMAN, reportingMissing(values, { namespace, key }), formatOptions),
          );
        reportError('missing_text', { namespace, key });
        return NEUTRAL_WORD;
      };
      return { useTexts: () => text, text, has: (key): key is keyof Texts & string => Object.hasOwn(germanTexts, key) };
    },
    textsReady: async () => void (await Promise.all(loading)),
  };
};

/**
 * Returns the language of the page, which the server sets in the HTML; outside of a page, as in the prerender, German.
 */
const pageLanguage = (): string => (typeof document === 'undefined' ? GERMAN : document.documentElement.lang || GERMAN);

export const { defineTexts, textsReady } = createTextCatalogue(pageLanguage());

/** Texts of the platform. */
export const { useTexts, text, has } = defineTexts('platform', de);
