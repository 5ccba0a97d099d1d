import { useShell } from '@mahlzeit/shared-ui/platform';
import { Body, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import { Mail, MessageCircle } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { generalSupport, ordersSupport } from './support-rules';
import type { SupportOption } from './support-rules';

/** The ways to reach people who help. */
export const SupportOptions = () => {
  const t = useTexts();
  const { deployment } = useShell();
  const orders = ordersSupport(deployment, t('OrderEmail'));
  return (
    <Stack $gap={16}>
      <Body $tone="quiet">{t('SupportLead')}</Body>
      <Rows>
        <OptionRow title={t('GeneralSupport')} way={generalSupport(deployment)} />
        <OptionRow title={t('OrdersSupport')} way={orders} />
      </Rows>
    </Stack>
  );
};

const OptionRow = ({ title, way }: { readonly title: string; readonly way: SupportOption }) => {
  const t = useTexts();
  const isMail = way.kind === 'mail';
  return <Row leading={<Icon of={isMail ? Mail : MessageCircle} size={22} />} title={title} text={isMail ? way.address : t('OrdersSupportMessenger')} href={way.href} />;
};
