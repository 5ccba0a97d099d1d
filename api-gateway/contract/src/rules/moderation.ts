import type { ReportForm } from '../report';

/**
 * Returns true when a moderator can remove the reported thing. A reported message or picture can be removed, a reported
 * person can't.
 */
export const isRemovable = (kind: ReportForm['kind']): kind is Exclude<ReportForm['kind'], 'user'> => kind !== 'user';
