import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { OrderTabs } from '../features/orders';
import { useTexts } from '../ordering-texts';

const OrdersScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Orders')} onClose={navigation.close}>
      <OrderTabs />
    </Sheet>
  );
};

export default defineScreen(OrdersScreen);
