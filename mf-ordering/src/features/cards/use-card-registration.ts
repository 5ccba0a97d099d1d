import { browserTimers, createRandomKey, uidOf, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { currentBrowserInfo } from '../providers';
import { createCardRegistration } from './card-registration';
import type { CardRegistrationFlow } from './card-registration';
import type { RegistrationStep } from './card-transitions';
import { sendToProvider } from './provider-call';

const flowByStore = new WeakMap<ShellApi['store'], { readonly uid: string; readonly flow: CardRegistrationFlow }>();

/**
 * Returns the card registration of the current user. Each page has one, and it continues even if no component is
 * subscribed.
 */
const cardRegistrationOf = (shell: ShellApi): CardRegistrationFlow => {
  const uid = uidOf(shell.session.get()) ?? '';
  const existingFlow = flowByStore.get(shell.store);
  if (existingFlow?.uid === uid) return existingFlow.flow;
  const registrationFlow = createCardRegistration({
    shell,
    uid,
    timers: browserTimers,
    storage: () => window.localStorage,
    send: sendToProvider,
    createKey: createRandomKey,
    browserInfo: currentBrowserInfo,
  });
  flowByStore.set(shell.store, { uid, flow: registrationFlow });
  return registrationFlow;
};

/** Continues to remove discarded cards for which an earlier page could not reach the gateway. */
export const resumeDiscarding = (shell: ShellApi): void => void cardRegistrationOf(shell);

/**
 * Returns the card registration and its current step. Continues a registration that is unfinished. `returnedId` is the
 * id of the pre-authorisation with which the bank's page has redirected the whole page back to the app; null otherwise.
 */
export const useCardRegistration = (
  returnedId: string | null,
): { readonly flow: CardRegistrationFlow; readonly step: RegistrationStep } => {
  const shell = useShell();
  const flow = useMemo(() => cardRegistrationOf(shell), [shell]);
  const registrationStep = useSyncExternalStore(flow.subscribe, flow.get);
  useEffect(() => (returnedId === null ? flow.resume() : flow.onBankReturn(returnedId)), [flow, returnedId]);
  return { flow, step: registrationStep };
};
