import type { Consent, ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';

/** Where consent is remembered; throws at the first touch where a browser forbids it. */
export type ConsentStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** Where decisions of other tabs are heard. */
export interface ConsentEvents {
  addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void;
}

const NAME = 'mahlzeit.consent';

/** Of what is asked, in the shell's question and in the settings: raised where a purpose means something else, so that it is asked anew. */
const VERSION = '1';

/** What was decided, purpose by purpose, and on which question: `version=1&analytics=no&errorReports=yes`. */
const read = (storage: ConsentStorage): URLSearchParams => {
  try {
    return new URLSearchParams(storage().getItem(NAME) ?? '');
  } catch {
    // Nothing readable is no consent.
    return new URLSearchParams();
  }
};

const write = (storage: ConsentStorage, decisions: URLSearchParams): void => {
  try {
    storage().setItem(NAME, decisions.toString());
  } catch {
    // Then the decision lasts as long as the page.
  }
};

/** What the diner allows in this browser. A purpose that came up later than the decision has to be asked for anew. */
export const createConsent = (storage: ConsentStorage, purposes: readonly ConsentPurpose[], events: ConsentEvents): Consent => {
  const allowedBy = (decisions: URLSearchParams): readonly ConsentPurpose[] | null =>
    purposes.every((purpose) => decisions.get('version') === VERSION && ['yes', 'no'].includes(decisions.get(purpose) ?? '')) ? purposes.filter((purpose) => decisions.get(purpose) === 'yes') : null;
  const allowed = createObservable(allowedBy(read(storage)));
  // Allowed in one tab is allowed in all, and a no most of all. A storage that was emptied has no key.
  events.addEventListener('storage', ({ key }) => {
    if (key === NAME || key === null) allowed.set(allowedBy(read(storage)));
  });
  return {
    purposes,
    get: allowed.get,
    subscribe: allowed.subscribe,
    decide(next) {
      const decisions = read(storage);
      decisions.set('version', VERSION);
      for (const purpose of purposes) decisions.set(purpose, next.includes(purpose) ? 'yes' : 'no');
      write(storage, decisions);
      allowed.set(allowedBy(decisions));
    },
  };
};
