import type { GatewayModule, ModuleDeps } from '../../platform';
import type { OnPersonChanged } from '../identity';
import { createPersonRenewal } from './contacts/person-renewal';
import { createSocialPersonalData } from './personal-data';

export { createChatModule, createSeededVoice, seedChats, type ChatDraft, type UnansweredMessage } from './chat';
export { createModerationService, createReportModule, type ModerationService } from './reports';

/** Social's routes and topics, and what identity tells it of people. */
export type SocialModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

/** Contacts, their groups and blocks. */
export const createSocialModule = (deps: Pick<ModuleDeps, 'database' | 'jobs'>): SocialModule => {
  const renewal = createPersonRenewal(deps);
  return {
    jobs: [renewal.job],
    personalData: createSocialPersonalData(renewal),
    onPersonChanged: renewal.onPersonChanged,
  };
};
