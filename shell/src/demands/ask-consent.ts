import type { Consent } from '@mahlzeit/shared-ui/platform';
import type { DialogParts } from '../dialog-parts';
import type { Alerts } from '../dialogs';
import type { Router } from '../router';
import { text } from './demand-texts';

/** What asking takes. */
export interface ConsentQuestion {
  readonly consent: Pick<Consent, 'get' | 'subscribe' | 'decide' | 'purposes'>;
  readonly router: Pick<Router, 'get' | 'subscribe'>;
  readonly alerts: Pick<Alerts, 'stand'>;
  readonly dialogParts: Pick<DialogParts, 'load'>;
}

/** Asks until it is answered here or decided elsewhere: in another tab. Answers the way to stop. */
const ask = ({ consent, alerts, dialogParts }: ConsentQuestion): (() => void) => {
  const request = {
    title: text('ConsentTitle'),
    text: text('ConsentMessage'),
    // Both look alike: a yes that is pushed is none.
    actions: [
      { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
      { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
    ],
  } as const;
  const withdraw = alerts.stand(request, (choice) => {
    end();
    // Who closes the question has not answered it: nothing leaves the page, and the next visit asks again.
    if (choice !== null) consent.decide(choice === 'allow' ? consent.purposes : []);
  });
  const stopHearing = consent.subscribe(() => {
    if (consent.get() !== null) end();
  });
  const end = (): void => {
    stopHearing();
    withdraw();
  };
  // Where the dialog can't be had the question waits for whoever needs it next.
  void dialogParts.load();
  return end;
};

/** Asks for consent where it is needed and not decided: once in a page, as soon as nothing else is open. Answers the way to stop. */
export const askConsentWhenCalm = (question: ConsentQuestion): (() => void) => {
  const { consent, router } = question;
  if (consent.get() !== null) return () => undefined;
  let stop = (): void => undefined;
  const look = (): void => {
    if (router.get().modal !== null) return;
    stop();
    stop = consent.get() === null ? ask(question) : () => undefined;
  };
  stop = router.subscribe(look);
  look();
  return () => stop();
};
