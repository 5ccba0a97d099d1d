import type { ThirdParty } from '@mahlzeit/contract';
import { useAccount } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import { useTexts } from '../account-texts';
import { PasskeyProofButton } from './passkey-button';
import { PasswordProof } from './password-proof';
import { ThirdPartyWaiting } from './third-party-buttons';
import { isSignInRunning, noticeOfThirdPartyError, thirdPartyNames, useThirdPartySignIn } from './third-party-sign-in';
import type { ThirdPartyNotice } from './third-party-sign-in';

interface ProofProps {
  /** Runs when the user has proved their identity. */
  readonly onProved: () => void;
}

interface ThirdPartyProofProps extends ProofProps {
  readonly provider: ThirdParty;
}

/** Button with which users prove their identity by another sign-in at their third party. */
const ThirdPartyProof = ({ provider, onProved }: ThirdPartyProofProps) => {
  const t = useTexts();
  const [notice, setNotice] = useState<ThirdPartyNotice | null>(null);
  const signIn = useThirdPartySignIn({
    intent: 'reauthenticate',
    onOutcome: (outcome) => (outcome.ok ? onProved() : setNotice(noticeOfThirdPartyError(outcome.error))),
  });
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <Stack $gap={12}>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Button isBlock isBusy={signIn.stage.status === 'preparing'} onClick={() => signIn.startSignIn(provider)}>
        {t('ThirdPartyContinue', { provider: thirdPartyNames[provider] })}
      </Button>
    </Stack>
  );
};

interface FreshProofSheetProps extends ProofProps {
  readonly onClose: () => void;
}

/** Sheet that asks users to prove their identity. It offers each way to sign in that their account has. */
export const FreshProofSheet = ({ onProved, onClose }: FreshProofSheetProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <ActionSheet title={t('FreshProofTitle')} text={t('FreshProofText')} onClose={onClose}>
      <Stack $gap={16}>
        <PasskeyProofButton onProved={onProved} />
        {account !== null &&
          (account.thirdParty === null ? (
            <PasswordProof submitText={t('Confirm')} isFocused onProved={onProved} />
          ) : (
            <ThirdPartyProof provider={account.thirdParty} onProved={onProved} />
          ))}
      </Stack>
    </ActionSheet>
  );
};
