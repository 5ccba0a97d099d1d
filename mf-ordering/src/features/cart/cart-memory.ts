import { noCarts } from './cart-rules';
import type { CartAmounts, Carts } from './cart-rules';

const NAME = 'mahlzeit.ordering.cart';

/** Where carts outlive the page. */
export interface CartMemory {
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
  const stored: unknown = text === null ? null : JSON.parse(text);
  return areCarts(stored) ? stored : noCarts;
};

/** Carts in a storage of the browser. Where it is blocked, full or holds something else, they live in this page alone. */
export const createCartMemory = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): CartMemory => ({
  read() {
    try {
      return cartsIn(storage().getItem(NAME));
    } catch {
      return noCarts;
    }
  },
  write(carts) {
    try {
      storage().setItem(NAME, JSON.stringify(carts));
    } catch {
      // The store still has them.
    }
  },
});
