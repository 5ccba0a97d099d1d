import { useShell } from '@mahlzeit/shared-ui/platform';
import { Body, Button, ButtonLink, Inline, Stack } from '@mahlzeit/shared-ui/ui';
import { CodeField } from '@mahlzeit/shared-ui/ui/form';
import { useTexts } from '../../account-texts';
import { useAccount } from '../account';
import { useResend } from './use-resend';
import { useVerification } from './use-verification';
import { CODE_LENGTH } from './verification-rules';

/** Asks for the code that was mailed, and offers another one or another address. */
export const VerifyEmail = () => {
  const t = useTexts();
  const account = useAccount();
  const { navigation } = useShell();
  const { submit, isBusy, code } = useVerification();
  const { resend, isBusy: isSending, waitReason } = useResend();
  if (account === null) return null;
  return (
    <Stack as="form" $gap={20} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('VerifyLead', { email: account.email ?? '' })}</Body>
      <CodeField {...code} label={t('Code')} length={CODE_LENGTH} />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>{t('ConfirmCode')}</Button>
      <Inline $wrap $align="start" $justify="space-between">
        <Button variant="quiet" size="small" isBusy={isSending} disabledReason={waitReason} onClick={() => void resend()}>{t('ResendCode')}</Button>
        {account.thirdParty === null && <ButtonLink variant="quiet" size="small" href={navigation.hrefOf('changeemail')}>{t('ChangeEmail')}</ButtonLink>}
      </Inline>
    </Stack>
  );
};
