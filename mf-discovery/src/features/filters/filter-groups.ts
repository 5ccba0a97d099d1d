import type { PriceCategory } from '@mahlzeit/contract';
import type { PropertyFilter } from '@mahlzeit/contract/rules';

/** Properties that stand together under one title on the filter screen. */
interface FilterGroup {
  readonly title: 'FilterAvailability' | 'FilterConsumption' | 'FilterServices' | 'FilterFeatures' | 'FilterPayment' | 'FilterVouchers';
  readonly properties: readonly PropertyFilter[];
}

/** S1§9, what is asked for most at noon first. */
export const filterGroups: readonly FilterGroup[] = [
  { title: 'FilterAvailability', properties: ['Open'] },
  { title: 'FilterConsumption', properties: ['InStore', 'TakeAway'] },
  { title: 'FilterServices', properties: ['PreOrderAndPay', 'Wifi'] },
  { title: 'FilterFeatures', properties: ['SeatsOutside', 'Accessible', 'ParkingSpace', 'SmokingArea'] },
  { title: 'FilterPayment', properties: ['CashPayment', 'EcCard', 'Visa', 'Mastercard', 'AmericanExpress', 'Dinersclub', 'PayPal', 'GooglePay', 'ApplePay'] },
  { title: 'FilterVouchers', properties: ['Sodexo', 'TicketRestaurant'] },
];

/** S1§9: the price categories, cheapest first. */
export const priceCategories: readonly PriceCategory[] = [1, 2, 3];

/** Every property that can be asked for. */
export const propertyFilters: readonly PropertyFilter[] = filterGroups.flatMap(({ properties }) => properties);
