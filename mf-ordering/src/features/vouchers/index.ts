export {
  percentLabel,
  voucherExpiryLabel,
  VoucherCard,
  VoucherList,
  voucherNameOf,
  voucherValueLabel,
} from './voucher-card';
export { VouchersContent } from './voucher-list';
