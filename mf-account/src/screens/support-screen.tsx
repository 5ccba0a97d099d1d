import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import type { Deployment, ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Body, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Flag, Mail, MessageCircle } from 'lucide-react';
import { useTexts } from '../account-texts';

/** Contact to the support team: a chat, or an e-mail address. */
type SupportOption =
  | { readonly kind: 'messenger'; readonly href: string }
  | { readonly kind: 'mail'; readonly address: string; readonly href: string };

const mailOption = (address: string, subject?: string): SupportOption => ({
  kind: 'mail',
  address,
  href: `mailto:${address}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`,
});

/** Returns the contact for general questions: an e-mail address. */
const generalSupportOption = ({ supportEmail }: Pick<Deployment, 'supportEmail'>): SupportOption =>
  mailOption(supportEmail);

/**
 * Returns the contact for questions about orders: the chat if this deployment has one, otherwise an e-mail address
 * (S1§2 "support").
 */
export const ordersSupportOption = (
  { messengerUrl, paymentSupportEmail }: Pick<Deployment, 'messengerUrl' | 'paymentSupportEmail'>,
  subject: string,
): SupportOption =>
  messengerUrl === null ? mailOption(paymentSupportEmail, subject) : { kind: 'messenger', href: messengerUrl };

interface OptionRowProps {
  readonly title: string;
  readonly option: SupportOption;
  /** Icon at the start of the row; by default it matches the kind of contact. */
  readonly icon?: IconSource;
}

const OptionRow = ({ title, option, icon = option.kind === 'mail' ? Mail : MessageCircle }: OptionRowProps) => {
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
  const ordersOption = ordersSupportOption(deployment, t('OrderEmail'));
  return (
    <Stack $gap={16}>
      <Body $tone="quiet">{t('SupportLead')}</Body>
      <Rows>
        <OptionRow title={t('GeneralSupport')} option={generalSupportOption(deployment)} />
        <OptionRow title={t('OrdersSupport')} option={ordersOption} />
        <OptionRow
          title={t('ReportContent')}
          icon={Flag}
          option={mailOption(deployment.supportEmail, t('ReportEmail'))}
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
