import type { Account } from '@mahlzeit/contract';
import { Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordDeletion } from './password-deletion';
import { ThirdPartyDeletion } from './third-party-deletion';
import { WhatHappens } from './what-happens';

/** Says what a deletion means and has it confirmed. */
export const DeleteAccount = ({ account }: { readonly account: Account }) => (
  <Stack $gap={20}>
    <WhatHappens />
    {account.thirdParty === null ? <PasswordDeletion /> : <ThirdPartyDeletion provider={account.thirdParty} />}
  </Stack>
);
