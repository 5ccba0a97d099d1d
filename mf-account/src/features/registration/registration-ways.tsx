import { useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, ButtonLink, H1, PlateArt, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { UserPlus } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';
import { isUnderWay } from '../third-party/third-party-stage';
import { ThirdPartyWaiting } from '../third-party/third-party-waiting';
import { ThirdPartyButtons } from '../third-party/third-party-ways';
import { useThirdPartyRegistration } from './use-third-party-registration';

/** The ways to an account; `isPrompt`: something was asked for that needs one. */
export const RegistrationOptions = ({ isPrompt }: { readonly isPrompt: boolean }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { signIn, notice } = useThirdPartyRegistration();
  if (isUnderWay(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <Stack>
      {isPrompt && <Banner tone="info" icon={UserPlus}>{t('RegistrationPrompt')}</Banner>}
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Invitation>
        <PlateArt art="sandwich" size={104} />
        <H1 as="h2">{t('RegistrationLead')}</H1>
        <Body $tone="quiet">{t('RegistrationText')}</Body>
      </Invitation>
      <Ways>
        <ThirdPartyButtons signIn={signIn} />
        <Or>{t('OrByEmail')}</Or>
        <ButtonLink isBlock href={navigation.hrefOf('login', 'new')}>{t('CreateAccount')}</ButtonLink>
        <ButtonLink isBlock variant="second" href={navigation.hrefOf('login')}>{t('LogIn')}</ButtonLink>
      </Ways>
    </Stack>
  );
};

// Closer together than an empty state, so that a phone shows every way at once.
const Invitation = styled.div`
  display: grid;
  justify-items: center;
  gap: 6px;
  padding-top: 8px;
  text-align: center;
  > h2 { margin-top: 4px; }
  > p { max-width: 19rem; text-wrap: pretty; }
`;

const Ways = styled.div`
  display: grid;
  gap: ${tokens.space[10]};
  width: min(290px, 100%);
  margin: 8px auto 0;
  padding-bottom: ${tokens.space[20]};
`;

const Or = styled.p`
  ${textStyles.small}
  display: grid;
  grid-template-columns: 1fr auto 1fr;
  align-items: center;
  gap: 12px;
  width: 100%;
  color: ${tokens.color.ink2};
  &::before, &::after { content: ''; border-top: 1px solid ${tokens.color.line}; }
`;
