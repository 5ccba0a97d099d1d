import { screen, within } from '@testing-library/react';

export const list = (name: 'Neu' | 'Heute') => within(screen.getByRole('list', { name }));
export const numbers = (name: 'Neu' | 'Heute'): readonly (string | null | undefined)[] =>
  list(name)
    .getAllByRole('listitem')
    .filter((row) => row.hasAttribute('data-order'))
    .map((row) => /K\d+/.exec(row.textContent ?? '')?.[0]);
