import type { Consent, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router';
import { text } from '../shell-texts';

/** What asking takes. */
export interface ConsentQuestion {
  readonly consent: Pick<Consent, 'get' | 'decide' | 'purposes'>;
  readonly router: Pick<Router, 'get' | 'subscribe'>;
  readonly alert: ShellApi['alert'];
}

const ask = async ({ consent, alert }: ConsentQuestion): Promise<void> => {
  const choice = await alert({
    title: text('ConsentTitle'),
    text: text('ConsentMessage'),
    // Both look alike: a yes that is pushed is none.
    actions: [
      { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
      { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
    ],
  });
  // Who closes the question has not answered it: nothing leaves the page, and the next visit asks again.
  if (choice !== null) consent.decide(choice === 'allow' ? consent.purposes : []);
};

/** Asks for consent where it is needed and not decided: once in a page, as soon as nothing else is open. */
export const askConsentWhenCalm = (question: ConsentQuestion): void => {
  const { consent, router } = question;
  if (consent.get() !== null) return;
  let stop = (): void => undefined;
  const look = (): void => {
    if (router.get().modal !== null) return;
    stop();
    void ask(question);
  };
  stop = router.subscribe(look);
  look();
};
