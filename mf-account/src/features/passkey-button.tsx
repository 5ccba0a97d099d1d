import { proveByPasskey } from '@mahlzeit/contract';
import type { PasskeyAssertion } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../account-texts';
import { canUsePasskeys, usePasskeyProof } from './webauthn';

interface PasskeyButtonProps {
  /**
   * Returns whether the request for a passkey may begin now; if not, shows the reason. By default it may always begin.
   */
  readonly mayBegin?: () => boolean | Promise<boolean>;
  /** Receives the signed response of the passkey, which the gateway then verifies. */
  readonly onCredential: (credential: PasskeyAssertion) => Promise<void>;
}

const RequestButton = ({ mayBegin = () => true, onCredential }: PasskeyButtonProps) => {
  const t = useTexts();
  const { snackbar } = useShell();
  const { isPossible, request } = usePasskeyProof();
  const [isBusy, setIsBusy] = useState(false);
  const requestAndPassOn = async (): Promise<void> => {
    if (!(await mayBegin())) return;
    const credential = await request();
    if (credential.ok) return onCredential(credential.value);
    if (credential.error !== 'cancelled') snackbar({ tone: 'error', text: t('PasskeyFailed') });
  };
  const runRequest = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    await requestAndPassOn().finally(() => setIsBusy(false));
  };
  if (!isPossible) return null;
  return (
    <Button variant="second" isBlock icon={KeyRound} isBusy={isBusy} onClick={() => void runRequest()}>
      {t('ConfirmByPasskey')}
    </Button>
  );
};

/** Button that asks for one of the user's passkeys. Renders nothing if the user has no passkey or can't use it here. */
export const PasskeyButton = (props: PasskeyButtonProps) => (canUsePasskeys() ? <RequestButton {...props} /> : null);

interface PasskeyProofButtonProps extends Pick<PasskeyButtonProps, 'mayBegin'> {
  /** Runs when the user has proved their identity. */
  readonly onProved: () => void;
}

/** Button with which a user proves their identity by a passkey. Renders nothing where that isn't possible. */
export const PasskeyProofButton = ({ onProved, mayBegin }: PasskeyProofButtonProps) => {
  const t = useTexts();
  const { session, snackbar, track } = useShell();
  const prove = async (credential: PasskeyAssertion): Promise<void> => {
    const proof = await track(session.signInBy({ route: proveByPasskey, body: credential }));
    if (proof.ok) return onProved();
    snackbar({ tone: 'error', text: t(proof.error.code === 'passkeyUnknown' ? 'PasskeyUnknown' : 'PasskeyFailed') });
  };
  return <PasskeyButton onCredential={prove} {...(mayBegin === undefined ? {} : { mayBegin })} />;
};
