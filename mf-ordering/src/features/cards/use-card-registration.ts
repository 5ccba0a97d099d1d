import { browserTimers, createRandomKey, uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { thisBrowser } from '../providers';
import { createCardRegistration } from './card-registration';
import type { CardRegistrationFlow } from './card-registration';
import type { RegistrationStep } from './card-transitions';
import { sendToProvider } from './provider-call';

const flowsOfPages = new WeakMap<ShellApi['store'], { readonly uid: string; readonly flow: CardRegistrationFlow }>();

/** The registration of whoever uses the page: one a page, which goes on while nobody looks. */
const cardRegistrationOf = (shell: ShellApi): CardRegistrationFlow => {
  const uid = uidOf(shell.session.get()) ?? '';
  const known = flowsOfPages.get(shell.store);
  if (known?.uid === uid) return known.flow;
  const flow = createCardRegistration({
    shell,
    uid,
    timers: browserTimers,
    storage: () => window.localStorage,
    send: sendToProvider,
    createKey: createRandomKey,
    browserInfo: thisBrowser,
  });
  flowsOfPages.set(shell.store, { uid, flow });
  return flow;
};

/** Goes on with what an earlier page has discarded and couldn't tell the gateway. */
export const resumeDiscarding = (shell: ShellApi): void => void cardRegistrationOf(shell);

/**
 * The registration of a card, and how it stands. One that was left open is gone on with, or what the bank's page has
 * come back with outside of any frame.
 */
export const useCardRegistration = (
  returnedId: string | null,
): { readonly flow: CardRegistrationFlow; readonly step: RegistrationStep } => {
  const shell = useShell();
  const flow = useMemo(() => cardRegistrationOf(shell), [shell]);
  const step = useSyncExternalStore(flow.subscribe, flow.get);
  useEffect(() => (returnedId === null ? flow.resume() : flow.onBankReturn(returnedId)), [flow, returnedId]);
  return { flow, step };
};
