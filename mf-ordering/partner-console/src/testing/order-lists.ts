import { screen, within } from '@testing-library/react';

export const orderList = (listName: 'Neu' | 'Heute') => within(screen.getByRole('list', { name: listName }));
export const listedOrderNumbers = (listName: 'Neu' | 'Heute'): readonly (string | null | undefined)[] =>
  orderList(listName)
    .getAllByRole('listitem')
    .filter((listRow) => listRow.hasAttribute('data-order'))
    .map((listRow) => /K\d+/.exec(listRow.textContent ?? '')?.[0]);
