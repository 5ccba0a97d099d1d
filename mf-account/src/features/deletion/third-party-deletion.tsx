import type { ThirdParty } from '@mahlzeit/contract';
import { Banner, Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Checkbox } from '@mahlzeit/shared-ui/ui/form';
import type { SubmitEvent } from 'react';
import { useRef } from 'react';
import { useTexts } from '../../account-texts';
import { thirdPartyNames } from '../third-party/third-party-names';
import { isUnderWay } from '../third-party/third-party-stage';
import { ThirdPartyWaiting } from '../third-party/third-party-waiting';
import { useThirdPartyDeletion } from './use-third-party-deletion';

/** Confirms the deletion by a tick and by signing in once more at the third party. */
const ThirdPartyDeletion = ({ provider }: { readonly provider: ThirdParty }) => {
  const t = useTexts();
  const tick = useRef<HTMLInputElement>(null);
  const { signIn, notice, isBusy, sure, confirm } = useThirdPartyDeletion(provider);
  if (isUnderWay(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!confirm()) tick.current?.focus();
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Checkbox {...sure} ref={tick}>{t('DeleteSure')}</Checkbox>
      <Small $tone="quiet">{t('DeleteReauthenticate', { provider: thirdPartyNames[provider] })}</Small>
      <Button type="submit" variant="consequence" size="large" isBlock isBusy={isBusy} autoFocus={signIn.lastAsked !== null}>{t('DeleteAccount')}</Button>
    </Stack>
  );
};
