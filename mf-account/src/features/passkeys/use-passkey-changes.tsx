import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '@mahlzeit/contract';
import type { Passkey, PasskeyCreationOptions } from '@mahlzeit/contract';
import { createSingleFlight, errorText, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { tooManyAttemptsText, useTexts } from '../../account-texts';
import { useFreshProof } from '../fresh-proof';
import { createPasskey, passkeysChanged } from '../webauthn';
import { firstPasskeyName } from './passkey-texts';

/** Functions that change the passkeys of the account. Only one change runs at a time. */
interface PasskeyChanges {
  readonly isAdding: boolean;
  /** Sheet that asks for a proof of identity; null while none is needed. */
  readonly proofSheet: ReactNode;
  add(): void;
  /** Renames a passkey. Returns true if the new name was stored. */
  rename(passkey: Passkey, name: string): Promise<boolean>;
  /** Removes a passkey, after the user has confirmed it. */
  remove(passkey: Passkey): void;
}

const errorTextKeys = {
  listFull: 'PasskeysFull',
  passkeyInvalid: 'PasskeyFailed',
  lastSignInMethod: 'PasskeyIsLast',
  notFound: 'PasskeyIsGone',
} as const;

const hasErrorText = (code: string): code is keyof typeof errorTextKeys => Object.hasOwn(errorTextKeys, code);

/** Returns the functions that change the passkeys. `onRemoved` runs just before the row of a passkey disappears. */
export const usePasskeyChanges = (onRemoved: () => void): PasskeyChanges => {
  const t = useTexts();
  const { apiClient, store, alert, snackbar, track } = useShell();
  const { withFreshProof, proofSheet } = useFreshProof();
  const [singleFlight] = useState(createSingleFlight);
  const [isAdding, setIsAdding] = useState(false);

  const showFailure = (apiError: ApiError): void => {
    const { code, retryAfterMs } = apiError;
    if (code === 'ErrorTooManyAttempts') return snackbar({ tone: 'error', text: tooManyAttemptsText(retryAfterMs) });
    snackbar({ tone: 'error', text: hasErrorText(code) ? t(errorTextKeys[code]) : errorText(apiError) });
  };

  const createAndAdd = async (options: PasskeyCreationOptions): Promise<void> => {
    const created = await createPasskey(options);
    if (!created.ok) {
      if (created.error === 'cancelled') return;
      return snackbar({ tone: 'error', text: t(created.error === 'alreadyHere' ? 'PasskeyIsHere' : 'PasskeyFailed') });
    }
    const { credential, isOnThisDevice } = created.value;
    const name = firstPasskeyName(window.navigator.userAgent, isOnThisDevice);
    const addResult = await track(apiClient.call(addPasskey, { body: { name, credential } }));
    if (!addResult.ok) return showFailure(addResult.error);
    store.dispatch(passkeysChanged((passkeys) => [...passkeys, addResult.value]));
    snackbar({ tone: 'success', text: t('PasskeyAdded') });
  };
  const addAfterProof = async (): Promise<void> => {
    const options = await withFreshProof(() => track(apiClient.call(beginPasskey, {})));
    if (options === null) return;
    return options.ok ? createAndAdd(options.value) : showFailure(options.error);
  };
  const removeAfterQuestion = async ({ key, name }: Passkey): Promise<void> => {
    const alertAnswer = await alert({
      title: t('RemovePasskeyTitle', { name }),
      text: t('RemovePasskeyText'),
      actions: [
        { id: 'keep', label: t('Cancel'), tone: 'safe' },
        { id: 'remove', label: t('RemovePasskey'), tone: 'danger' },
      ],
    });
    if (alertAnswer !== 'remove') return;
    const removeResult = await withFreshProof(() => track(apiClient.call(removePasskey, { params: { key } })));
    if (removeResult === null) return;
    if (!removeResult.ok) return showFailure(removeResult.error);
    onRemoved();
    store.dispatch(passkeysChanged((passkeys) => passkeys.filter((passkey) => passkey.key !== key)));
    snackbar({ tone: 'success', text: t('PasskeyRemoved', { name }) });
  };

  return {
    isAdding,
    proofSheet,
    add: () =>
      void singleFlight.run(async () => {
        setIsAdding(true);
        await addAfterProof().finally(() => setIsAdding(false));
      }),
    async rename({ key }, name) {
      const renameResult = await track(apiClient.call(renamePasskey, { params: { key }, body: { name } }));
      if (!renameResult.ok) {
        showFailure(renameResult.error);
        return false;
      }
      store.dispatch(
        passkeysChanged((passkeys) => passkeys.map((passkey) => (passkey.key === key ? renameResult.value : passkey))),
      );
      return true;
    },
    remove: (passkey) => void singleFlight.run(() => removeAfterQuestion(passkey)),
  };
};
