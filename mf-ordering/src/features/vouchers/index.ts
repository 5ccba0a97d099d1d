export { untilLabel, VoucherCard, VoucherList, voucherName, valueLabel } from './voucher-card';
export { Vouchers } from './voucher-list';
