import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Vouchers } from '../features/vouchers';

export default defineScreen(Vouchers);
