import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import type { Deployment, ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Body, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Flag, Mail, MessageCircle } from 'lucide-react';
import { useTexts } from '../account-texts';

/** Way to contact the support team: a chat, or an e-mail address. */
type SupportOption =
  | { readonly kind: 'messenger'; readonly href: string }
  | { readonly kind: 'mail'; readonly address: string; readonly href: string };

const createMailOption = (emailAddress: string, mailSubject?: string): SupportOption => ({
  kind: 'mail',
  address: emailAddress,
  href: `mailto:${emailAddress}${mailSubject === undefined ? '' : `?subject=${encodeURIComponent(mailSubject)}`}`,
});

/** Returns the contact for general questions: an e-mail address. */
const generalSupportOptionOf = ({ supportEmail }: Pick<Deployment, 'supportEmail'>): SupportOption =>
  createMailOption(supportEmail);

/**
 * Returns the contact for questions about orders: the chat if this deployment has one, otherwise an e-mail address
 * (S1§2 "support").
 */
export const ordersSupportOptionOf = (
  { messengerUrl, paymentSupportEmail }: Pick<Deployment, 'messengerUrl' | 'paymentSupportEmail'>,
  mailSubject: string,
): SupportOption =>
  messengerUrl === null
    ? createMailOption(paymentSupportEmail, mailSubject)
    : { kind: 'messenger', href: messengerUrl };

interface OptionRowProps {
  readonly title: string;
  readonly option: SupportOption;
  /** Icon at the start of the row; by default it matches the kind of contact. */
  readonly icon?: IconSource;
}

const SupportOptionRow = ({ title, option, icon = option.kind === 'mail' ? Mail : MessageCircle }: OptionRowProps) => {
  const t = useTexts();
  return (
    <Row
      leading={<Icon source={icon} size={22} />}
      title={title}
      text={option.kind === 'mail' ? option.address : t('OrdersSupportMessenger')}
      href={option.href}
    />
  );
};

/** List of all contacts to the support team. */
export const SupportOptions = () => {
  const t = useTexts();
  const { deployment } = useShell();
  const ordersOption = ordersSupportOptionOf(deployment, t('OrderEmail'));
  return (
    <Stack $gap={16}>
      <Body $tone="quiet">{t('SupportLead')}</Body>
      <Rows>
        <SupportOptionRow title={t('GeneralSupport')} option={generalSupportOptionOf(deployment)} />
        <SupportOptionRow title={t('OrdersSupport')} option={ordersOption} />
        <SupportOptionRow
          title={t('ReportContent')}
          icon={Flag}
          option={createMailOption(deployment.supportEmail, t('ReportEmail'))}
        />
      </Rows>
    </Stack>
  );
};

const SupportScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Support')} onClose={navigation.close}>
      <SupportOptions />
    </Sheet>
  );
};

export default defineScreen(SupportScreen);
