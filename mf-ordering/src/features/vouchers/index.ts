export { untilLabel, VoucherCard, VoucherList, voucherName, worthLabel } from './voucher-card';
export { Vouchers } from './voucher-list';
