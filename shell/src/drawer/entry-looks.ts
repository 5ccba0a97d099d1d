import { CalendarHeart, ChefHat, LifeBuoy, LogIn, LogOut, MailCheck, MessageCircle, ReceiptText, Settings, TicketPercent, Users } from 'lucide-react';
import type de from '../../locales/de.json';
import type { DrawerEntryId } from './drawer-rules';

/** Icon and label of each line, and its block. */
export const entryDisplay = {
  verifyEmail: { icon: MailCheck, label: 'VerifyEmail', block: 'notice' },
  login: { icon: LogIn, label: 'RegistrationOrLogin', block: 'signIn' },
  inbox: { icon: MessageCircle, label: 'Inbox', block: 'account' },
  orders: { icon: ReceiptText, label: 'Orders', block: 'account' },
  invitations: { icon: CalendarHeart, label: 'Invitations', block: 'account' },
  contacts: { icon: Users, label: 'Contacts', block: 'account' },
  vouchers: { icon: TicketPercent, label: 'Vouchers', block: 'account' },
  settings: { icon: Settings, label: 'Settings', block: 'service' },
  help: { icon: LifeBuoy, label: 'Help', block: 'service' },
  becomePartner: { icon: ChefHat, label: 'BecomePartner', block: 'service' },
  logout: { icon: LogOut, label: 'Logout', block: 'service' },
} as const satisfies Record<DrawerEntryId, { icon: typeof LogIn; label: keyof typeof de; block: 'notice' | 'signIn' | 'account' | 'service' }>;

/** A block of lines in the drawer. */
export type DrawerBlock = (typeof entryDisplay)[DrawerEntryId]['block'];
