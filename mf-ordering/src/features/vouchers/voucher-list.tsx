import { getRestaurant, patchMe } from '@mahlzeit/contract';
import type { Discount } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import {
  errorText,
  formatDay,
  useDiscounts,
  useLoadedDiscounts,
  useNow,
  useShell,
  useSingleFlight,
  useUser,
} from '@mahlzeit/shared-ui/platform';
import { Banner, Button, EmptyState, RowSkeletons, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TicketPercent } from 'lucide-react';
import { VoucherCard, VoucherList, useTexts, voucherNameOf } from './voucher-card';
import { listVouchers, voucherUseOf } from './voucher-rules';

/**
 * Returns a function that selects a voucher in the account; it is then redeemed in the next order that it fits. Null
 * selects none. Only one request runs at a time.
 */
const useSelectVoucher = () => {
  const { apiClient, session, snackbar, track } = useShell();
  const { run } = useSingleFlight();
  const selectVoucher = async (voucherKey: string | null): Promise<void> => {
    const selectionAnswer = await track(apiClient.call(patchMe, { body: { selectedDiscountId: voucherKey } }));
    if (selectionAnswer.ok) session.applyUser(selectionAnswer.value);
    else snackbar({ tone: 'error', text: errorText(selectionAnswer.error) });
  };
  return (voucherKey: string | null): void => run(() => selectVoucher(voucherKey));
};

const useOpenRestaurant = () => {
  const { apiClient, navigation, snackbar, track } = useShell();
  const openRestaurant = async (restaurantKey: string): Promise<void> => {
    const restaurantAnswer = await track(apiClient.call(getRestaurant, { params: { key: restaurantKey }, query: {} }));
    if (restaurantAnswer.ok) navigation.open('details', restaurantAnswer.value.routingName);
    else snackbar({ tone: 'error', text: errorText(restaurantAnswer.error) });
  };
  return (restaurantKey: string): void => void openRestaurant(restaurantKey);
};

const VoucherListEntry = ({
  voucher,
  selectedKey,
}: {
  readonly voucher: Discount;
  readonly selectedKey: string | null;
}) => {
  const t = useTexts();
  const voucherUsage = voucherUseOf(voucher, useNow());
  const selectVoucherByKey = useSelectVoucher();
  const openVoucherRestaurant = useOpenRestaurant();
  const isVoucherSelected = voucher.key === selectedKey;
  switch (voucherUsage.kind) {
    case 'select':
      return (
        <VoucherCard
          voucher={voucher}
          disabledReason={null}
          action={{
            label: t(isVoucherSelected ? 'VoucherDeselect' : 'VoucherSelect'),
            onPress: () => selectVoucherByKey(isVoucherSelected ? null : voucher.key),
          }}
        />
      );
    case 'visit':
      return (
        <VoucherCard
          voucher={voucher}
          disabledReason={null}
          action={{ label: t('VoucherVisit'), onPress: () => openVoucherRestaurant(voucherUsage.restaurantKey) }}
        />
      );
    case 'none':
      return <VoucherCard voucher={voucher} disabledReason={null} action={null} />;
    case 'used':
      return <VoucherCard voucher={voucher} disabledReason={t('VoucherUsed')} action={null} />;
    case 'later':
      return (
        <VoucherCard
          voucher={voucher}
          disabledReason={t('VoucherFrom', { day: formatDay(berlinDay(voucherUsage.from)) })}
          action={null}
        />
      );
  }
};

const ListedVouchers = () => {
  const t = useTexts();
  const now = useNow();
  const { navigation } = useShell();
  const loadedDiscounts = useLoadedDiscounts();
  const cachedDiscounts = useDiscounts();
  const selectedKey = useUser()?.selectedDiscountId ?? null;
  const { usableDiscounts, otherDiscounts } = listVouchers(loadedDiscounts ?? cachedDiscounts, now);
  const selectedVoucher = usableDiscounts.find(({ key }) => key === selectedKey);
  if (usableDiscounts.length + otherDiscounts.length === 0) {
    if (loadedDiscounts === null) return <RowSkeletons />;
    return (
      <EmptyState art="cherries" title={t('NoVouchers')} text={t('NoVouchersText')}>
        <Button onClick={navigation.close}>{t('SeePlaces')}</Button>
      </EmptyState>
    );
  }
  return (
    <Stack $gap={16}>
      {selectedVoucher !== undefined && (
        <Banner tone="ok" icon={TicketPercent} title={t('VoucherSelected', { name: voucherNameOf(selectedVoucher) })}>
          {t('VoucherSelectedText')}
        </Banner>
      )}
      <VoucherList aria-label={t('Vouchers')}>
        {usableDiscounts.map((voucher) => (
          <VoucherListEntry key={voucher.key} voucher={voucher} selectedKey={selectedKey} />
        ))}
      </VoucherList>
      {otherDiscounts.length > 0 && (
        <Section title={t('VouchersNotNow')}>
          <VoucherList>
            {otherDiscounts.map((voucher) => (
              <VoucherListEntry key={voucher.key} voucher={voucher} selectedKey={selectedKey} />
            ))}
          </VoucherList>
        </Section>
      )}
    </Stack>
  );
};

/**
 * Content of the vouchers' screen: all discounts of the account. The user can select one voucher for the next order
 * (S1§2).
 */
export const VouchersContent = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <Sheet title={t('Vouchers')} subtitle={t('VoucherOneAtATime')} onClose={navigation.close}>
      <ListedVouchers />
    </Sheet>
  );
};
