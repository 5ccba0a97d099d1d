/**
 * Asserts that a thing exists whose existence other rows or earlier steps guarantee. Throws an error with the thing and
 * its key: `invariant(order, 'order', orderKey)` fails with "There is no order o1".
 */
export function invariant<T>(value: T, entityName: string, key: string | number): asserts value is NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`There is no ${entityName} ${key}`);
}
