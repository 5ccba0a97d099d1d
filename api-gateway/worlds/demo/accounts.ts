import type { AccountDraft } from '../../src/modules/identity';
import { demoPassword } from './demo-password';

const account = (draft: Omit<AccountDraft, 'password' | 'tasteKeys' | 'isVisible'> & Partial<AccountDraft>): AccountDraft => ({
  password: demoPassword,
  isVisible: true,
  tasteKeys: [],
  ...draft,
});

/** The people of the demo seed: two who are verified, one who is not yet, one who wants to be deleted. */
export const DEMO_ACCOUNTS: readonly AccountDraft[] = [
  account({ uid: 'demo-anna-lindqvist', email: 'anna@mahlzeit.test', firstName: 'Anna', lastName: 'Lindqvist', connectionCode: 'ANNA2345', isVerified: true, isDeleted: false, tasteKeys: ['italian', 'vietnamese', 'seafood'] }),
  account({ uid: 'demo-ben-okafor', email: 'ben@mahlzeit.test', firstName: 'Ben', lastName: 'Okafor', connectionCode: 'BEN23456', isVerified: true, isDeleted: false, tasteKeys: ['burger', 'turkish'] }),
  account({ uid: 'demo-cem-yilmaz', email: 'cem@mahlzeit.test', firstName: 'Cem', lastName: 'Yılmaz', connectionCode: 'CEM23456', isVerified: false, isDeleted: false }),
  account({ uid: 'demo-dana-petersen', email: 'dana@mahlzeit.test', firstName: 'Dana', lastName: 'Petersen', connectionCode: 'DANA2345', isVerified: true, isDeleted: true, isVisible: false }),
];
