import type { Consent } from '@mahlzeit/shared-ui/platform';
import type { DialogModule } from '../dialog-parts';
import type { Alerts, ShellAlert } from '../dialogs/create-alerts';
import type { Router } from '../router/create-router';
import { text } from './demand-texts';

export interface ConsentDeps {
  readonly consent: Pick<Consent, 'get' | 'subscribe' | 'decide' | 'purposes'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'hrefOf'>;
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** Where each purpose is decided by itself. */
const CHOICE = ['settings', 'consent'] as const;

const requestOf = ({ router, hasScreen }: ConsentDeps): ShellAlert => ({
  title: text('ConsentTitle'),
  text: text('ConsentMessage'),
  link: hasScreen(CHOICE[0]) ? { label: text('ConsentChoose'), href: router.hrefOf(...CHOICE) } : undefined,
  // Both have equal weight: a yes that is pushed is none.
  actions: [
    { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
    { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
  ],
});

/** Asks for consent where it is needed and not decided, as long as nothing else is open: once in a page, until it is answered here or decided elsewhere. Returns an unsubscribe function. */
export const askConsentWhenIdle = (deps: ConsentDeps): (() => void) => {
  const { consent, router, alerts, dialogModule } = deps;
  let withdraw: (() => void) | null = null;
  let isOver = false;

  const withdrawQuestion = (): void => {
    withdraw?.();
    withdraw = null;
  };
  const update = (): void => {
    isOver ||= consent.get() !== null;
    if (isOver || router.get().modal !== null) return withdrawQuestion();
    if (withdraw !== null) return;
    withdraw = alerts.show(requestOf(deps), (choice) => {
      // Who closes the question has not answered it: nothing leaves the page, and the next visit asks again.
      isOver = true;
      if (choice !== null) consent.decide(choice === 'allow' ? consent.purposes : []);
      update();
    });
    // Where the dialog can't be had the question waits for whoever needs it next.
    void dialogModule.load();
  };
  const stops = [router.subscribe(update), consent.subscribe(update)];
  update();
  return () => {
    for (const stop of stops) stop();
    withdrawQuestion();
  };
};
