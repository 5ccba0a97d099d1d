import type { Account } from '@mahlzeit/contract';
import { Avatar, Row } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../account-texts';

/** Who is logged in, and whether others find this person. */
const AccountRow = ({ account: { displayName, email, photoURL, visible } }: { readonly account: Account }) => {
  const t = useTexts();
  const name = displayName ?? email ?? '';
  const visibility = t(visible ? 'VisibleToOthers' : 'InvisibleToOthers');
  return <Row leading={<Avatar name={name} pictureUrl={photoURL} size="large" />} title={name} text={name === email ? visibility : <>{email}<br />{visibility}</>} />;
};
