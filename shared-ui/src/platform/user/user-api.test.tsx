import { meTopic } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { screen } from '@testing-library/react';
import { renderWithShell } from '../../testing';
import { useMeQuery } from './user-api';

const Name = () => <p>{useMeQuery().data?.displayName ?? 'niemand'}</p>;

describe('the user\'s own document', () => {
  it('is live, and another one after a change of users', async () => {
    const { shell } = renderWithShell(<Name />, { session: 'verified' });
    expect(await screen.findByText('Frieda Petersen')).toBeVisible();
    shell.change(meTopic, { kind: 'put', collection: 'user', key: 'uid-frieda-01', value: aUser({ displayName: 'Frieda' }) });
    expect(await screen.findByText('Frieda')).toBeVisible();
    shell.setSession('anonymous');
    expect(screen.getByText('niemand')).toBeVisible();
    await screen.findByText('niemand');
  });
});
