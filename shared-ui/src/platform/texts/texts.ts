import format from 'icu-minify/format';
import type { CompiledMessage } from 'icu-minify/format';
import { reportError } from '../events/event-log';
import de from '../locales/de.json';

/** Stands where a text is missing: says nothing wrong and shows no key. */
const NEUTRAL_WORD = 'Hinweis';

const GERMAN = 'de';

/** Values that a text shows, `{name}`; `{count, plural, …}` goes by a number. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A package's texts as the build compiles them: plain words stay, ICU messages become their parts. */
export type TextTable = Readonly<Record<string, CompiledMessage>>;

/** Tables of further languages, a chunk each: `{ fr: () => import('../locales/fr.json') }`. */
type FurtherLanguages = Readonly<Record<string, () => Promise<{ readonly default: TextTable }>>>;

/**
 * Returns the text of a key in the page's language. The values that a text needs are checked by `.ci/check-texts.mjs`.
 */
export type TextOf<Texts> = (key: keyof Texts & string, values?: TextValues) => string;

/** The texts of one package, bound to its namespace. */
export interface BoundTexts<Texts> {
  /** In components. */
  useTexts(): TextOf<Texts>;
  /** Outside of them. */
  readonly text: TextOf<Texts>;
  /** Whether there is a text for a code from outside. */
  has(key: string): key is keyof Texts & string;
}

/** The texts of a page in its one language. */
interface TextCatalogue {
  /** Adds the German texts of a package, and where to find them in other languages. */
  defineTexts<const Texts extends TextTable>(
    namespace: string,
    de: Texts,
    further?: FurtherLanguages,
  ): BoundTexts<Texts>;
  /** Resolves once the texts defined so far are there in the page's language; where they can't be had, German stays. */
  textsReady(): Promise<void>;
}

const pluralRules = new Map<string, Intl.PluralRules>();

type PluralArguments = ConstructorParameters<typeof Intl.PluralRules>;

// Asked for with every plural that is shown, and dear to make.
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

/** The values of a text; one that is missing is reported and shows as nothing. */
const reportingMissing = (values: TextValues, where: Readonly<Record<'namespace' | 'key', string>>): TextValues =>
  new Proxy(values, {
    has: () => true,
    get(given, name) {
      const value = typeof name === 'string' && Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined) reportError('missing_text_value', { ...where, value: String(name) });
      return value ?? '';
    },
  });

/** The catalogue of a page that speaks `language`. Keys are flat, so that codes from outside may hold any sign. */
export const createTextCatalogue = (language: string): TextCatalogue => {
  const loading: Promise<void>[] = [];

  const load = async (namespace: string, further: FurtherLanguages): Promise<TextTable> => {
    try {
      return (await further[language]?.())?.default ?? {};
    } catch (cause) {
      reportError('texts_failed', { namespace, language, error: String(cause) });
      return {};
    }
  };

  return {
    defineTexts<const Texts extends TextTable>(
      namespace: string,
      german: Texts,
      further: FurtherLanguages = {},
    ): BoundTexts<Texts> {
      let spoken: TextTable = {};
      if (language in further)
        loading.push(
          load(namespace, further).then((table) => {
            spoken = table;
          }),
        );

      const text = (key: string, values: TextValues = {}): string => {
        // What another language lacks is said in German, by German rules.
        const isSpoken = Object.hasOwn(spoken, key);
        const message = isSpoken ? spoken[key] : Object.hasOwn(german, key) ? german[key] : undefined;
        if (typeof message === 'string') return message;
        if (message !== undefined)
          return String(
            format(message, isSpoken ? language : GERMAN, reportingMissing(values, { namespace, key }), formatOptions),
          );
        reportError('missing_text', { namespace, key });
        return NEUTRAL_WORD;
      };
      return { useTexts: () => text, text, has: (key): key is keyof Texts & string => Object.hasOwn(german, key) };
    },
    textsReady: async () => void (await Promise.all(loading)),
  };
};

/**
 * The server says in the HTML which language the page speaks; outside of any page, as in the prerender, it is German.
 */
const pageLanguage = (): string => (typeof document === 'undefined' ? GERMAN : document.documentElement.lang || GERMAN);

export const { defineTexts, textsReady } = createTextCatalogue(pageLanguage());

/** The platform's own texts. */
export const { useTexts, text, has } = defineTexts('platform', de);
