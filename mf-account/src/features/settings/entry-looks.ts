import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { Accessibility, Ban, ChartNoAxesColumn, CreditCard, Download, Eye, EyeOff, FileText, ImageIcon, KeyRound, LifeBuoy, LogIn, Mail, Scale, ShieldCheck, Trash2, UserPen } from 'lucide-react';
import type { SettingsEntryId } from './settings-rules';

/** Block, icon and labels of each line. */
export const entryDetails = {
  login: { block: 'visitor', icon: LogIn, label: 'RegistrationOrLogin' },
  becomeVisible: { block: 'person', icon: Eye, label: 'BecomeVisible', text: 'BecomeVisibleText' },
  becomeInvisible: { block: 'person', icon: EyeOff, label: 'BecomeInvisible', text: 'BecomeInvisibleText' },
  editPicture: { block: 'person', icon: ImageIcon, label: 'EditPicture' },
  editName: { block: 'person', icon: UserPen, label: 'EditName' },
  changeEmail: { block: 'access', icon: Mail, label: 'ChangeEmail' },
  resetPassword: { block: 'access', icon: KeyRound, label: 'ResetPassword', text: 'ResetPasswordText' },
  paymentOptions: { block: 'access', icon: CreditCard, label: 'PaymentOptions' },
  blockedUsers: { block: 'access', icon: Ban, label: 'BlockedUsers' },
  support: { block: 'service', icon: LifeBuoy, label: 'Support' },
  imprint: { block: 'service', icon: FileText, label: 'Imprint' },
  privacy: { block: 'service', icon: ShieldCheck, label: 'Privacy' },
  terms: { block: 'service', icon: Scale, label: 'Terms' },
  accessibility: { block: 'service', icon: Accessibility, label: 'Accessibility' },
  consent: { block: 'data', icon: ChartNoAxesColumn, label: 'Consent' },
  export: { block: 'data', icon: Download, label: 'Export', text: 'ExportText' },
  deleteAccount: { block: 'data', icon: Trash2, label: 'DeleteAccount' },
} as const satisfies Readonly<Record<SettingsEntryId, { readonly block: string; readonly icon: IconSource; readonly label: string; readonly text?: string }>>;

/** Lines that belong together. */
export type SettingsBlock = (typeof entryDetails)[SettingsEntryId]['block'];

/** The blocks in their order, with their headings. */
export const blocks = [
  { id: 'visitor', title: null },
  { id: 'person', title: 'BlockPerson' },
  { id: 'access', title: 'BlockAccess' },
  { id: 'data', title: 'BlockData' },
  { id: 'service', title: 'BlockService' },
] as const satisfies readonly { readonly id: SettingsBlock; readonly title: string | null }[];
