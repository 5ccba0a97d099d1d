import { getMe } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';

/** Asks the gateway how the account stands after a change whose answer doesn't say so. Where that fails, the live topic tells it. */
export const refetchAccount = async ({ apiClient, session }: Pick<ShellApi, 'apiClient' | 'session'>): Promise<void> => {
  const me = await apiClient.call(getMe, {});
  if (me.ok) session.applyUser(me.value);
};
