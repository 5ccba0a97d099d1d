import { storedText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, Consent, ConsentPurpose, StoredText } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';

/** Where decisions of other tabs arrive. */
export interface ConsentEvents {
  addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void;
}

const NAME = 'mahlzeit.consent';

/** Of what is asked, in the shell's question and in the settings: raised where a purpose means something else, so that it is asked anew. */
const VERSION = '1';

/** What was decided, purpose by purpose, and on which question: `version=1&analytics=no&errorReports=yes`. */
const read = (stored: StoredText): URLSearchParams => new URLSearchParams(stored.read() ?? '');

/** What the diner allows in this browser. A purpose that came up later than the decision has to be asked for anew. */
export const createConsent = (storage: BrowserStorage, purposes: readonly ConsentPurpose[], events: ConsentEvents): Consent => {
  const allowedBy = (decisions: URLSearchParams): readonly ConsentPurpose[] | null =>
    purposes.every((purpose) => decisions.get('version') === VERSION && ['yes', 'no'].includes(decisions.get(purpose) ?? '')) ? purposes.filter((purpose) => decisions.get(purpose) === 'yes') : null;
  const stored = storedText(storage, NAME);
  const allowed = createObservable(allowedBy(read(stored)));
  // Allowed in one tab is allowed in all, and a no most of all. A storage that was emptied has no key.
  events.addEventListener('storage', ({ key }) => {
    if (key === NAME || key === null) allowed.set(allowedBy(read(stored)));
  });
  return {
    purposes,
    get: allowed.get,
    subscribe: allowed.subscribe,
    decide(next) {
      const decisions = read(stored);
      decisions.set('version', VERSION);
      for (const purpose of purposes) decisions.set(purpose, next.includes(purpose) ? 'yes' : 'no');
      stored.write(decisions.toString());
      allowed.set(allowedBy(decisions));
    },
  };
};
