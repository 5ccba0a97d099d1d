import { createInstance } from 'i18next';
import { reportError } from '../events/defects';

/** Stands where a text is missing: says nothing wrong and shows no key. */
const NEUTRAL_WORD = 'Hinweis';

const namespaceOf = (options: Readonly<Record<string, unknown>> | undefined): string => {
  const namespace = options?.ns;
  return typeof namespace === 'string' ? namespace : String(namespace);
};

/** The one catalogue of texts; German is its only language. Keys are flat, so that codes from outside may hold any sign. */
export const catalogue = createInstance();

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
