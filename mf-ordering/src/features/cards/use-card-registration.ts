import { browserTimers, createRandomKey, uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { thisBrowser } from '../providers';
import { createCardRegistration } from './card-registration';
import type { CardRegistrationFlow } from './card-registration';
import type { RegistrationStep } from './card-transitions';
import { sendToProvider } from './provider-call';

const flowsOfPages = new WeakMap<ShellApi['store'], { readonly uid: string; readonly flow: CardRegistrationFlow }>();

/** Returns the registration of the user of the page: one a page, which continues without a listener. */
const cardRegistrationOf = (shell: ShellApi): CardRegistrationFlow => {
  const uid = uidOf(shell.session.get()) ?? '';
  const current = flowsOfPages.get(shell.store);
  if (current?.uid === uid) return current.flow;
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

/** Continues to discard cards where an earlier page could not reach the gateway. */
export const resumeDiscarding = (shell: ShellApi): void => void cardRegistrationOf(shell);

/**
 * Returns the registration of a card and its step. Takes up a registration that was left open, or the one that the
 * bank's page has led back to outside of its frame.
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
