import type { Consent } from '@mahlzeit/shared-ui/platform';
import type { DialogParts } from '../dialog-parts';
import type { Alerts, ShellAlert } from '../dialogs';
import type { Router } from '../router';
import { text } from './demand-texts';

/** What asking takes. */
export interface ConsentQuestion {
  readonly consent: Pick<Consent, 'get' | 'subscribe' | 'decide' | 'purposes'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'hrefOf'>;
  readonly alerts: Pick<Alerts, 'stand'>;
  readonly dialogParts: Pick<DialogParts, 'load'>;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** Where each purpose is decided by itself. */
const CHOICE = ['settings', 'consent'] as const;

const requestOf = ({ router, hasScreen }: ConsentQuestion): ShellAlert => ({
  title: text('ConsentTitle'),
  text: text('ConsentMessage'),
  link: hasScreen(CHOICE[0]) ? { label: text('ConsentChoose'), href: router.hrefOf(...CHOICE) } : undefined,
  // Both look alike: a yes that is pushed is none.
  actions: [
    { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
    { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
  ],
});

/** Asks for consent where it is needed and not decided, as long as nothing else is open: once in a page, until it is answered here or decided elsewhere. Answers the way to stop. */
export const askConsentWhenCalm = (question: ConsentQuestion): (() => void) => {
  const { consent, router, alerts, dialogParts } = question;
  let withdraw: (() => void) | null = null;
  let isOver = false;

  const stepAside = (): void => {
    withdraw?.();
    withdraw = null;
  };
  const look = (): void => {
    isOver ||= consent.get() !== null;
    if (isOver || router.get().modal !== null) return stepAside();
    if (withdraw !== null) return;
    withdraw = alerts.stand(requestOf(question), (choice) => {
      // Who closes the question has not answered it: nothing leaves the page, and the next visit asks again.
      isOver = true;
      if (choice !== null) consent.decide(choice === 'allow' ? consent.purposes : []);
      look();
    });
    // Where the dialog can't be had the question waits for whoever needs it next.
    void dialogParts.load();
  };
  const stops = [router.subscribe(look), consent.subscribe(look)];
  look();
  return () => {
    for (const stop of stops) stop();
    stepAside();
  };
};
