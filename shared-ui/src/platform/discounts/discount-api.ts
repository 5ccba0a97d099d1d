import { getDiscounts } from '@mahlzeit/contract';
import type { Discount } from '@mahlzeit/contract';
import { api, apiQuery } from '../store/api';

const discountApi = api.injectEndpoints({
  endpoints: (build) => ({ discounts: build.query<Discount[], void>(apiQuery(getDiscounts, () => ({}))) }),
});

/** The discounts as they stood when they were asked for; the only answer that tells which of everybody's the reader has used. */
export const { useDiscountsQuery } = discountApi;
