/**
 * Asserts that an object exists, because other rows or earlier steps guarantee it. Throws an error with the object's
 * kind and key: `invariant(order, 'order', orderKey)` fails with "There is no order o1".
 */
export function invariant<T>(value: T, entityName: string, key: string | number): asserts value is NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`There is no ${entityName} ${key}`);
}
