import { useShell } from '@mahlzeit/shared-ui/platform';
import { Body, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import { Mail, MessageCircle } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { generalSupport, ordersSupport } from './support-rules';
import type { SupportWay } from './support-rules';

/** The ways to reach people who help. */
export const SupportWays = () => {
  const t = useTexts();
  const { deployment } = useShell();
  const orders = ordersSupport(deployment, t('OrderEmail'));
  return (
    <Stack $gap={16}>
      <Body $tone="quiet">{t('SupportLead')}</Body>
      <Rows>
        <WayRow title={t('GeneralSupport')} way={generalSupport(deployment)} />
        <WayRow title={t('OrdersSupport')} way={orders} />
      </Rows>
    </Stack>
  );
};

const WayRow = ({ title, way }: { readonly title: string; readonly way: SupportWay }) => {
  const t = useTexts();
  const isMail = way.kind === 'mail';
  return <Row leading={<Icon of={isMail ? Mail : MessageCircle} size={22} />} title={title} text={isMail ? way.address : t('OrdersSupportMessenger')} href={way.href} />;
};
