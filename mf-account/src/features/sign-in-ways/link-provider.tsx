import type { Account, ThirdParty } from '@mahlzeit/contract';
import { useObservable, useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { PasswordProof } from '../password-proof';
import { identityProvedBy } from '../pending-sign-in';
import { providerLogos, ThirdPartyWaiting } from '../third-party-buttons';
import { isSignInRunning, noticeOfThirdPartyError, thirdPartyNames, useThirdPartySignIn } from '../third-party-sign-in';
import type { ThirdPartyNotice, ThirdPartyOutcome } from '../third-party-sign-in';
import { refreshSignInWays } from './use-sign-in-ways';

interface ThirdPartyStepProps {
  readonly provider: ThirdParty;
  readonly intent: 'reauthenticate' | 'link';
  readonly lead: string;
  readonly onDone: () => void;
}

/** One step of a user at a third party: they prove their identity, or link their account there. */
const ThirdPartyStep = ({ provider, intent, lead, onDone }: ThirdPartyStepProps) => {
  const t = useTexts();
  const [notice, setNotice] = useState<ThirdPartyNotice | null>(null);
  const onOutcome = (outcome: ThirdPartyOutcome): void =>
    outcome.ok ? onDone() : setNotice(noticeOfThirdPartyError(outcome.error));
  const signIn = useThirdPartySignIn({ intent, onOutcome });
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <Stack $gap={16}>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Body $tone="quiet">{lead}</Body>
      <Button
        size="large"
        isBlock
        icon={providerLogos[provider]}
        isBusy={signIn.stage.status === 'preparing'}
        onClick={() => {
          setNotice(null);
          signIn.startSignIn(provider);
        }}
      >
        {t('ThirdPartyContinue', { provider: thirdPartyNames[provider] })}
      </Button>
    </Stack>
  );
};

/**
 * Links the user's account to an account at a third party. The user must first prove their identity, because the link
 * is a new way to sign in.
 */
export const LinkProvider = ({ account, provider }: { readonly account: Account; readonly provider: ThirdParty }) => {
  const t = useTexts();
  const { store, navigation, snackbar } = useShell();
  // If this window left the app for the proof of identity, the user returns to this screen with the proof.
  const hasProvedElsewhere = useObservable(identityProvedBy) !== null;
  const [hasProved, setHasProved] = useState(false);
  const textValues = { provider: thirdPartyNames[provider] };
  const finish = (): void => {
    identityProvedBy.set(null);
    refreshSignInWays(store);
    snackbar({ tone: 'success', text: t('ProviderLinked', textValues) });
    navigation.replace('security');
  };
  const prove = () => setHasProved(true);
  if (hasProved || hasProvedElsewhere)
    return <ThirdPartyStep provider={provider} intent="link" lead={t('LinkLead', textValues)} onDone={finish} />;
  if (account.thirdParty === null)
    return (
      <Stack $gap={16}>
        <Body $tone="quiet">{t('LinkProofLead')}</Body>
        <PasswordProof submitText={t('Continue')} onProved={prove} />
      </Stack>
    );
  return (
    <ThirdPartyStep
      provider={account.thirdParty}
      intent="reauthenticate"
      lead={t('LinkProofAtThirdParty', { provider: thirdPartyNames[account.thirdParty] })}
      onDone={prove}
    />
  );
};
