import format from 'icu-minify/format';
import type { CompiledMessage } from 'icu-minify/format';
import { reportError } from '../events/event-log';
import de from '../locales/de.json';

/** Word („note“) that is shown in place of a missing text. It fits everywhere and isn't a text key. */
const FALLBACK_TEXT = 'Hinweis';

const GERMAN_LANGUAGE = 'de';

/** Values that are inserted into a text at `{name}`. `{count, plural, …}` needs a number. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Texts of a package in the form that the build produces: plain texts are strings, ICU messages are compiled. */
export type TextTable = Readonly<Record<string, CompiledMessage>>;

/**
 * Functions that load the texts in further languages, each from its own chunk: `{ fr: () =>
 * import('../locales/fr.json') }`.
 */
type FurtherLanguageLoaders = Readonly<Record<string, () => Promise<{ readonly default: TextTable }>>>;

/**
 * Function that returns the text of a key in the page's language. `.ci/check-texts.mjs` checks that the required values
 * are passed.
 */
export type TextFunction<Texts> = (key: keyof Texts & string, values?: TextValues) => string;

/** Functions that return the texts of one package. */
export interface BoundTexts<Texts> {
  /** Returns the function for texts, for use in components. */
  useTexts(): TextFunction<Texts>;
  /** Function for texts, for use outside of components. */
  readonly text: TextFunction<Texts>;
  /** Whether a text exists for a key that comes from outside, such as an error code of the gateway. */
  has(key: string): key is keyof Texts & string;
}

/** Texts of a page, all in the same language. */
interface TextCatalogue {
  /** Adds the German texts of a package, and the functions that load further languages. */
  defineTexts<const Texts extends TextTable>(
    namespace: string,
    de: Texts,
    furtherLanguages?: FurtherLanguageLoaders,
  ): BoundTexts<Texts>;
  /**
   * Resolves when all texts that were defined before are loaded in the page's language. Texts that can't be loaded stay
   * German.
   */
  textsReady(): Promise<void>;
}

const pluralRulesById = new Map<string, Intl.PluralRules>();

type PluralArguments = ConstructorParameters<typeof Intl.PluralRules>;

// Returns plural rules from a cache, because creating them is slow and each visible plural needs them.
const getPluralRules = (...[language, pluralOptions]: PluralArguments): Intl.PluralRules => {
  const rulesId = `${String(language)} ${pluralOptions?.type ?? ''}`;
  const languageRules = pluralRulesById.get(rulesId) ?? new Intl.PluralRules(language, pluralOptions);
  pluralRulesById.set(rulesId, languageRules);
  return languageRules;
};

const MESSAGE_FORMAT_OPTIONS = {
  formatters: {
    getPluralRules,
    getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  },
};

/** Wraps the values of a text in a proxy. The proxy reports a missing value and returns an empty text for it. */
const reportMissingValues = (values: TextValues, textKey: Readonly<Record<'namespace' | 'key', string>>): TextValues =>
  new Proxy(values, {
    has: () => true,
    get(givenValues, name) {
      const givenValue = typeof name === 'string' && Object.hasOwn(givenValues, name) ? givenValues[name] : undefined;
      if (givenValue === undefined) reportError('missing_text_value', { ...textKey, value: String(name) });
      return givenValue ?? '';
    },
  });

/**
 * Creates the texts of a page in `language`. A key has no structure, so that external codes with any characters can be
 * keys.
 */
export const createTextCatalogue = (language: string): TextCatalogue => {
  const tableLoads: Promise<void>[] = [];

  const loadTranslations = async (namespace: string, furtherLanguages: FurtherLanguageLoaders): Promise<TextTable> => {
    try {
      return (await furtherLanguages[language]?.())?.default ?? {};
    } catch (loadError) {
      reportError('texts_failed', { namespace, language, error: String(loadError) });
      return {};
    }
  };

  return {
    defineTexts<const Texts extends TextTable>(
      namespace: string,
      germanTexts: Texts,
      furtherLanguages: FurtherLanguageLoaders = {},
    ): BoundTexts<Texts> {
      let translatedTable: TextTable = {};
      if (language in furtherLanguages)
        tableLoads.push(
          loadTranslations(namespace, furtherLanguages).then((loadedTable) => {
            translatedTable = loadedTable;
          }),
        );

      const text = (key: string, values: TextValues = {}): string => {
        // If the text is missing in the page's language, it is shown in German, with German plural rules.
        const isKeyTranslated = Object.hasOwn(translatedTable, key);
        const compiledMessage = isKeyTranslated
          ? translatedTable[key]
          : Object.hasOwn(germanTexts, key)
            ? germanTexts[key]
            : undefined;
        if (typeof compiledMessage === 'string') return compiledMessage;
        if (compiledMessage !== undefined)
          return String(
            format(
              compiledMessage,
              isKeyTranslated ? language : GERMAN_LANGUAGE,
              reportMissingValues(values, { namespace, key }),
              MESSAGE_FORMAT_OPTIONS,
            ),
          );
        reportError('missing_text', { namespace, key });
        return FALLBACK_TEXT;
      };
      return { useTexts: () => text, text, has: (key): key is keyof Texts & string => Object.hasOwn(germanTexts, key) };
    },
    textsReady: async () => void (await Promise.all(tableLoads)),
  };
};

/**
 * Returns the language of the page, which the server sets in the HTML. Without a document, as in the prerendered view,
 * the language is German.
 */
const languageOfPage = (): string =>
  typeof document === 'undefined' ? GERMAN_LANGUAGE : document.documentElement.lang || GERMAN_LANGUAGE;

export const { defineTexts, textsReady } = createTextCatalogue(languageOfPage());

/** German texts of the platform itself. */
export const { useTexts, text, has } = defineTexts('platform', de);
