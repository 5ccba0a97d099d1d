import { parseStored, storedText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage } from '@mahlzeit/shared-ui/platform';
import { noCarts } from './cart-rules';
import type { CartAmounts, Carts } from './cart-rules';

const NAME = 'mahlzeit.ordering.cart';

/** Stores carts beyond the page. */
export interface CartStorage {
  read(): Carts;
  write(carts: Carts): void;
}

type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const isCart = (value: unknown): value is CartAmounts => isRecord(value) && Object.values(value).every(isAmount);

const areCarts = (value: unknown): value is Carts =>
  isRecord(value)
  && typeof value['owner'] === 'string'
  && typeof value['day'] === 'string'
  && isRecord(value['byRestaurant'])
  && Object.values(value['byRestaurant']).every(isCart);

const cartsIn = (text: string | null): Carts => {
  const stored = parseStored(text);
  return areCarts(stored) ? stored : noCarts;
};

/** Carts in a storage of the browser. Where it is blocked, full or holds something else, they live in this page alone. */
export const createCartStorage = (storage: BrowserStorage): CartStorage => {
  const stored = storedText(storage, NAME);
  return {
    read: () => cartsIn(stored.read()),
    write: (carts) => void stored.write(JSON.stringify(carts)),
  };
};
