import format from 'icu-minify/format';
import type { CompiledMessage } from 'icu-minify/format';
import { reportError } from '../events/event-log';
import de from '../locales/de.json';

/** Word that is shown in place of a missing text. It fits everywhere and isn't a text key. */
const NEUTRAL_WORD = 'Hinweis';

const GERMAN = 'de';

/** Values that are inserted into a text at `{name}`. `{count, plural, …}` needs a number. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Texts of a package in the form that the build produces: plain texts are strings, ICU messages are compiled. */
export type TextTable = Readonly<Record<string, CompiledMessage>>;

/**
 * Functions that load the texts in further languages, each from its own chunk: `{ fr: () =>
 * import('../locales/fr.json') }`.
 */
type FurtherLanguages = Readonly<Record<string, () => Promise<{ readonly default: TextTable }>>>;

/**
 * Function that returns the text of a key in the page's language. `.ci/check-texts.mjs` checks that the required values
 * are passed.
 */
export type TextOf<Texts> = (key: keyof Texts & string, values?: TextValues) => string;

/** Functions that return the texts of one package. */
export interface BoundTexts<Texts> {
  /** Returns the function for texts, for use in components. */
  useTexts(): TextOf<Texts>;
  /** Function for texts, for use outside of components. */
  readonly text: TextOf<Texts>;
  /** Whether a text exists for a key that comes from outside, such as an error code of the gateway. */
  has(key: string): key is keyof Texts & string;
}

/** Texts of a page, all in the same language. */
interface TextCatalogue {
  /** Adds the German texts of a package, and the functions that load further languages. */
  defineTexts<const Texts extends TextTable>(
    namespace: string,
    de: Texts,
    furtherLanguages?: FurtherLanguages,
  ): BoundTexts<Texts>;
  /**
   * Resolves when all texts that were defined before are loaded in the page's language. Texts that can't be loaded stay
   * German.
   */
  textsReady(): Promise<void>;
}

const pluralRules = new Map<string, Intl.PluralRules>();

type PluralArguments = ConstructorParameters<typeof Intl.PluralRules>;

// Creating plural rules is slow, and each visible plural needs them. They are therefore cached.
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

/** Wraps the values of a text. A missing value is reported and replaced by an empty text. */
const withMissingReported = (values: TextValues, textKey: Readonly<Record<'namespace' | 'key', string>>): TextValues =>
  new Proxy(values, {
    has: () => true,
    get(givenValues, name) {
      const value = typeof name === 'string' && Object.hasOwn(givenValues, name) ? givenValues[name] : undefined;
      if (value === undefined) reportError('missing_text_value', { ...textKey, value: String(name) });
      return value ?? '';
    },
  });

/**
 * Creates the texts of a page in `language`. A key has no structure, so that external codes with any characters can be
 * keys.
 */
export const createTextCatalogue = (language: string): TextCatalogue => {
  const loadingPromises: Promise<void>[] = [];

  const loadTable = async (namespace: string, furtherLanguages: FurtherLanguages): Promise<TextTable> => {
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
        loadingPromises.push(
          loadTable(namespace, furtherLanguages).then((table) => {
            translations = table;
          }),
        );

      const text = (key: string, values: TextValues = {}): string => {
        // A text that is missing in the page's language is shown in German, with German plural rules.
        const isTranslated = Object.hasOwn(translations, key);
        const compiledMessage = isTranslated
          ? translations[key]
          : Object.hasOwn(germanTexts, key)
            ? germanTexts[key]
            : undefined;
        if (typeof compiledMessage === 'string') return compiledMessage;
        if (compiledMessage !== undefined)
          return String(
            format(
              compiledMessage,
              isTranslated ? language : GERMAN,
              withMissingReported(values, { namespace, key }),
              formatOptions,
            ),
          );
        reportError('missing_text', { namespace, key });
        return NEUTRAL_WORD;
      };
      return { useTexts: () => text, text, has: (key): key is keyof Texts & string => Object.hasOwn(germanTexts, key) };
    },
    textsReady: async () => void (await Promise.all(loadingPromises)),
  };
};

/**
 * Returns the language of the page, which the server sets in the HTML. Without a document, as in the prerendered view,
 * the language is German.
 */
const pageLanguage = (): string => (typeof document === 'undefined' ? GERMAN : document.documentElement.lang || GERMAN);

export const { defineTexts, textsReady } = createTextCatalogue(pageLanguage());

/** German texts of the platform itself. */
export const { useTexts, text, has } = defineTexts('platform', de);
