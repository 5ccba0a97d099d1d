import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { VouchersContent } from '../features/vouchers';

export default defineScreen(VouchersContent);
